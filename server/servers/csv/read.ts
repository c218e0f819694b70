import { CsvError, parse } from 'csv-parse/sync';
import type * as z from 'zod';
import type { Check } from '../../../contract/shared/check.ts';
import {
  fieldOf,
  SERVER_FIELDS,
  serverFields,
  ServerChange,
  shortLabel,
  type ServerField,
} from '../../../contract/shared/server-fields.ts';
import { SERVER_LIMITS } from '../../../contract/shared/server-words.ts';
import type { ImportReport } from '../../../contract/calls/servers.ts';
import { faultyFields } from '../../http/errors.ts';
import { original } from '../../text/csv-cells.ts';
import { CHECK_COLUMNS, SERVER_CSV_COLUMNS } from './export.ts';
import { readAddress, withoutPlaceholder, type Cell } from './read-cell.ts';

export type CsvRow = {
  line: number;
  name: string;
  /** Cells of the check by field, as in the file; undefined without such columns. */
  check: Record<string, string> | undefined;
  change: z.output<typeof ServerChange> | undefined;
  errors: Message[];
  /** Cells that were understood in another way than they are written. */
  notices: Message[];
};
type Message = { field: string; message: string };
type CsvFile =
  | ({ rows: CsvRow[] } & Pick<ImportReport, 'nameColumn' | 'ignoredColumns' | 'renames'>)
  | { problem: string };

const folded = (header: string): string => header.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
const labelOf = (column: string): string =>
  column in SERVER_FIELDS ? SERVER_FIELDS[column as ServerField].label : column;
/** Matches the field's name or label in any notation: `ipAddress`, `IP Address`, `ip_address`. */
const byHeader = new Map(
  SERVER_CSV_COLUMNS.flatMap((column) => [column, labelOf(column)].map((header) => [folded(header), column])),
);
/** Other names of a field. People confirm these, because they may mean something else in another product. */
const bySynonym = new Map(
  serverFields
    .filter((field) => ['name', 'text', 'long', 'address'].includes(fieldOf(field).kind))
    .flatMap((field) =>
      [shortLabel(field), ...(fieldOf(field).synonyms ?? [])].map((word) => [folded(word), field]),
    ),
);
/** Lines of a title above the names of the columns. */
const MAX_TITLE = 10;
/** Headers listed in a message. */
const MAX_LISTED = 12;
const NUMBERS = new Set(['intervalSeconds', 'timeoutMs', 'retries', 'expectStatus']);
const ofKind = (kind: string) => serverFields.filter((field) => fieldOf(field).kind === kind);
const CLOSED = new Set<string>(ofKind('choice'));
/** Multi-line fields, in which whitespace matters. */
const LONG = new Set<string>(ofKind('long'));
/** Columns of a check that do not accept any text. */
const CLOSED_CHECK = new Set(Object.keys(CHECK_COLUMNS).filter((column) => column !== 'checkExpectText'));
/** A blank cell clears a field. These fields cannot be empty and keep their value. */
const NEVER_EMPTY = new Set(['environment', 'status', 'kind', 'target', 'timeoutMs', 'retries']);

/** Parses a CSV file and validates each row, with its line number. */
export function readCsv(text: string): CsvFile {
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
    if (error instanceof CsvError)
      return { problem: `This is not a CSV file: ${error.message.slice(0, 200)}` };
    throw error;
  }
  const head = headIn(records.map(({ record }) => record));
  const [header, ...rows] = withoutLastCells(records.slice(head));
  const lines = linesOf(records).slice(head + 1);
  const names = (header?.record ?? []).map((name) => name.trim().replace(/\s+/g, ' '));
  const columns = names.map((name) => byHeader.get(folded(name)));
  const cells = rows.map(({ record }) => record);
  const open = names.map((name, index) => (['hostname', undefined].includes(columns[index]) ? name : ''));
  const nameAt = columns.includes('name') ? undefined : nameColumn(open, cells.slice(0, SERVER_LIMITS.batch));
  if (nameAt !== undefined) columns[nameAt] ??= 'name';
  const problem = problemOfHeader(names, columns, nameAt);
  if (problem) return { problem };
  if (rows.length === 0) return { problem: 'There is no server below the header' };
  if (rows.length > SERVER_LIMITS.batch)
    return { problem: `Import at most ${SERVER_LIMITS.batch} servers at once` };
  // Details of a check count only together with its kind.
  const isTaken = (column: string | undefined) =>
    column !== undefined && (columns.includes('checkKind') || !(column in CHECK_COLUMNS));
  const filled = new Set<number>();
  for (const record of cells)
    for (const [index, cell] of record.entries()) if (cell.trim() !== '') filled.add(index);
  const ignoredColumns = columns.flatMap((column, index) => {
    if (isTaken(column) || (names[index] === '' && !filled.has(index))) return [];
    return [names[index] || `column ${index + 1}, which has no name`];
  });
  return {
    nameColumn: nameAt === undefined ? null : (names[nameAt] ?? null),
    ignoredColumns,
    renames: ignoredColumns.flatMap((column) => {
      const field = bySynonym.get(folded(column));
      return field && !columns.includes(field) ? [{ column, to: labelOf(field) }] : [];
    }),
    rows: withoutDoubles(cells.map((record, at) => readRow(record, columns, names, lines[at] ?? 0))),
  };
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

