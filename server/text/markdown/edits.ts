import type { Span } from './content.ts';

/** A change of a text: what stands in place of a part. */
export type Edit = Span & { text: string };

/** Applies changes to a source at once. Of two that overlap, the one that begins first counts. */
export function edited(source: string, edits: Edit[]): string {
  let [result, at] = ['', 0];
  for (const { start, end, text } of edits.toSorted(
    (one, other) => one.start - other.start || one.end - other.end,
  )) {
    if (start < at) continue;
    result += source.slice(at, start) + text;
    at = end;
  }
  return result + source.slice(at);
}
