import { getTableColumns, getTableName } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { to } from 'pg-copy-streams';
import { copiesOf, type Db } from './open.ts';

/** A table whose rows have a long text, and a number that changes with it. */
type TextTable = PgTable & { id: PgColumn; version: PgColumn; content: PgColumn };
/** `json` is in pieces, as it arrived: to join megabytes makes the garbage collector stop the thread of all requests. */
export type TextAsJson = { version: number; json: Buffer[] };

/** Characters of an id and a version before each text. */
const HEAD = { id: 36, version: 10 };
const NEW_LINE = 10;

/**
 * Returns the contents of rows as JSON that PostgreSQL made, by id. The bytes are passed on as they came: to decode, write as
 * JSON and encode a text of 4.5 MB takes the thread of all requests 20 ms. Not within a transaction. Throws what the database
 * throws.
 */
export async function textsAsJson(db: Db, table: TextTable, ids: string[]): Promise<Map<string, TextAsJson>> {
  const { id, version, content } = getTableColumns(table) as Record<keyof TextTable, PgColumn>;
  // JSON has no control characters, so CSV with control characters as its signs has one text on each line, unchanged.
  const query = `copy (select ${id.name} || lpad(${version.name}::text, ${HEAD.version}, '0') || to_json(${content.name})
    from ${getTableName(table)} where ${id.name} in (${ids.map((one) => pg.escapeLiteral(one)).join(', ')}))
    to stdout (format csv, delimiter e'\\x02', quote e'\\x01')`;
  const client = await copiesOf(db).connect();
  let failure: Error | undefined;
  try {
    const texts = new Map<string, TextAsJson>();
    for await (const line of linesOf(client.query(to(query)))) {
      const { head, json } = partsOf(line);
      texts.set(head.slice(0, HEAD.id), { version: Number(head.slice(HEAD.id)), json });
    }
    return texts;
  } catch (error) {
    failure = error as Error;
    throw error;
  } finally {
    client.release(failure);
  }
}

function partsOf([first = Buffer.alloc(0), ...rest]: Buffer[]): { head: string; json: Buffer[] } {
  const length = HEAD.id + HEAD.version;
  const [next, ...others] = rest;
  if (first.length < length && next) return partsOf([Buffer.concat([first, next]), ...others]);
  return { head: first.toString('latin1', 0, length), json: [first.subarray(length), ...rest] };
}

/** Each line in pieces. */
async function* linesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer[]> {
  let line: Buffer[] = [];
  for await (const chunk of stream) {
    let from = 0;
    for (let end = chunk.indexOf(NEW_LINE); end >= 0; end = chunk.indexOf(NEW_LINE, from)) {
      yield [...line, chunk.subarray(from, end)];
      line = [];
      from = end + 1;
    }
    line.push(chunk.subarray(from));
  }
}
