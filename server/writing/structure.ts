import { codeRegions } from './code/code-regions.ts';
import type { Region } from './code/detector.ts';
import { fencedLines } from './code/fences.ts';
import { isLog } from './code/line-forms.ts';
import { asEntry, asListed, headingOf, isHeading } from './entries.ts';
import { withLinesKept } from './kept-lines.ts';
import { type Table, tableLines, tablesIn } from './tables.ts';
import { isMeantAsHtml, withAngleWords, withoutAccidents } from './plain-prose.ts';

/**
 * Marks what a text shows by its form alone, so that it reads as markdown: headings, entries of lists, commands and console
 * output. Words stay as they are and in their order, and a reader sees each; marking twice changes nothing more.
 */
export const structured = (text: string): string => marked(linesOf(text), true);

/** The same of a text that was pasted, whose signs mean themselves unless it is markdown already. */
export function structuredPaste(text: string): string {
  const lines = linesOf(text);
  return marked(lines, isMarkdown(lines));
}

const linesOf = (text: string): string[] => text.replace(/\r\n?/g, '\n').replaceAll('\u0000', '').split('\n');

/** What nobody writes who does not write markdown. */
const isMarkdown = (lines: string[]): boolean =>
  fencedLines(lines).includes(true) ||
  lines.some((line) =>
    /^\|?(?: ?:?-{3,}:? ?\|){1,50} ?(?::?-{3,}:?)? ?$|\]\((?:https?:|\/)|\*\*[^*\s][^*\n]{0,200}\*\*|^#{2,6} \S/.test(
      line.slice(0, 2_000),
    ),
  );

/** The texts of the headings, in order. */
export function markdownHeadings(lines: string[]): string[] {
  const isCode = fencedLines(lines);
  return lines.flatMap((line, number) => {
    const [, heading] = /^#{1,6}[ \t]+([^\n]+)$/.exec(line) ?? [];
    return heading && !isCode[number] ? [heading.trim()] : [];
  });
}

/** The entry of a list under which lines stand: how far in its text begins, its number, and what came since. */
type Item = { indent: number; number: number | undefined; isBlankSince: boolean; hasCode: boolean };

