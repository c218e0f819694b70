/** Rows as they come out of spreadsheets: cells apart by tabs, semicolons or commas. */

const SIGNS = ['\t', ';', ','];
/** Columns and characters of a row beyond which nobody reads a table. */
const MOST_COLUMNS = 30;
const LONGEST_ROW = 5_000;

/** The cells of a row; a sign in quotes stands for itself. */
function cellsOf(line: string, sign: string): string[] {
  if (sign === '\t' || !line.includes('"')) return line.split(sign);
  const parts = line.match(/"(?:[^"\n]|"")*"|[^"\n]/g) ?? [];
  const cells = [''];
  for (const part of parts) {
    if (part === sign) cells.push('');
    else cells.push((cells.pop() ?? '') + (part.length > 1 ? part.slice(1, -1).replaceAll('""', '"') : part));
  }
  return cells;
}

/** Cells of a file are short and no parts of a sentence, in which a blank follows each comma. */
const areCells = (cells: string[], sign: string): boolean =>
  cells.length > 1 && cells.length <= MOST_COLUMNS && cells.filter((cell) => cell.trim() !== '').length > 0 &&
  (sign === '\t' || cells.every((cell) => cell.length <= 80 && !/^\s|[.!?{}()]\s*$|[<>{}]/.test(cell))); // prettier-ignore

export type Table = { from: number; to: number; rows: string[][] };

/** Runs of at least two rows of tabs, or three of other signs, with as many cells each. */
export function tablesIn(lines: string[], isCode: boolean[]): Table[] {
  const tables: Table[] = [];
  for (let at = 0; at < lines.length; at++) {
    const table = SIGNS.map((sign) => tableAt(lines, isCode, at, sign)).find(Boolean);
    if (!table) continue;
    tables.push(table);
    at = table.to - 1;
  }
  return tables;
}

function tableAt(lines: string[], isCode: boolean[], from: number, sign: string): Table | undefined {
  const rowAt = (at: number): string[] => {
    const line = lines[at] ?? '';
    return isCode[at] || line.length > LONGEST_ROW || !line.includes(sign) || /^[\s|]/.test(line) ? [] : cellsOf(line, sign);
  };
  const rows: string[][] = [];
  for (let cells = rowAt(from); areCells(cells, sign) && cells.length === (rows[0] ?? cells).length; cells = rowAt(from + rows.length))
    rows.push(cells);
  const isHead = sign === '\t' || (rows[0] ?? []).every((cell) => /^[\p{L}_][^.:]{0,40}$/u.test(cell));
  const least = sign === ',' && (rows[0]?.length ?? 0) < 3 ? 3 : 2;
  return isHead && rows.length >= least ? { from, to: from + rows.length, rows } : undefined;
} // prettier-ignore

/** The rows as a table of markdown, the first as its head; `shown` makes a cell safe to stand in it. */
export function tableLines({ rows }: Table, shown: (cell: string) => string): string[] {
  const line = (cells: string[]) => `| ${cells.map((cell) => shown(cell.trim()).replaceAll('|', '\\|')).join(' | ')} |`;
  const [head = [], ...rest] = rows;
  return ['', line(head), `|${head.map(() => ' --- |').join('')}`, ...rest.map(line), ''];
} // prettier-ignore
