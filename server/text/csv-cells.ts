import { stringify } from 'csv-stringify/sync';

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
export const inert = (value: string): string => value.replace(FORMULAS, "'");
/** The text as it was before; a quote that somebody wrote before a word stays. */
export const original = (value: string): string => value.replace(MARKED, '');

/**
 * RFC 4180: any line break is quoted, not only that between rows. Excel takes a file without a byte-order mark for one in
 * Windows-1252, so the first rows begin with one; `isMore` are rows of a file that was begun before.
 */
export const writeCsv = (rows: string[][], { isMore = false } = {}): string =>
  stringify(rows, { bom: !isMore, record_delimiter: '\r\n', quoted_match: /[\r\n]/ });
