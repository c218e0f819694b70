import type { Markdown } from '../../text/markdown/parse.ts';
import type { WordRow } from './words.ts';

/** `*[SLA]: Service Level Agreement` of Python-Markdown, PHP Markdown Extra and Wiki.js. */
const DEFINITION = /^\*\[([^\]\n]{1,100})\]:[ \t]*(.{0,1000})$/gm;
const MOST = 200;

/** Rows that drop the definitions of a page and give each of its short forms its long one. */
export function abbreviationsIn({ source }: Markdown): WordRow[] {
  const found = new Map(
    [...source.matchAll(DEFINITION)].slice(0, MOST).map(([, short = '', long = '']) => [short, long.trim()]),
  );
  if (found.size === 0) return [];
  const names = [...found.keys()]
    .toSorted((one, other) => other.length - one.length)
    .map((name) => RegExp.escape(name));
  return [
    { opening: DEFINITION, becomes: () => '' },
    {
      opening: new RegExp(String.raw`(?<![\p{L}\p{N}_])(?:${names.join('|')})(?![\p{L}\p{N}_])`, 'gu'),
      reads: 'no addresses',
      becomes: (short = '') => `<abbr title="${asAttribute(found.get(short) ?? '')}">${short}</abbr>`,
    },
  ];
}

const asAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll(/\s+/g, ' ');
