import { parse } from 'csv-parse/sync';
import { FILES } from '../../exports/instance/layout.ts';
import { original } from '../../text/csv-cells.ts';

export type TableRow = { line: number; cells: Record<string, string> };

/** Columns that a table requires. */
export const NEEDED_COLUMNS: Record<string, readonly string[]> = {
  [FILES.documents]: ['path', 'id'],
  [FILES.files]: ['path', 'contentType', 'id'],
  [FILES.people]: ['id', 'email'],
  [FILES.servers]: ['name', 'id'],
  [FILES.serversInBin]: ['name', 'id'],
  [FILES.members]: ['name', 'email', 'id'],
  [FILES.groups]: ['group', 'email'],
  [FILES.serverDocuments]: ['document', 'serverId'],
};

/**
 * Reads a CSV file of an export: cells by column, '' when missing. Accepts other separators, since a spreadsheet may
 * have changed them. `faulty` are lines with an invalid number of cells.
 */
export function readTable(
  text: string,
  needed: readonly string[] = [],
): { rows: TableRow[]; faulty: { line: number; reason: string }[] } | { problem: string } {
  // Text in UTF-16 contains NUL, which the database cannot store.
  if (text.includes('\0')) return { problem: 'It is not text in UTF-8' };
  const [head = ''] = text.slice(0, 5_000).split(/[\r\n]/);
  const [delimiter = ','] = [',', ';', '\t'].toSorted((a, b) => head.split(b).length - head.split(a).length);
  let records: { record: string[]; info: { lines: number } }[];
  try {
    records = parse(text, {
      bom: true,
      info: true,
      delimiter,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: 500_000,
    }) as unknown as typeof records;
  } catch (error) {
    return { problem: `It cannot be read as CSV: ${(error as Error).message.slice(0, 200)}` };
  }
  const columns = records.shift()?.record ?? [];
  const missing = needed.filter((column) => !columns.includes(column));
  if (missing.length > 0) return { problem: `Its first line does not name the column ${missing.join(', ')}` };
  const table: { rows: TableRow[]; faulty: { line: number; reason: string }[] } = { rows: [], faulty: [] };
  for (const { record, info } of records) {
    const line = info.lines;
    const cells = Object.fromEntries(columns.map((name, at) => [name, original(record[at] ?? '')]));
    // A missing or extra cell shifts all later ones.
    if (record.length === columns.length) table.rows.push({ line, cells });
    else
      table.faulty.push({
        line,
        reason: `It has ${record.length} cells, and the first line ${columns.length}`,
      });
  }
  return table;
}
