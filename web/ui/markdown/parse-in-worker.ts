import { type Part, partsOf } from './safe-tree.ts';
import type { Answer, Question } from './parts-worker.ts';

type Take = (parts: Part[], isWhole: boolean) => void;
type Pending = { text: string; parts: Part[]; take: Take };

let worker: Worker | undefined;
let lastId = 0;
const pending = new Map<number, Pending>();

/** Parses a long text in a worker, so that the page stays responsive. `take` gets the parts so far. Returns a function that cancels. */
export function parseInWorker(text: string, take: Take): () => void {
  const id = ++lastId;
  pending.set(id, { text, parts: [], take });
  openWorker().postMessage({ id, text } satisfies Question);
  return () => void pending.delete(id);
}

/** Starts the worker before the first long text. */
export const startWorker = (): void => void openWorker();

function openWorker(): Worker {
  if (worker) return worker;
  const opened = new Worker(new URL('./parts-worker.ts', import.meta.url), { type: 'module' });
  opened.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
    const question = pending.get(data.id);
    if (!question) return;
    question.parts = [...question.parts, data.part];
    if (data.isLast) pending.delete(data.id);
    question.take(question.parts, data.isLast);
  });
  opened.addEventListener('error', () => {
    // It could not be loaded or crashed: parse the pending texts here, and start a new worker for the next text.
    opened.terminate();
    worker = undefined;
    for (const [id, { text, take }] of pending) {
      pending.delete(id);
      take(partsOf(text), true);
    }
  });
  worker = opened;
  return opened;
}
