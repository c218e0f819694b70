import { CsvError, parse } from 'csv-parse/sync';
import type * as z from 'zod';
import type { Check } from '../../../contract/shared/check.ts';
import { ServerChange } from '../../../contract/shared/server-fields.ts';
import { SERVER_LIMITS } from '../../../contract/shared/server-words.ts';
import type { ImportReport } from '../../../contract/calls/servers.ts';
import { faultyFields } from '../../http/errors.ts';
import { byHeader, columnsOf, folded, MOST_COLUMNS, problemOfHeader, type CsvColumn } from './columns.ts';
import { CHECK_COLUMNS, DEPENDS_ON } from './export.ts';
import { cellOf, CLOSED } from './cell-by-column.ts';

export type CsvRow = {
  line: number;
  name: string;
  /** Cells of the check by field, as in the file; undefined without such columns. */
  check: Record<string, string> | undefined;
  /** What it needs, as in the file; undefined without such a column. */
  dependsOn: string | undefined;
  /** Addresses of the cell beside the first one. They go to the notes. */
  otherAddresses: string[];
  change: z.output<typeof ServerChange> | undefined;
  errors: Message[];
  /** Cells that were understood in another way than they are written. */
  notices: Message[];
};
type Message = { field: string; message: string };
type CsvFile =
  | ({ rows: CsvRow[] } & Pick<ImportReport, 'nameColumn' | 'ignoredColumns' | 'columns'>)
  | { problem: string };

/** Lines of a title above the names of the columns. */
const MAX_TITLE = 10;
const NUMBERS = new Set(['intervalSeconds', 'timeoutMs', 'retries', 'expectStatus']);
/** A blank cell clears a field. These fields cannot be empty and keep their value. */
const NEVER_EMPTY = new Set(['environment', 'status', 'kind', 'target', 'timeoutMs', 'retries']);

/** The same with one argument, for the separate thread. */
export const readUpload = (upload: {
  text: string;
  chosen: (CsvColumn | undefined)[] | undefined;
}): CsvFile => readCsv(upload.text, upload.chosen);

/**
 * Parses a CSV file and validates each row, with its line number. `chosen` has the field of each of the first columns, undefined
 * for one that is left out; without it the headers say what the columns mean.
 */
export function readCsv(text: string, chosen?: (CsvColumn | undefined)[]): CsvFile {
  let records: { record: string[]; info: { lines: number } }[];
  try {
    records = parse(text, {
      bom: true,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      // Spreadsheets write blank lines as `;;;`.
      skip_records_with_empty_values: true,
      ...shapeOf(text),
      max_record_size: 200_000,
    }) as unknown as typeof records;
  } catch (error) {
    if (error instanceof CsvError) return { problem: problemOfParser(error) };
    throw error;
  }
  const head = headIn(records.map(({ record }) => record));
  const [header, ...rows] = withoutLastCells(records.slice(head));
  const lines = linesOf(records).slice(head + 1);
  const names = (header?.record ?? []).map((name) => name.trim().replace(/\s+/g, ' '));
  const cells = rows.map(({ record }) => record);
  const examples = examplesIn(cells);
  const columns = columnsOf(names, cells.slice(0, SERVER_LIMITS.batch), chosen);
  const problem = problemOfHeader(names, columns, chosen !== undefined);
  if (problem) return { problem };
  if (rows.length === 0) return { problem: 'There is no server below the header' };
  if (rows.length > SERVER_LIMITS.batch)
    return { problem: `Import at most ${SERVER_LIMITS.batch} servers at once` };
  // Details of a check count only together with its kind.
  const isTaken = (column: string | undefined) =>
    column !== undefined && (columns.includes('checkKind') || !(column in CHECK_COLUMNS));
  const labels = names.map((name, index) => name || `column ${index + 1}, which has no name`);
  const ignoredColumns = labels.filter(
    (_, index) => !isTaken(columns[index]) && (names[index] !== '' || examples.has(index)),
  );
  const nameAt = columns.includes('name') ? columns.indexOf('name') : columns.indexOf('hostname');
  return {
    nameColumn: byHeader.get(folded(names[nameAt] ?? '')) === 'name' ? null : (names[nameAt] ?? null),
    ignoredColumns,
    columns: labels.slice(0, MOST_COLUMNS).map((column, index) => ({
      column,
      field: columns[index] ?? null,
      example: examples.get(index) ?? null,
    })),
    rows: withoutDoubles(cells.map((record, at) => readRow(record, columns, names, lines[at] ?? 0))),
  };
}

