import { stringify } from 'csv-stringify/sync';
import type { Check } from '../../../contract/checks.ts';
import { TEXT_FIELDS } from '../fields.ts';
import type { ServerRow } from '../fields.ts';

/** Fields of a check, as columns. */
export const CHECK_COLUMNS = {
  checkKind: 'kind',
  checkTarget: 'target',
  checkIntervalSeconds: 'intervalSeconds',
  checkTimeoutMs: 'timeoutMs',
  checkRetries: 'retries',
  checkExpectStatus: 'expectStatus',
  checkExpectText: 'expectText',
} as const satisfies Record<string, keyof Check>;

type TextColumn = (typeof TEXT_FIELDS)[number] | 'status';
export const COLUMNS = [...TEXT_FIELDS, 'status', ...Object.keys(CHECK_COLUMNS)] as const;

/** Quotes are taken off by whoever parts a cell again. */
const BEGINS = String.raw`["\s]*[=+\-@＝＋－＠']`;
/**
 * Where a spreadsheet would begin to calculate: at the start of a cell, and after a semicolon, tab or line break, which begin
 * a cell where columns are parted by them; with our own sign before it, which must come back as it was. A cell that begins
 * with a tab or a line break is marked too: some programs look behind these, and others take them away.
 */
const places = (sign: string) =>
  new RegExp(`(?<=^|[;\\t\\r\\n])${sign}(?=${BEGINS})|^${sign}(?=[\\t\\r\\n])`, 'g');
const FORMULAS = places('');
const MARKED = places("'");

/** A sign in front that spreadsheets take for "this is text". */
const inert = (value: string): string => value.replace(FORMULAS, "'");
/** The text as it was before; a quote that somebody wrote before a word stays. */
export const original = (value: string): string => value.replace(MARKED, '');

/**
 * RFC 4180 with a header row of the seed's field names; any line break is quoted, not only that between rows. Excel takes a
 * file without a byte-order mark for one in Windows-1252.
 */
export function toCsv(rows: ServerRow[]): string {
  const records = rows.map((row) =>
    COLUMNS.map((column) => {
      const key = CHECK_COLUMNS[column as keyof typeof CHECK_COLUMNS];
      const value = key ? row.check?.[key] : row[column as TextColumn];
      return value === null || value === undefined ? '' : inert(String(value));
    }),
  );
  return stringify([[...COLUMNS], ...records], {
    bom: true,
    record_delimiter: '\r\n',
    quoted_match: /[\r\n]/,
  });
}
