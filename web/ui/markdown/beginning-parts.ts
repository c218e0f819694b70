import { beginningOf } from './beginning.ts';
import { type Part, partsOf } from './safe-tree.ts';

let last: { beginning: string; parts: Part[] } | undefined;

/** The parts of a text that are shown at once. The last result is cached, so that it can be computed in advance. */
export function partsOfBeginning(text: string): Part[] {
  const beginning = beginningOf(text);
  if (last?.beginning !== beginning) last = { beginning, parts: partsOf(beginning) };
  return last.parts;
}
