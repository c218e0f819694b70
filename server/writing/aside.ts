import { Worker } from 'node:worker_threads';
import { refuse, RefusalError } from '../errors.ts';
import { articleFrom, enhancedDocument } from './article.ts';
import type { Told, Work } from './article-thread.ts';

/** Characters that are read at once; texts made to be hard take a second for each 50,000. */
const SHORT = 4_000;
const LONGEST_MS = 20_000;

const HERE: Work = { articleFrom, enhancedDocument };

type Waiting = { take: (told: Told) => void; fail: (error: Error) => void };

let thread: Worker | undefined;
let lastId = 0;
const waiting = new Map<number, Waiting>();

/**
 * Does the work on a long text in a thread of its own, so that nobody else waits for it. Rejects with a refusal where the
 * text takes longer than LONGEST_MS.
 */
export async function aside<N extends keyof Work>(
  name: N,
  text: string,
  ...values: Parameters<Work[N]>
): Promise<ReturnType<Work[N]>> {
  if (text.length <= SHORT) return (HERE[name] as (...given: unknown[]) => ReturnType<Work[N]>)(...values);
  const id = ++lastId;
  const told = Promise.withResolvers<Told>();
  waiting.set(id, { take: told.resolve, fail: told.reject });
  const timer = setTimeout(
    () => giveUp(new RefusalError(refuse(503, 'unavailable', 'This text takes too long to read. Try a shorter one.'))),
    LONGEST_MS,
  );
  openThread().postMessage({ id, name, values });
  try {
    return (await told.promise).result as ReturnType<Work[N]>;
  } finally {
    clearTimeout(timer);
  }
} // prettier-ignore

function openThread(): Worker {
  if (thread) return thread;
  const opened = new Worker(new URL('article-thread.ts', import.meta.url));
  // The product may end while it waits for nothing.
  opened.unref();
  opened.on('message', (told: Told) => {
    waiting.get(told.id)?.take(told);
    waiting.delete(told.id);
  });
  opened.on('error', giveUp);
  thread = opened;
  return opened;
}

/** Whatever is under way is given up; the next text begins anew. */
function giveUp(error: Error) {
  void thread?.terminate();
  thread = undefined;
  for (const { fail } of waiting.values()) fail(error);
  waiting.clear();
}
