import { type Part, partsOf } from './safe-tree.ts';
import type { Answer, Question } from './parts-worker.ts';

type Take = (parts: Part[], isWhole: boolean) => void;
type Asked = { text: string; parts: Part[]; take: Take };

let worker: Worker | undefined;
let lastId = 0;
const asked = new Map<number, Asked>();

/** Reads a long text beside the page, which goes on answering; tells what it has so far. The answer ends the telling. */
export function partsAside(text: string, take: Take): () => void {
  const id = ++lastId;
  asked.set(id, { text, parts: [], take });
  openWorker().postMessage({ id, text } satisfies Question);
  return () => void asked.delete(id);
}

/** Starts what reads long texts, ahead of the first. */
export const prepareAside = (): void => void openWorker();

function openWorker(): Worker {
  if (worker) return worker;
  const opened = new Worker(new URL('./parts-worker.ts', import.meta.url), { type: 'module' });
  opened.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
    const question = asked.get(data.id);
    if (!question) return;
    question.parts = [...question.parts, data.part];
    if (data.isLast) asked.delete(data.id);
    question.take(question.parts, data.isLast);
  });
  opened.addEventListener('error', () => {
    // It could not be fetched, or died of a text: what waits for it is read here, and the next text tries anew.
    opened.terminate();
    worker = undefined;
    for (const [id, { text, take }] of asked) {
      asked.delete(id);
      take(partsOf(text), true);
    }
  });
  worker = opened;
  return opened;
}
