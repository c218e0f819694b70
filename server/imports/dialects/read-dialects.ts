import { addressesIn } from '../../text/markdown/addresses.ts';
import { codeIn, overlaps } from '../../text/markdown/code.ts';
import { edited, type Edit } from '../../text/markdown/edits.ts';
import { parserFor, type Markdown } from '../../text/markdown/parse.ts';
import { boxRowsOf, shapesOf } from './box-rows.ts';
import { writtenBlocks } from './boxes.ts';
import { inZip } from './site-sources.ts';
import { editsOfTags } from './tags.ts';
import { abbreviationsIn } from './abbreviations.ts';
import { SIGNS, WORDS } from './word-rows.ts';
import { editsOfWords, isOf, type Product, type WordRow } from './words.ts';

/** Which rows of the tables a page is read with, and what else changes with them. */
export type Dialect = {
  products?: Product[];
  /** Another address in place of one of the page. */
  address?: (target: string) => string | undefined;
  edits?: (page: Markdown) => Edit[];
  words?: (tell: (sentence: string) => void) => WordRow[];
};

const parsers = new Map<string, (source: string) => Markdown>();

/** The parser that knows the boxes of these products. */
function parserOf(products: Product[]): (source: string) => Markdown {
  const key = products.join();
  const parser = parsers.get(key) ?? parserFor(shapesOf(boxRowsOf(products)));
  parsers.set(key, parser);
  return parser;
}

/** A page as the products read it that wrote it. */
export const parsePage = (content: string, products: Product[] = []): Markdown =>
  parserOf(products)(content.replaceAll('\r\n', '\n'));

/**
 * Writes what wikis and site generators add to markdown as plain markdown: first within lines, then boxes and lines. `page` is the
 * parsed content. It is parsed again only if its lines become others. `changes` are sentences about what stays as text.
 */
export function readDialects(
  content: string,
  { products = [], address, edits = () => [], words = () => [] }: Dialect = {},
  page = parsePage(content, products),
): { content: string; changes: string[] } {
  const changes = new Set<string>();
  const isMine = isOf(products);
  const tell = (sentence: string) => void changes.add(sentence);
  const rows = {
    words: [...words(tell), ...WORDS.filter(isMine), ...abbreviationsIn(page)],
    signs: SIGNS.filter(isMine),
  };
  const tags = editsOfTags(page);
  const all = [
    ...edits(page),
    ...editsOfAddresses(page, address),
    ...tags.edits,
    ...editsOfWords(page, rows, tell),
    ...editsOfElements(page),
  ];
  const changed = edited(page.source, all);
  const source = tags.isProgram ? changed.trimStart() : changed;
  const isInLines = tags.edits.length === 0 && all.every((edit) => keepsLines(page.source, edit));
  const lines = isInLines ? page : parserOf(products)(source);
  const written = writtenBlocks(source, lines, boxRowsOf(products), products);
  const names = tags.unknown.slice(0, 20).join(', ');
  if (names !== '') changes.add(`Tags that only its site generator can fill in stay in the text: ${names}`);
  return { content: written === page.source ? content : written, changes: [...changes] };
}

const keepsLines = (source: string, { start, end, text }: Edit): boolean =>
  !text.includes('\n') && !source.slice(start, end).includes('\n');

function editsOfAddresses(page: Markdown, address: Dialect['address']): Edit[] {
  if (!address && !/@site\/|pathname:\/\//.test(page.source)) return [];
  return addressesIn(page).flatMap(({ target, ...span }) => {
    const text = address?.(target) ?? inZip(target);
    return text === target ? [] : [{ ...span, text }];
  });
}

/** An element whose text is markdown. */
const MARKED = /^[ \t]*<(\w+)(?=[^<>]{0,500}\smarkdown(?:=["']?\w+["']?)?[\s>])[^<>]{0,500}>[ \t]*$/gm;

/** `<div markdown="1">`: its text is markdown, which needs a blank line after a tag. */
function editsOfElements(page: Markdown): Edit[] {
  const opening = [...page.source.matchAll(MARKED)];
  if (opening.length === 0) return [];
  const names = new Set(opening.map(([, name = '']) => name));
  const closing = [...page.source.matchAll(/^[ \t]*<\/(\w+)>[ \t]*$/gm)].filter(([, name = '']) =>
    names.has(name),
  );
  const code = codeIn(page);
  const edits = [
    ...opening.map(({ index, 0: line }) => ({ start: index, end: index + line.length, text: `${line}\n` })),
    ...closing.map(({ index, 0: line }) => ({ start: index, end: index + line.length, text: `\n${line}\n` })),
  ];
  return edits.filter((edit) => !overlaps(code, edit));
}
