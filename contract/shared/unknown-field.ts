import { operatorNamed, operatorNames } from './filter-text.ts';
import { slipsBetween } from './slips.ts';

/** Something like `oss:linux`, at the start of a word. Excludes addresses such as https://…, host:443 and fe80::1. */
const FIELD = /(?<!\S)-?(?<name>[a-z][a-z0-9]+)(?::(?!\/\/|:|\d+(?!\S)|[\da-f]{1,4}:)|[<>]=?)/gi;

/** Letters that may differ between a mistyped name and the right one. */
const SLIPS = 2;

/** The first word of a filter that is written like a field but is none, and the field that is probably meant. */
export function unknownField(text: string): { name: string; near: string | undefined } | undefined {
  const unquoted = text.replaceAll(/"(?:[^"\\]|\\.)*(?:"|$)/g, (quoted) => '_'.repeat(quoted.length));
  for (const { groups } of unquoted.matchAll(FIELD)) {
    const name = groups?.['name'] ?? '';
    if (operatorNamed(name) === undefined) return { name, near: nearestTo(name.toLowerCase()) };
  }
  return undefined;
}

/** The operator whose name needs the fewest changes; longer names than `os` may have two wrong letters. */
function nearestTo(name: string): string | undefined {
  const [best] = operatorNames
    .map((known) => ({ known, slips: slipsBetween(name, known) }))
    .filter(({ known, slips }) => slips <= Math.min(SLIPS, Math.ceil(known.length / 2) - 1 || 1))
    .toSorted((a, b) => a.slips - b.slips);
  return best && operatorNamed(best.known);
}
