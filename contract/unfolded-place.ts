import { fold } from './fold.ts';

/**
 * Converts a position in the folded text to one in the text itself, where folding changes lengths (ß becomes two letters).
 * Returns the largest position whose text before it folds to at most `at` letters.
 */
export function unfoldedPlace(text: string, at: number): number {
  let [low, high] = [0, text.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fold(text.slice(0, middle)).length <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}