const REMEDIES: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'a quotation mark is not closed. Put one behind the value that begins with it',
  INVALID_OPENING_QUOTE:
    'a quotation mark stands amid a value. Put quotes around the whole value, and write each one in it twice',
  CSV_INVALID_CLOSING_QUOTE:
    'a quotation mark is followed by more of the value. Write each quotation mark within the value twice',
  CSV_MAX_RECORD_SIZE: 'the row is longer than 200 000 characters. Shorten it, or close its quotation mark',
};

function problemOfParser(error: CsvError): string {
  const { code, lines, column } = error as CsvError & { lines?: number; column?: number | string };
  const remedy = REMEDIES[code];
  if (!remedy) return `This is not a CSV file: ${error.message.slice(0, 200)}`;
  const cell = typeof column === 'number' ? `, column ${column + 1}` : '';
  return `This is not a CSV file: on line ${lines ?? 1}${cell}, ${remedy}`;
}

/** Characters of an example. */
const LONGEST_EXAMPLE = 80;

/** The first cell of each column that is not blank. */
function examplesIn(rows: string[][]): Map<number, string> {
  const examples = new Map<number, string>();
  for (const record of rows)
    for (const [index, cell] of record.entries()) {
      const text = examples.has(index) ? '' : cell.trim();
      if (text !== '') examples.set(index, text.replaceAll(/\s+/g, ' ').slice(0, LONGEST_EXAMPLE));
    }
  return examples;
}

/**
 * The line on which each row begins. The parser counts up to the end of a row, whose cells may have several lines, and
 * takes the two characters of a line end within a cell for two lines.
 */
function linesOf(records: { record: string[]; info: { lines: number } }[]): number[] {
  let doubled = 0;
  return records.map(({ record, info }) => {
    const cells = record.join('');
    const line = info.lines - doubled - (cells.match(/[\r\n]/g)?.length ?? 0);
    doubled += cells.match(/\r\n/g)?.length ?? 0;
    return line;
  });
}

/** Reports have a title above the names of their columns, which are the first row that is not mostly empty. */
function headIn(records: string[][]): number {
  const first = records.slice(0, MAX_TITLE);
  const at = first.findIndex(isHead);
  const widths = first.map((cells) => cells.filter((cell) => cell.trim() !== '').length);
  return at >= 0
    ? at
    : Math.max(
        0,
        widths.findIndex((width) => width * 2 > Math.max(...widths)),
      );
}

const isHead = (cells: string[]): boolean =>
  cells.some((cell) => byHeader.get(folded(cell)) === 'name') && cells.filter(Boolean).length > 1;

/** Some programs end each row, but not the names of the columns, with a separator. */
function withoutLastCells<Row extends { record: string[] }>([head, ...rows]: Row[]): Row[] {
  const columns = head?.record.length ?? 0;
  const isEnded = rows.every(({ record }) => record.length === columns + 1 && record.at(-1)?.trim() === '');
  if (!head || !isEnded) return head ? [head, ...rows] : [];
  return [head, ...rows.map((row) => ({ ...row, record: row.record.slice(0, -1) }))];
}

const SEPARATORS = [',', ';', '\t', '|'];

/**
 * The column separator: Excel may declare it in a separate line; many countries use a semicolon, copied tables a tab.
 * PowerShell writes a type above.
 */
