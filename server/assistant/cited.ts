/** A line that quotes, in a list or not. */
export const QUOTE = /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*>/;

const PLACE = '/knowledge-base?doc=';

/** What two ways of writing the same have in common: its words. */
const letters = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

export const wordCount = (text: string): number => letters(text).split(' ').filter(Boolean).length;

export function isSaidIn(line: string, sources: string[]): boolean {
  const quoted = letters(line);
  return quoted === '' || sources.some((source) => ` ${letters(source)} `.includes(` ${quoted} `));
}

const documentsIn = (line: string): string[] =>
  line
    .split(PLACE)
    .slice(1)
    .flatMap((rest) => /^[\w-]+/.exec(rest)?.[0] ?? []);

/** The documents that the last line with a link to one names; what quoted lines link is part of what they quote. */
export function lastCited(text: string): string[] | undefined {
  for (let at = text.lastIndexOf(PLACE); at >= 0;) {
    const start = text.lastIndexOf('\n', at) + 1;
    const end = text.indexOf('\n', at);
    const line = text.slice(start, end < 0 ? undefined : end);
    if (!QUOTE.test(line)) return documentsIn(line);
    if (start === 0) return undefined;
    at = text.lastIndexOf(PLACE, start - 1);
  }
  return undefined;
}

/** What was given of these documents: the lines that name them, and the quoted ones after these. Of none: all that was given. */
export function givenOf(documents: string[] | undefined, sources: string[]): string[] {
  if (!documents) return sources;
  return sources.map((source) => {
    let isOf = false;
    const lines = source.split('\n').filter((line) => {
      if (QUOTE.test(line)) return isOf;
      const named = documentsIn(line);
      if (named.length > 0) isOf = named.some((id) => documents.includes(id));
      return isOf && named.length > 0;
    });
    return lines.join('\n');
  });
}

/** What a screen of ours is called where `label` is none of its names; undefined where it is, or no source names it. */
export function nameInstead(address: string, label: string, sources: string[]): string | undefined {
  if (!address.startsWith('/')) return undefined;
  const link = new RegExp(String.raw`\[((?:\\.|[^[\]\\\n])*)\]\(${RegExp.escape(address)}\)`, 'g');
  const names = sources
    .flatMap((source) => source.split('\n').filter((line) => line.includes(address) && !QUOTE.test(line)))
    .flatMap((line) => [...line.matchAll(link)].map(([, name = '']) => name));
  return names.some((name) => letters(name) === letters(label)) ? undefined : names[0];
}
