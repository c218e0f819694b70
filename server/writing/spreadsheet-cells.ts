/** Stands for a line end inside of a cell, until the table is written. */
export const CELL_LINE = '\u2028';

/** Lines that one cell may have. */
const LONGEST = 50;
/** The last cell of a line begins with a quotation mark and does not end. */
const OPEN = /(?:^|\t)"(?:[^"\t]|"")*$/;
const QUOTED = /(^|\t)"((?:[^"]|"")*)"(?=\t|$)/g;

/** Spreadsheets write a cell of several lines between quotation marks. Joins such rows if they have as many cells as a row beside. */
export function joinedCells(lines: string[]): string[] {
  const joined: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const end = OPEN.test(lines[at] ?? '') ? endOfRow(lines, at) : undefined;
    const row = end && lines.slice(at, end).join(CELL_LINE).replace(QUOTED, unquoted);
    const cells = row ? cellsIn(row) : 0;
    const isTable =
      cells > 1 && [joined.at(-1), lines[end ?? at]].some((beside) => cellsIn(beside ?? '') === cells);
    if (row && end && isTable) at = end - 1;
    joined.push(row && isTable ? row : (lines[at] ?? ''));
  }
  return joined;
}

const cellsIn = (row: string): number => row.split('\t').length;

const unquoted = (_: string, before: string, cell: string): string => before + cell.replaceAll('""', '"');

/** The line after a row whose quotation marks are complete. */
function endOfRow(lines: string[], start: number): number | undefined {
  let marks = 0;
  for (let at = start; at < Math.min(lines.length, start + LONGEST); at++) {
    marks += (lines[at] ?? '').split('"').length - 1;
    if (marks % 2 === 0) return at + 1;
  }
  return undefined;
}
