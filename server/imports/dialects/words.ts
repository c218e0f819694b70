import { addressesIn } from '../../text/markdown/addresses.ts';
import { codeIn, isCode, overlaps } from '../../text/markdown/code.ts';
import type { Span } from '../../text/markdown/content.ts';
import type { Edit } from '../../text/markdown/edits.ts';
import type { Markdown } from '../../text/markdown/parse.ts';

export type Product =
  | 'Azure DevOps'
  | 'BookStack'
  | 'Docmost'
  | 'Git wiki'
  | 'MkDocs'
  | 'Notion'
  | 'Obsidian'
  | 'Outline'
  | 'Wiki.js';

/** What products add within a line. A row without products is for any page. */
export type WordRow = {
  products?: Product[];
  opening: RegExp;
  /** In place of what was found, from the whole and its groups. Undefined keeps it. */
  becomes: (...found: string[]) => string | undefined;
  /** Code in a line is read too, or addresses are left alone. */
  reads?: 'code in lines' | 'no addresses';
  /** A sentence for the report. */
  tells?: string;
};

/** Words of a line between two equal signs, which become a tag. */
export type SignRow = {
  products?: Product[];
  sign: string;
  becomes: string;
  /** Characters that may not stand before the first sign and after the second one. */
  notAfter: string;
  notBefore: string;
  /** What the words are made of. */
  inside?: string;
};

export const isOf =
  (products: Product[]) =>
  (row: { products?: Product[] }): boolean =>
    row.products?.some((product) => products.includes(product)) ?? true;

/** One matcher for all rows: everything outside of code, changed at once. */
export function editsOfWords(
  page: Markdown,
  { words, signs }: { words: WordRow[]; signs: SignRow[] },
  tell: (sentence: string) => void,
): Edit[] {
  const untouched = new Untouched(page);
  const ofWords = words.flatMap(({ opening, becomes, reads, tells }) =>
    matchesIn(page.source, opening).flatMap(({ match, start, end }) => {
      if (untouched.holds({ start, end }, reads)) return [];
      const text = becomes(...[...match].map((found: string | undefined) => found ?? ''));
      if (text === undefined || text === match[0]) return [];
      if (tells) tell(tells);
      return [{ start, end, text }];
    }),
  );
  const ofSigns = signs.flatMap((row) =>
    matchesIn(page.source, patternOf(row)).flatMap(({ start, end }) => {
      const { length } = row.sign;
      const edits = [
        { start, end: start + length, text: `<${row.becomes}>` },
        { start: end - length, end, text: `</${row.becomes}>` },
      ];
      // The words between them may hold code.
      return edits.some((edit) => untouched.holds(edit)) ? [] : edits;
    }),
  );
  return [...ofWords, ...ofSigns];
}

const matchesIn = (source: string, pattern: RegExp): (Span & { match: RegExpExecArray })[] =>
  [...source.matchAll(pattern)].map((match) => ({
    match,
    start: match.index,
    end: match.index + match[0].length,
  }));

function patternOf({ sign, notAfter, notBefore, inside = String.raw`[^\n]` }: SignRow): RegExp {
  const literal = RegExp.escape(sign);
  const words = String.raw`(?=\S)(?:(?!${literal})${inside})+(?<=\S)`;
  return new RegExp(`(?<![${notAfter}])${literal}${words}${literal}(?![${notBefore}])`, 'g');
}

/** The parts of a page that rows leave alone. Each kind is found once. */
class Untouched {
  private readonly page: Markdown;
  private blocks: Span[] | undefined;
  private code: Span[] | undefined;
  private addresses: Span[] | undefined;

  constructor(page: Markdown) {
    this.page = page;
  }

  holds(span: Span, reads?: WordRow['reads']): boolean {
    return overlaps(this.by(reads), span);
  }

  private by(reads: WordRow['reads']): Span[] {
    if (reads === 'code in lines') return (this.blocks ??= this.page.blocks.filter(isCode));
    this.code ??= codeIn(this.page);
    if (reads === undefined) return this.code;
    return (this.addresses ??= joined([...this.code, ...addressesIn(this.page), ...tagsIn(this.page)]));
  }
}

/** HTML tags and addresses in angle brackets. */
const tagsIn = ({ source, blocks }: Markdown): Span[] =>
  blocks.flatMap(({ inlines }) => inlines.filter(({ start, end }) => start < end && source[start] === '<'));

/** In order and apart. */
function joined(spans: Span[]): Span[] {
  const apart: Span[] = [];
  for (const { start, end } of spans.toSorted((one, other) => one.start - other.start)) {
    const last = apart.at(-1);
    if (last && start < last.end) last.end = Math.max(last.end, end);
    else apart.push({ start, end });
  }
  return apart;
}
