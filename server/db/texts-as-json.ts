import { getTableColumns, getTableName } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { to } from 'pg-copy-streams';
import { copiesOf, type Db } from './open.ts';

/** A table whose rows have a long text, and a number that changes with it. */
type TextTable = PgTable & { id: PgColumn; version: PgColumn; content: PgColumn };
export type TextAsJson = { version: number; json: Buffer[] };

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Characters of an id and a version before each text. */
const HEAD = { id: 36, version: 10 };
const NEW_LINE = 10;

/**
 * Returns the contents of rows as JSON that PostgreSQL made, by id. The bytes are passed on as they came: to decode, write as
 * JSON and encode a text of 4.5 MB takes the thread of all requests 20 ms. Returns undefined inside a transaction, whose
 * connection is not free. Throws what the database throws.
 */
export async function textsAsJson(
  db: Db,
  table: TextTable,
  ids: string[],
): Promise<Map<string, TextAsJson> | undefined> {
  const copies = copiesOf(db);
  if (!copies) return undefined;
  if (!ids.every((id) => UUID.test(id))) throw new Error('A row is chosen by a text that is no id');
  const { id, version, content } = getTableColumns(table) as Record<keyof TextTable, PgColumn>;
  // JSON has no control characters, so CSV with control characters as its signs has one text on each line, unchanged.
  const query = `copy (select ${id.name} || lpad(${version.name}::text, ${HEAD.version}, '0') || to_json(${content.name})
    from ${getTableName(table)} where ${id.name} in (${ids.map((one) => `'${one}'`).join(', ')}))
    to stdout (format csv, delimiter e'\\x02', quote e'\\x01')`;
  const client = await copies.connect();
  let failure: Error | undefined;
  try {
    const texts = new Map<string, TextAsJson>();
    for await (const line of linesOf(client.query(to(query)))) {
      const [head, json] = headAndRest(line);
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

async function* linesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer[]> {
  let line: Buffer[] = [];
  for await (const chunk of stream) {
    let from = 0;
    for (let end = chunk.indexOf(NEW_LINE); end >= 0; end = chunk.indexOf(NEW_LINE, from)) {
      line.push(chunk.subarray(from, end));
      yield line;
      line = [];
      from = end + 1;
    }
    if (from < chunk.length) line.push(chunk.subarray(from));
  }
}

function headAndRest(line: Buffer[]): [string, Buffer[]] {
  const length = HEAD.id + HEAD.version;
  let [first = Buffer.alloc(0), ...rest] = line;
  for (let next = rest[0]; first.length < length && next; [next] = rest) {
    first = Buffer.concat([first, next]);
    rest = rest.slice(1);
  }
  return [first.toString('latin1', 0, length), [first.subarray(length), ...rest]];
}
