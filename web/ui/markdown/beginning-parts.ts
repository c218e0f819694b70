import { beginningOf } from './beginning.ts';
import { type Part, partsOf } from './safe-tree.ts';

let last: { beginning: string; parts: Part[] } | undefined;

/** What of a text is shown at once, as parts; the last one is kept, so that it can be read before it is asked for. */
export function partsOfBeginning(text: string): Part[] {
  const beginning = beginningOf(text);
  if (last?.beginning !== beginning) last = { beginning, parts: partsOf(beginning) };
  return last.parts;
}