function problemOfHeader(
  names: string[],
  columns: (string | undefined)[],
  nameAt: number | undefined,
): string | undefined {
  const again = columns.findIndex((column, index) => column && columns.indexOf(column) < index);
  const column = columns[again];
  if (column) {
    const [one = '', other = ''] = [names[columns.indexOf(column)], names[again]];
    return one.toLowerCase() === other.toLowerCase()
      ? `The column “${column}” stands twice in the first line`
      : `The columns “${one}” and “${other}” both mean “${column}”. Rename the one that is to be left out`;
  }
  if (columns.includes('name') || nameAt !== undefined) return undefined;
  const listed = names.filter((name) => name !== '').slice(0, MAX_LISTED);
  const found = listed.map((name) => `“${name.slice(0, 50)}”`).join(', ');
  const what = 'The first line must name the columns; “name” is missing';
  return found ? `${what}. Rename the column that holds the server names to “name”. Found: ${found}` : what;
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
  for (const [index, column] of columns.entries()) {
    if (column === undefined || record[index] === undefined) continue;
    const { value, notice } = cellOf(record[index], column);
    if (notice !== undefined) notices.push({ field: column, message: notice });
    const key = CHECK_COLUMNS[column as keyof typeof CHECK_COLUMNS];
    if (key) check[key] = value;
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
    change: errors.length > 0 ? undefined : parsed.data,
    errors,
    notices,
  };
}

/** The option, or the only one that begins with the value: `Prod` for production. */
function optionOf(column: ServerField, value: string): string | undefined {
  const word = value.toLowerCase();
  const options = fieldOf(column).options ?? [];
  const [option, ...others] = word.length < 3 ? [] : options.filter((one) => one.startsWith(word));
  return options.find((one) => one === word) ?? (others.length > 0 ? undefined : option);
}

const tooMany = (record: string[], columns: unknown[]): string =>
  `This row has ${record.length} cells, the first line names ${columns.length} columns. Put quotes around a value that holds the separator`;

/** Other products use different values, such as the status “active”; the message lists ours. */
function withWayOut(error: CsvRow['errors'][number], headerOf: (field: string) => string) {
  const header = headerOf(error.field);
  if (!CLOSED.has(error.field) || header === error.field) return error;
  return { ...error, message: `${error.message}. Rename the column “${header}” to leave it out` };
}

/** Trims invisible outer spaces, except in long texts and in cells that we exported. */
function cellOf(written: string, column: string): Cell {
  const before = original(written);
  if (before !== written) return { value: before };
  if (column === 'ipAddress') return readAddress(written);
  const option = CLOSED.has(column) && optionOf(column as ServerField, written.trim());
  if (option) return { value: option };
  if (CLOSED.has(column) || CLOSED_CHECK.has(column)) return withoutPlaceholder(written.trim());
  // Servers are called "dhcp" or "unknown", but not "n/a".
  if (column === 'hostname' && !/^[\p{L}\p{N}.-]*[\p{L}\p{N}][\p{L}\p{N}.-]*$/u.test(written.trim()))
    return withoutPlaceholder(written.trim());
  return { value: LONG.has(column) && written.trim() !== '' ? written : written.trim() };
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
    const message = `The same name stands on line ${earlier}`;
    return { ...row, change: undefined, errors: [...row.errors, { field: 'name', message }] };
  });
}

/** Words of a column that may hold names: `VM`, `Hostname`, `Asset Name`, `Rechnername`. */
const NAME_WORD = /^(?:.*name|.*host|server|vm|computer|machine|device|node|fqdn|nom|serveur|nombre)$/;
/** Numbers, dates, addresses and ids, which other columns of names hold as well. */
const NOT_A_NAME = /^[\d\s.:/-]*$|:.*:|^[\da-f]{8}-[\da-f-]{27}$/i;

/** Columns that are compared; a file may have tens of thousands. */
const MOST_COLUMNS = 100;

const mayHoldNames = (header: string): boolean =>
  header
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .some((word) => NAME_WORD.test(word));

/**
 * The column that identifies the rows of a file without a column of this product's: of those that may hold names, the
 * one with the most different ones. Undefined when even that identifies less than half of the rows.
 */
function nameColumn(headers: string[], rows: string[][]): number | undefined {
  const indexes = headers.flatMap((header, index) => (mayHoldNames(header) ? index : []));
  const candidates = indexes.slice(0, MOST_COLUMNS).map((index) => {
    const names = rows
      .map((cells) => (cells[index] ?? '').trim().toLowerCase())
      .filter((cell) => cell.length <= SERVER_LIMITS.name && !NOT_A_NAME.test(cell));
    return { index, count: new Set(names).size };
  });
  const [best] = candidates.toSorted((a, b) => b.count - a.count);
  return best && best.count * 2 > rows.length ? best.index : undefined;
}