function marked(given: string[], isDocument: boolean): string {
  const lines = withoutDoubleBlanks(given).split('\n');
  const isFenced = fencedLines(lines);
  const regions = new Map(codeRegions(lines, isDocument ? isMeantAsHtml : undefined).map((region) => [region.from, region]));
  const tables = isDocument ? new Map<number, Table>() : tablesAmong(regions, lines, isFenced);
  const isCode = [...isFenced];
  for (const { from, to } of [...regions.values(), ...tables.values()]) isCode.fill(true, from, to);
  const headings = markdownHeadings(lines.map((line, n) => (isCode[n] ? '' : line)));
  const lastText = lines.findLastIndex((line) => line.trim() !== '');
  const prose = isDocument ? asListed(lines, isCode) : withLinesKept(asListed(lines, isCode), isCode);
  const out: string[] = [];
  let item: Item | undefined;
  for (let at = 0; at < lines.length; at++) {
    const region = regions.get(at);
    const table = tables.get(at);
    const line = prose[at] ?? '';
    if (table) {
      out.push(...tableLines(table, (cell) => asProse(cell, isDocument)));
      item = undefined;
      at = table.to - 1;
    } else if (region) {
      item = stillIn(item, region, lines);
      out.push(...fenced(lines.slice(region.from, region.to), region.language, item?.indent ?? 0));
      if (item) Object.assign(item, { hasCode: true, isBlankSince: false });
      at = region.to - 1;
    } else if (isFenced[at]) out.push(line);
    else if (line.trim() === '') {
      out.push('');
      if (item) item.isBlankSince = true;
    } else if (headings.length === 0 && at < lastText && isHeading(line)) {
      out.push('', asProse(headingOf(line), isDocument), '');
      item = undefined;
    } else {
      const entry = asEntry(line);
      const own = itemIn(entry);
      if (!own && item && (item.isBlankSince ? !/^\s{2}/.test(line) : /^#{1,6} |^>/.test(line))) item = undefined;
      const isUnder = !own && item?.hasCode === true && !/^\s/.test(line);
      const placed = isDocument ? entry : dedented(entry, own ?? item, item !== undefined);
      if (!isDocument && !own && isUnderline(placed, out.at(-1) ?? '')) out.push('');
      out.push(' '.repeat(isUnder ? (item?.indent ?? 0) : 0) + asProse(placed, isDocument));
      item = own ?? item;
    }
  }
  return withoutDoubleBlanks(out);
} // prettier-ignore

/** Tables that are no output of a command; what looked like one by its columns is one no more. */
function tablesAmong(regions: Map<number, Region>, lines: string[], isFenced: boolean[]): Map<number, Table> {
  const isTaken = [...isFenced];
  for (const { from, to, language } of regions.values())
    if (language !== 'text') isTaken.fill(true, from, to);
  const areWithin = (table: Table) =>
    [...regions.values()].every(
      ({ from, to }) => to <= table.from || from >= table.to || (from >= table.from && to <= table.to),
    );
  const tables = tablesIn(lines, isTaken).filter(
    (table) => areWithin(table) && !isLog(lines[table.from] ?? ''),
  );
  for (const table of tables)
    for (const { from } of regions.values()) if (from >= table.from && from < table.to) regions.delete(from);
  return new Map(tables.map((table) => [table.from, table]));
}

const asProse = (line: string, isDocument: boolean): string =>
  withAngleWords(isDocument ? line : withoutAccidents(line), isDocument);

function itemIn(line: string): Item | undefined {
  const [mark, number] = /^\s*(?:[-*+]|(\d{1,3})[.)])[ \t]+(?=\S)/.exec(line.slice(0, 200)) ?? [];
  if (mark === undefined) return undefined;
  return { indent: mark.length, number: number ? Number(number) : undefined, isBlankSince: false, hasCode: false };
} // prettier-ignore

/** Code belongs to the step above it where nothing stands between, or the next step follows it. */
function stillIn(item: Item | undefined, { from, to }: Region, lines: string[]): Item | undefined {
  if (!item?.isBlankSince || /^(?: {2}|\t)/.test(lines[from] ?? '')) return item;
  const below = itemIn(asEntry(lines.slice(to, to + 3).find((line) => line.trim() !== '') ?? ''));
  return below && below.number === (item.number === undefined ? undefined : item.number + 1)
    ? item
    : undefined;
}

/** Four blanks before a text would make code of it. */
function dedented(line: string, item: Item | undefined, isInList: boolean): string {
  const most = isInList ? Math.max(item?.indent ?? 0, 3) : 0;
  return line.replaceAll('\t', '    ').replace(/^ +/, (blanks) => ' '.repeat(Math.min(blanks.length, most)));
}

/** A rule of dashes right under a text would make a heading of it. */
const isUnderline = (line: string, above: string): boolean =>
  /^\s*(?:-+|=+)\s*$/.test(line) &&
  above.trim() !== '' &&
  (line.trim().length < 3 || !/^[A-Z][^.!?:]{2,60}$/.test(above));

function fenced(code: string[], language: string, indent: number): string[] {
  const pad = ' '.repeat(indent);
  const first = Math.min(...code.filter((line) => line.trim() !== '').map((line) => /^\s*/.exec(line)?.[0].length ?? 0));
  const fence = code.some((line) => line.includes('```')) ? '````' : '```';
  const shown = code.map((line) => (line.trim() === '' ? '' : pad + line.slice(first)));
  return [`${pad}${fence}${language}`, ...shown, pad + fence];
} // prettier-ignore

/** At most one blank line in a row outside of code, none at the ends. */
function withoutDoubleBlanks(lines: string[]): string {
  const isCode = fencedLines(lines);
  const kept = lines.filter(
    (line, n) => isCode[n] || line.trim() !== '' || (n > 0 && (isCode[n - 1] || lines[n - 1]?.trim() !== '')),
  );
  const isText = (line: string) => line.trim() !== '';
  return kept.slice(Math.max(0, kept.findIndex(isText)), kept.findLastIndex(isText) + 1).join('\n');
}