function shapeOf(text: string): { delimiter: string; from_line?: number } {
  const [head = '', declared] = /^\s*(?:"?sep=([,;|\t])"?|#TYPE [^\r\n]*)(?:\r\n|\n|\r)/i.exec(text) ?? [];
  const start = head === '' ? {} : { from_line: head.split(/\r\n|\n|\r/).length };
  if (declared) return { delimiter: declared, ...start };
  const lines = text
    .slice(head.length)
    .trimStart()
    .slice(0, 5_000)
    .split(/[\r\n]+/)
    .slice(0, MAX_TITLE);
  const header =
    lines.find((line) => SEPARATORS.some((one) => isHead(line.split(one)))) ??
    lines.find((line) => SEPARATORS.some((one) => line.includes(one))) ??
    '';
  const parts = SEPARATORS.map((delimiter) => ({ delimiter, count: header.split(delimiter).length }));
  return {
    delimiter: parts.reduce((best, one) => (one.count > best.count ? one : best)).delimiter,
    ...start,
  };
}

function readRow(record: string[], columns: (string | undefined)[], names: string[], line: number): CsvRow {
  const given: Record<string, unknown> = {};
  const check: Record<string, string> = {};
  const notices: Message[] = [];
  const otherAddresses: string[] = [];
  let dependsOn: string | undefined;
  for (const [index, column] of columns.entries()) {
    if (column === undefined || record[index] === undefined) continue;
    const { value, notice, others = [] } = cellOf(record[index], column);
    otherAddresses.push(...others);
    if (notice !== undefined) notices.push({ field: column, message: notice });
    const key = CHECK_COLUMNS[column as keyof typeof CHECK_COLUMNS];
    if (key) check[key] = value;
    else if (column === DEPENDS_ON) dependsOn = value;
    else if (value !== '' || !NEVER_EMPTY.has(column)) given[column] = value || null;
  }
  if (!columns.includes('name')) given['name'] = given['hostname'];
  const name = typeof given['name'] === 'string' ? given['name'] : '';
  const parsed = ServerChange.safeParse({ ...given, name });
  const headerOf = (field: string) => names[columns.indexOf(field)] ?? field;
  const errors = parsed.error ? errorsOf(parsed.error).map((one) => withWayOut(one, headerOf)) : [];
  // An unquoted separator in a value shifts all later cells, so none of them is trustworthy.
  if (record.length > columns.length) errors.unshift({ field: 'row', message: tooMany(record, columns) });
  return {
    line,
    // In its stored form, since look-alike names mean the same server.
    name: parsed.data?.name ?? name,
    check: columns.includes('checkKind') ? check : undefined,
    dependsOn,
    otherAddresses,
    change: errors.length > 0 ? undefined : parsed.data,
    errors,
    notices,
  };
}

const tooMany = (record: string[], columns: unknown[]): string =>
  `This row has ${record.length} cells, the first line names ${columns.length} columns. Put quotes around a value that holds the separator`;

/** Other products use different values, such as the status “active”; the message lists ours. */
function withWayOut(error: CsvRow['errors'][number], headerOf: (field: string) => string) {
  const header = headerOf(error.field);
  if (!CLOSED.has(error.field) || header === error.field) return error;
  return { ...error, message: `${error.message}. Change the value, or leave the column “${header}” out` };
}

const errorsOf = (error: z.core.$ZodError) =>
  Object.entries(faultyFields(error)).map(([field, message]) => ({ field, message }));

/** Completes the check of a row from its cells and the server's current check. Blank cells alone remove the check. */
export function withCheck(row: CsvRow, stored: Check | null | undefined): CsvRow {
  if (!row.check) return row;
  const cells = Object.entries(row.check);
  const check: Record<string, unknown> = { ...stored };
  for (const [key, value] of cells) {
    if (value !== '') check[key] = NUMBERS.has(key) ? Number(value) : value;
    else if (!NEVER_EMPTY.has(key)) delete check[key];
  }
  const isNone = cells.every(([, value]) => value === '');
  const parsed = ServerChange.safeParse({ check: isNone ? null : check });
  if (parsed.error) return { ...row, change: undefined, errors: [...row.errors, ...errorsOf(parsed.error)] };
  return { ...row, change: row.change && { ...row.change, check: parsed.data.check } };
}

/** A name in two rows makes both of them ambiguous. */
function withoutDoubles(rows: CsvRow[]): CsvRow[] {
  const first = new Map<string, number>();
  return rows.map((row) => {
    const key = row.name.toLowerCase();
    const earlier = first.get(key);
    if (key !== '' && earlier === undefined) first.set(key, row.line);
    if (key === '' || earlier === undefined) return row;
    const message = `The same name stands on line ${earlier}. Rename or remove one of the two rows`;
    return { ...row, change: undefined, errors: [...row.errors, { field: 'name', message }] };
  });
}
