import type { Check } from '../../../contract/shared/check.ts';
import type { Db } from '../../db/open.ts';
import type { LongList } from '../../http/long-list.ts';
import { inert, writeCsv } from '../../text/csv-cells.ts';
import { listDependsOn } from '../needs.ts';
import { TEXT_FIELDS, type ServerRow } from '../fields.ts';

/** Fields of a check by column. */
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
export const SERVER_CSV_COLUMNS = [...TEXT_FIELDS, 'status', ...Object.keys(CHECK_COLUMNS)] as const;

/** What a server needs, which is no field of it. */
export const DEPENDS_ON = 'depends_on';
/** The columns of a file. */
export const CSV_COLUMNS = [...SERVER_CSV_COLUMNS, DEPENDS_ON] as const;

/** A header row of field names, and a row per server, written while they are read. */
export async function* csvOf(db: Db, list: LongList<ServerRow>): AsyncGenerator<string> {
  yield writeCsv([[...CSV_COLUMNS]]);
  for await (const rows of list.portions()) {
    const dependsOn = await listDependsOn(
      db,
      rows.map(({ id }) => id),
    );
    yield writeCsv(
      rows.map((row) => [...serverCells(row), dependsOn.get(row.id) ?? ''].map(inert)),
      { isMore: true },
    );
  }
}

/** In the order of the columns. */
export const serverCells = (row: ServerRow): string[] =>
  SERVER_CSV_COLUMNS.map((column) => {
    const key = CHECK_COLUMNS[column as keyof typeof CHECK_COLUMNS];
    const value = key ? row.check?.[key] : row[column as TextColumn];
    return value === null || value === undefined ? '' : String(value);
  });
