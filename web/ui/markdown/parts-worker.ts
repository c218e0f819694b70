import { type Part, partsOf } from './safe-tree.ts';

export type Question = { id: number; text: string };
/** One part each, so that the page never takes over much at a time. */
export type Answer = { id: number; part: Part; isLast: boolean };

addEventListener('message', ({ data: { id, text } }: MessageEvent<Question>) => {
  const parts = partsOf(text);
  for (const [n, part] of parts.entries()) {
    postMessage({ id, part, isLast: n === parts.length - 1 } satisfies Answer);
  }
});
