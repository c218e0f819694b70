import { stringify } from 'csv-stringify/sync';

/** Whatever splits a cell further also removes its quotes. */
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

/** Prefixes formulas with an apostrophe, which spreadsheets treat as "this is text". */
export const inert = (value: string): string => value.replace(FORMULAS, "'");
/** Removes the apostrophe again; keeps a quote that somebody wrote before a word. */
export const original = (value: string): string => value.replace(MARKED, '');

/**
 * RFC 4180: quotes any line break, not only CRLF. Excel reads a file without byte-order mark as Windows-1252, so the
 * first rows start with one. `isMore`: the rows continue a started file.
 */
export const writeCsv = (rows: string[][], { isMore = false } = {}): string =>
  stringify(rows, { bom: !isMore, record_delimiter: '\r\n', quoted_match: /[\r\n]/ });
