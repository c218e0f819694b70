import type { AuditEntry } from '../../contract/calls/administration.ts';
import { inert, writeCsv } from '../text/csv-cells.ts';

type Portions = AsyncIterable<AuditEntry[]>;

const COLUMNS = [
  'id',
  'at',
  'actorId',
  'actorName',
  'action',
  'kind',
  'subjectId',
  'before',
  'after',
] as const satisfies (keyof AuditEntry)[];

export const EXPORTS: Record<
  'csv' | 'jsonl',
  { type: string; write: (portions: Portions) => AsyncGenerator<string> }
> = {
  csv: { type: 'text/csv; charset=utf-8', write: csvOf },
  jsonl: { type: 'application/jsonl; charset=utf-8', write: linesOf },
};

async function* csvOf(portions: Portions): AsyncGenerator<string> {
  yield writeCsv([[...COLUMNS]]);
  for await (const entries of portions)
    yield writeCsv(
      entries.map((entry) => COLUMNS.map((column) => inert(textOf(entry[column])))),
      { isMore: true },
    );
}

async function* linesOf(portions: Portions): AsyncGenerator<string> {
  for await (const entries of portions)
    yield entries
      .map((entry) => `${JSON.stringify(Object.fromEntries(COLUMNS.map((key) => [key, entry[key]])))}\n`)
      .join('');
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
