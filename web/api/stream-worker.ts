import { LEAVE, openStream } from './event-stream.ts';
import type { Signal } from './event-stream.ts';

/** Runs once per browser and holds the event stream for all tabs. */
const tabs = new Set<MessagePort>();
let close: (() => void) | undefined;
/** Sent to tabs that connect later: whether the stream is open, and the last event of each type that carries a state. */
let opened: Signal | undefined;
const states = new Map<string, Signal>();
const STATES = ['checker', 'database'];

addEventListener('connect', (event) => {
  const [tab] = (event as MessageEvent).ports;
  if (!tab) return;
  tabs.add(tab);
  const leave = () => {
    tabs.delete(tab);
    if (tabs.size > 0) return;
    close?.();
    close = undefined;
    opened = undefined;
  };
  tab.addEventListener('message', ({ data }) => data === LEAVE && leave());
  tab.addEventListener('close', leave);
  tab.start();
  if (opened) for (const signal of [opened, ...states.values()]) tab.postMessage(signal);
  close ??= openStream(broadcast);
});

function broadcast(signal: Signal): void {
  if (signal.type === 'open') states.clear();
  if (signal.type !== 'event') opened = signal.type === 'open' ? signal : undefined;
  else {
    const { type } = JSON.parse(signal.data) as { type: string };
    if (STATES.includes(type)) states.set(type, signal);
  }
  for (const tab of tabs) tab.postMessage(signal);
}
