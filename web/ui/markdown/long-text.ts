import { codeLines } from '../../../contract/shared/outline.ts';
import { type Part, partsAsWritten, partsOf } from './safe-tree.ts';
import type { Answer, Question } from './parts-worker.ts';

/** Characters rendered at once: more than a screen of text, rendered in a few milliseconds. */
const AT_ONCE = 2_000;
const LONG = 6_000;

/** Texts this long take noticeably long to parse. */
export const isLong = (text: string): boolean => text.length > LONG;

/** The text, or of a long one the part shown before the rest is ready; it ends between two blocks. */
export function beginningOf(text: string): string {
  if (!isLong(text)) return text;
  const head = text.slice(0, AT_ONCE);
  const lines = head.split('\n');
  // Half a code block would look like a complete one.
  const { open } = codeLines(lines);
  const whole = open === undefined ? head : `${lines.slice(0, open).join('\n')}\n`;
  const end = whole.lastIndexOf('\n\n');
  return end > 0 ? whole.slice(0, end) : whole;
}

let last: { beginning: string; parts: Part[] } | undefined;

/** The parts of a text that are shown at once. The last result is cached, so that it can be computed in advance. */
export function partsOfBeginning(text: string): Part[] {
  const beginning = beginningOf(text);
  if (last?.beginning !== beginning) last = { beginning, parts: partsOf(beginning) };
  return last.parts;
}

type Take = (parts: Part[], isWhole: boolean) => void;
type Pending = { text: string; parts: Part[]; take: Take };

/** Milliseconds per text. The longest documents take five seconds; some texts full of markup would take minutes. */
const MOST_TIME = 15_000;

let worker: Worker | undefined;
let lastId = 0;
/** In the order in which the worker parses them. */
const pending = new Map<number, Pending>();
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Parses a long text in a worker, so that the page stays responsive. `take` receives the parts so far. Returns a
 * function that cancels.
 */
export function parseInWorker(text: string, take: Take): () => void {
  const id = ++lastId;
  const question = { text, parts: [], take };
  pending.set(id, question);
  if (pending.size === 1) startTimer();
  openWorker().postMessage({ id, text } satisfies Question);
  return () => void (question.take = () => undefined);
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
    startTimer();
    question.take(question.parts, data.isLast);
  });
  opened.addEventListener('error', () => {
    // The worker could not be loaded or crashed: parse the pending texts here, and start a new worker for the next
    // text.
    closeWorker();
    for (const [id, { text, take }] of pending) {
      pending.delete(id);
      take(partsOf(text), true);
    }
    startTimer();
  });
  worker = opened;
  return opened;
}

function closeWorker(): void {
  worker?.terminate();
  worker = undefined;
}

/** Restarts the timeout for the text that is being parsed. */
function startTimer(): void {
  clearTimeout(timer);
  if (pending.size > 0) timer = setTimeout(showFirstAsWritten, MOST_TIME);
}

function showFirstAsWritten(): void {
  closeWorker();
  const [[id, slow] = []] = pending;
  if (id === undefined || !slow) return;
  pending.delete(id);
  slow.take(partsAsWritten(slow.text), true);
  for (const [next, question] of pending) {
    question.parts = [];
    openWorker().postMessage({ id: next, text: question.text } satisfies Question);
  }
  startTimer();
}
