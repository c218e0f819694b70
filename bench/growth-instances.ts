import { join } from 'node:path';
import pg from 'pg';
import { openDatabase } from '../server/db/open.ts';
import { encodeCursor } from '../server/http/cursor.ts';
import { aSession } from '../test/factories.ts';
import type { Sample } from './growth-calls.ts';
import { buildInstance } from './growth-data.ts';
import type { Size } from './growth-texts.ts';
import { startProduct, type Product } from './product.ts';

/** A running product with a database of some size, and a signed-in administrator. */
export type Instance = { product: Product; sample: Sample; cookie: string };

export const sizeOf = (documents: number): Size => ({ documents, servers: documents / 10 });

export const databaseUrl = (server: string, documents: number) =>
  Object.assign(new URL(server), { pathname: `/growth_${documents}` }).href;

/** Reuses an existing database. */
export async function buildOnce(server: string, documents: number) {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  const { rows } = await client.query('select from pg_database where datname = $1', [`growth_${documents}`]);
  if (rows.length === 0) {
    await client.query(`create database growth_${documents}`);
    await buildInstance(databaseUrl(server, documents), sizeOf(documents));
  }
  await client.end();
}

export async function openInstance(server: string, documents: number, folder: string): Promise<Instance> {
  const url = databaseUrl(server, documents);
  const database = openDatabase(url, console.error);
  // A database of an earlier run contains the folder of that run.
  await database.pool.query('delete from installation_parts');
  const product = await startProduct(url, join(folder, String(documents)));
  const idsOf = async (text: string) =>
    (await database.pool.query<{ id: string }>(text)).rows.map(({ id }) => id);
  const [admin = ''] = await idsOf("select id from users where role = 'admin'");
  const servers = await idsOf('select id from servers where "check" is not null order by name');
  const [audited] = await idsOf('select max(id) / 5 as id from audit_entries');
  const cookie = `sid=${await aSession(database.db, { id: admin })}`;
  await database.close();
  const read = async (path: string, init: RequestInit = {}) =>
    fetch(product.url + path, { ...init, headers: { cookie, 'content-type': 'application/json' } });
  /** The cursor of the page after 80 % of a list. */
  const cursorAt = async (path: string) => {
    let cursor = '';
    for (let seen = 0, total = 1; seen < total * 0.8; seen += 200) {
      const answer = await read(`${path}&limit=200${cursor && `&cursor=${cursor}`}`);
      await answer.arrayBuffer();
      total = Number(answer.headers.get('x-total-count'));
      const next = answer.headers.get('x-next-cursor');
      if (next === null) break;
      cursor = encodeURIComponent(next);
    }
    return cursor;
  };
  const own = await read('/api/servers', {
    method: 'POST',
    body: JSON.stringify({ name: `own-${Date.now()}` }),
  });
  const places = {
    latePage: await cursorAt('/api/knowledge-base?fields=card'),
    latePageOfType: await cursorAt('/api/knowledge-base?fields=card&type=how-to-guides'),
    lateServers: await cursorAt('/api/servers?'),
    lateAudit: encodeURIComponent(encodeCursor([Number(audited)])),
    ownServer: ((await own.json()) as { id: string }).id,
  };
  return { product, sample: { size: sizeOf(documents), servers, places }, cookie };
}
