import { type Part, partsOf } from './safe-tree.ts';

export type Question = { id: number; text: string };
/** One part per message, so that the page never receives much at once. */
export type Answer = { id: number; part: Part; isLast: boolean };

addEventListener('message', ({ data: { id, text } }: MessageEvent<Question>) => {
  const parts = partsOf(text);
  for (const [n, part] of parts.entries()) {
    postMessage({ id, part, isLast: n === parts.length - 1 } satisfies Answer);
  }
});
