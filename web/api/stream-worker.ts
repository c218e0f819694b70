import { openSharedStream, type SharedStream } from './event-stream.ts';
import { LEAVE } from './stream-signals.ts';

/** Runs once per browser and holds the event stream for all tabs. */
const tabs = new Set<MessagePort>();
let stream: SharedStream | undefined;

addEventListener('connect', (event) => {
  const [tab] = (event as MessageEvent).ports;
  if (!tab) return;
  tabs.add(tab);
  const leave = () => {
    tabs.delete(tab);
    if (tabs.size > 0) return;
    stream?.close();
    stream = undefined;
  };
  tab.addEventListener('message', ({ data }) => data === LEAVE && leave());
  tab.addEventListener('close', leave);
  tab.start();
  for (const signal of stream?.current() ?? []) tab.postMessage(signal);
  stream ??= openSharedStream((signal) => {
    for (const each of tabs) each.postMessage(signal);
  });
});
