import * as z from 'zod';
import type { DocumentFilters, DocumentItem, DocumentQuery } from '../../contract/calls/documents.ts';
import type { Reader } from '../actor.ts';
import { decodeCursor, encodeCursor } from '../http/cursor.ts';
import { Page } from '../http/endpoint.ts';
import { LongList } from '../http/long-list.ts';
import { findEntries, MAY_READ, type EntryQuery } from './entries.ts';
import type { CopyFile } from './file.ts';
import type { CopiedDocument } from './sources.ts';

/** Those of these documents that the reader may read, in this order. */
export function copiedDocuments(file: CopyFile, { principals }: Reader, ids: string[]): CopiedDocument[] {
  const rows = file.all<{ data: string }>(
    `select data from items where kind = 'document' and id in (select value from json_each(:ids)) and ${MAY_READ}`,
    { ids: JSON.stringify(ids), principals: JSON.stringify(principals) },
  );
  const byId = new Map(
    rows.map(({ data }) => JSON.parse(data) as CopiedDocument).map((row) => [row.id, row]),
  );
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** An empty filter, as forms send it, has no effect. */
export const entryQuery = (reader: Reader, filters: DocumentFilters): EntryQuery => ({
  q: filters.q,
  kinds: ['document'],
  reader,
  filters: {
    type: filters.type === 'all' ? undefined : filters.type || undefined,
    category: filters.category?.trim() ? filters.category : undefined,
    tag: filters.tag?.trim() ? filters.tag : undefined,
  },
});

/** As cursors of the database: score, time and id of the last row. A list goes on where it was. */
const Position = z.tuple([z.number(), z.string(), z.uuid()], z.unknown());

export function listCopiedDocuments(
  file: CopyFile,
  reader: Reader,
  query: DocumentQuery,
): Page<LongList<DocumentItem>> {
  const { limit = Infinity, cursor, fields } = query;
  const rows = findEntries(file, entryQuery(reader, query));
  const after = cursor === undefined ? undefined : decodeCursor(cursor, Position)[2];
  const start = after === undefined ? 0 : rows.findIndex(({ id }) => id === after) + 1;
  const page = rows.slice(start, start + limit);
  const last = start + page.length < rows.length ? page.at(-1) : undefined;
  const isCard = fields === 'card';
  const sized = page.map(({ id, bytes }) => ({ id, bytes: isCard ? 1_000 : bytes }));
  const list = new LongList<DocumentItem>(sized, async (ids) =>
    copiedDocuments(file, reader, ids).map(({ content, summary, ...item }) =>
      isCard ? { ...item, summary } : { ...item, content },
    ),
  );
  return new Page(list, rows.length, last && encodeCursor([last.score, last.updated, last.id]));
}

export const listRecentlyCopied = (file: CopyFile, reader: Reader, limit: number): CopiedDocument[] =>
  copiedDocuments(
    file,
    reader,
    findEntries(file, { kinds: ['document'], reader })
      .slice(0, limit)
      .map(({ id }) => id),
  );
