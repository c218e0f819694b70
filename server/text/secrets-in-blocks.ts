import { NAME, type Span } from './secret-shapes.ts';

/** Finds the likely secret at a place. */
type Likely = (from: number) => Span[];

const MOST_CELLS = 30;
const IS_NAME = new RegExp(`^[*_\`"']*(?:[\\p{L}\\p{N}-]{1,30}[ _]){0,2}(?:${NAME.source})[*_\`"':]*$`, 'iu');
/** Separators of cells, and the line below the heads of a table in markdown. */
const SEPARATORS = ['|', '\t', ';', ','];
const RULE = /^[\s|:-]+$/;

/** Secrets whose name stands at another place: the head of a column, an attribute, the kind of an object. */
export const secretsInBlocks = (text: string, likely: Likely): Span[] => [
  ...secretsInColumns(text, likely),
  ...secretsInTags(text),
  ...secretsOfKubernetes(text),
];

function secretsInColumns(text: string, likely: Likely): Span[] {
  const spans: Span[] = [];
  let [at, columns, separator, cells]: [number, number[], string, number] = [0, [], '', 0];
  for (const line of text.split('\n')) {
    const own = columns.length > 0 ? cellsOf(line, separator) : [];
    if (columns.length > 0 && own.length === cells) {
      if (!RULE.test(line)) for (const column of columns) spans.push(...inCell(own[column], at, likely));
    } else {
      columns = [];
      for (const sign of SEPARATORS) {
        const heads = cellsOf(line, sign);
        const named = heads.flatMap(({ cell }, place) => (IS_NAME.test(cell.trim()) ? [place] : []));
        if (columns.length > 0 || heads.length < 2 || named.length === 0) continue;
        [columns, separator, cells] = [named, sign, heads.length];
      }
    }
    at += line.length + 1;
  }
  return spans;
}

type Cell = { cell: string; from: number };

function cellsOf(line: string, separator: string): Cell[] {
  if (line.length > 2_000 || !line.includes(separator)) return [];
  let from = 0;
  const cells = line.split(separator).map((cell) => {
    const start = from;
    from += cell.length + 1;
    return { cell, from: start };
  });
  return cells.length > MOST_CELLS ? [] : cells;
}

function inCell(cell: Cell | undefined, line: number, likely: Likely): Span[] {
  if (!cell || cell.cell.trim() === '') return [];
  const from = line + cell.from + cell.cell.search(/\S/);
  const end = line + cell.from + cell.cell.trimEnd().length;
  return likely(from).map((span) => ({ from: span.from, to: Math.min(span.to, end) }));
}

/** <input name="password" value="x">, <add key="DbPassword" value="x"/> */
const TAG = /<[a-z][^<>]{1,1000}>/gi;
const NAMING = new RegExp(
  `\\b(?:name|id|key|type)[ ]?=[ ]?["']?[\\w.:-]{0,60}?(?:${NAME.source.replaceAll('?<password>', '?:')})["'\\s>]`,
  'iu',
);
const VALUE = /\b(?:value|content|default)[ ]?=[ ]?(?:"([^"]{1,500})"|'([^']{1,500})'|([^\s"'>]{1,500}))/gi;

const secretsInTags = (text: string): Span[] =>
  [...text.matchAll(TAG)].flatMap(({ 0: tag, index }) =>
    NAMING.test(tag)
      ? [...tag.matchAll(VALUE)].map(({ 0: whole, 1: one, 2: other, 3: bare, index: at }) => {
          const value = one ?? other ?? bare ?? '';
          const from = index + at + whole.lastIndexOf(value);
          return { from, to: from + value.length };
        })
      : [],
  );

const OF_SECRET = /^[ \t>]*["']?kind["']?:[ \t]*["']?Secret\b/m;
const DATA = /^([ \t>]*)(?:data|stringData):[ \t]*$/;
const ENTRY =
  /^([ \t>]*)(?:["']?[\w.-]{1,100}["']?:[ \t]*)?(?:[|>][-+]?[ \t]*)?["']?([^"'\s][^\n]*?)?["']?[ \t]*$/;
const JSON_DATA = /"(?:data|stringData)"\s{0,10}:\s{0,10}\{([^{}]{1,20000})\}/g;
const JSON_VALUE = /:\s{0,10}"((?:[^"\\]|\\.){1,4000})"/g;

/** Every value below "data" of an object of kind Secret. */
function secretsOfKubernetes(text: string): Span[] {
  const spans: Span[] = [];
  let at = 0;
  for (const object of text.split(/(?<=^[ \t>]*(?:---|```|~~~)[^\n]*\n)/m)) {
    if (OF_SECRET.test(object)) {
      spans.push(...valuesBelowData(object, at));
      for (const { 1: data = '', 0: whole, index } of object.matchAll(JSON_DATA))
        for (const { 1: value = '', 0: pair, index: place } of data.matchAll(JSON_VALUE)) {
          const from = at + index + whole.lastIndexOf(data) + place + pair.length - 1 - value.length;
          spans.push({ from, to: from + value.length });
        }
    }
    at += object.length;
  }
  return spans;
}

function valuesBelowData(object: string, start: number): Span[] {
  const spans: Span[] = [];
  let [at, indent] = [start, -1];
  for (const line of object.split('\n')) {
    const width = line.search(/[^\s>]|$/);
    if (indent >= 0 && width <= indent && line.trim() !== '') indent = -1;
    if (indent >= 0) {
      const value = ENTRY.exec(line)?.[2] ?? '';
      const from = at + line.lastIndexOf(value);
      if (value !== '') spans.push({ from, to: from + value.length });
    }
    const data = DATA.exec(line);
    if (data) indent = width;
    at += line.length + 1;
  }
  return spans;
}
