import type { RecordedResult } from '../../../contract/calls/checks.ts';

/** Equal results in a row: the last one, how many there were, and the time of the first one. */
export type FoldedResult = { last: RecordedResult; count: number; since: string };

/** Single results as entries of the log, newest first. Results of an hour are no entries. */
export function foldResults(results: RecordedResult[]): FoldedResult[] {
  const folded: FoldedResult[] = [];
  for (const result of results) {
    if (result.outcome === null) continue;
    const before = folded.at(-1);
    if (before && isEqual(before.last, result)) {
      before.last = result;
      before.count += 1;
    } else folded.push({ last: result, count: 1, since: result.at });
  }
  return folded.toReversed();
}

const isEqual = (one: RecordedResult, other: RecordedResult): boolean =>
  one.outcome === other.outcome && one.message === other.message && one.simulated === other.simulated;
