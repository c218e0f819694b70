import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { everyEndpoint } from '../../contract/calls/api.ts';
import { documents } from '../../contract/calls/documents.ts';
import { servers } from '../../contract/calls/servers.ts';
import { withApp, type Client } from '../../test/app.ts';
import { aDocument } from '../../test/factories.ts';

const at = withApp();
let port = 0;
beforeAll(async () => {
  await at.current.app.listen({ host: '127.0.0.1', port: 0 });
  port = (at.current.app.server.address() as AddressInfo).port;
});

/** Sends a request and reads nothing of the response. */
function sendUnread(client: Client, head: string): Socket {
  const socket = connect(port, '127.0.0.1').pause();
  socket.on('error', () => undefined);
  socket.write(`${head}\r\nHost: x\r\nConnection: close\r\nCookie: ${client.cookie}\r\n\r\n`);
  onTestFinished(() => void socket.destroy());
  return socket;
}

/** Reads a response to its end. */
async function readAll(socket: Socket): Promise<string> {
  let text = '';
  socket
    .setEncoding('latin1')
    .on('data', (chunk: string) => (text += chunk))
    .resume();
  await once(socket, 'close');
  return text;
}

const fetched = (client: Client, path: string) =>
  fetch(`http://127.0.0.1:${port}${path}`, { headers: { cookie: client.cookie } });

/** A document of 20 versions that together exceed what a connection buffers. */
async function manyVersions(client: Client & { user: { id: string } }) {
  const { db, pool } = at.current.database;
  const content = 'A line that is not read.\n'.repeat(80_000);
  const id = await aDocument(db, client.user as never, { title: 'Long', content });
  await pool.query(
    `insert into document_versions (id, document_id, version, title, content, fields, author_id, created_at)
     select gen_random_uuid(), document_id, n, title, content, fields, author_id, created_at
     from document_versions, generate_series(2, 20) n where document_id = $1 and version = 1`,
    [id],
  );
  await pool.query('update documents set version = 20 where id = $1', [id]);
  return id;
}

test('F2 a long list that nobody reads holds no connection and is not read ahead', async () => {
  const ann = await at.current.signedIn();
  const id = await manyVersions(ann);
  const { pool } = at.current.database;
  let queries = 0;
  const counted = pool.query.bind(pool) as (...args: unknown[]) => unknown;
  pool.query = ((...args: unknown[]) => {
    if (JSON.stringify(args[0]).includes('document_versions')) queries += 1;
    return counted(...args);
  }) as typeof pool.query;
  onTestFinished(() => void (pool.query = counted as typeof pool.query));
  const socket = sendUnread(ann, `GET /api/documents/${id}/versions HTTP/1.1`);
  await expect.poll(() => queries).toBeGreaterThan(1);
  await new Promise((resolve) => setTimeout(resolve, 300));
  // 20 portions of one or two texts each.
  expect(queries).toBeLessThan(8);
  // Jobs use a connection now and then.
  await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0);
  const all = await readAll(socket);
  expect(all).toContain('"version":20,');
  expect(all).toContain('"version":1,');
  expect(queries).toBeGreaterThan(9);
});

test('F2 versions come whole and in order, without content if the caller asks for cards', async () => {
  const ann = await at.current.signedIn();
  const id = await manyVersions(ann);
  const versions = await ann.call(documents.versions, { params: { id } });
  expect(versions.map(({ version }) => version)).toEqual(Array.from({ length: 20 }, (_, n) => 20 - n));
  expect(new Set(versions.map(({ content }) => content?.length))).toEqual(new Set([2_000_000]));
  const cards = await ann.call(documents.versions, { params: { id }, query: { fields: 'card' } });
  expect(cards.map((card) => ({ ...card, content: versions[0]?.content }))).toEqual(versions);
  const streamed = await fetched(ann, `/api/documents/${id}/versions`);
  expect(streamed.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(await streamed.json()).toEqual(versions);
});

test('F2 F3 long responses take turns for each person; other people and short calls do not wait', async () => {
  const [ann, bob] = [await at.current.signedIn(), await at.current.signedIn({ firstName: 'Bob' })];
  const path = `/api/documents/${await manyVersions(ann)}/versions`;
  const first = sendUnread(ann, `GET ${path} HTTP/1.1`);
  const second = sendUnread(ann, `GET ${path} HTTP/1.1`);
  await Promise.all([once(first, 'readable'), once(second, 'readable')]);
  let isThere = false;
  const third = fetched(ann, path).then(async (answer) => {
    isThere = true;
    return answer.text();
  });
  expect((await fetched(bob, path)).status).toBe(200);
  expect(await ann.call(servers.list, {})).toEqual([]);
  expect(isThere).toBe(false);
  first.destroy();
  expect(await third).toContain('"version":20,');
});

test('F2 a queue that is too long gets 503 with the time to try again', async () => {
  const ann = await at.current.signedIn();
  const path = `/api/documents/${await manyVersions(ann)}/versions`;
  for (let n = 0; n < 18; n++) sendUnread(ann, `GET ${path} HTTP/1.1`);
  await expect
    .poll(async () => {
      const answer = await Promise.race([
        fetched(ann, path),
        new Promise<undefined>((resolve) => setTimeout(resolve, 100)),
      ]);
      return answer && [answer.status, answer.headers.get('retry-after')];
    })
    .toEqual([503, '2']);
});

/** Sends a whole body and returns the status of the response once it is there. */
function sendBody(client: Client, head: string, body: string) {
  const socket = sendUnread(client, `${head}\r\nContent-Length: ${body.length}`);
  socket.write(body);
  const state = { status: '' };
  socket.setEncoding('latin1').on('data', (chunk: string) => (state.status ||= chunk.slice(9, 12)));
  socket.resume();
  return state;
}

const soon = () => new Promise((resolve) => setTimeout(resolve, 300));

test('F2 large bodies wait before they are read, and only those of the same person', async () => {
  const [ann, bob] = [await at.current.signedIn(), await at.current.signedIn({ firstName: 'Bob' })];
  const head = 'POST /api/documents HTTP/1.1\r\nContent-Type: application/json';
  const body = 'x'.repeat(15_000_000);
  const unfinished = sendUnread(ann, `${head}\r\nContent-Length: 15000000`);
  unfinished.write(body.slice(1));
  await soon();
  const [second, other] = [sendBody(ann, head, body), sendBody(bob, head, body)];
  await expect.poll(() => other.status).toBe('400');
  await ann.call(documents.create, { body: { title: 'Short', content: 'Text' } });
  expect(second.status).toBe('');
  unfinished.destroy();
  await expect.poll(() => second.status).toBe('400');
});

test('F5 one upload of a person runs at a time', async () => {
  const [ann, bob] = [await at.current.signedIn(), await at.current.signedIn({ firstName: 'Bob' })];
  const head =
    'POST /api/documents/import HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=b\r\nOrigin: http://x';
  const unfinished = sendUnread(ann, `${head}\r\nContent-Length: 1000`);
  await soon();
  const [second, other] = [sendBody(ann, head, '--b--\r\n'), sendBody(bob, head, '--b--\r\n')];
  await expect.poll(() => other.status).toBe('400');
  expect(second.status).toBe('');
  unfinished.destroy();
  await expect.poll(() => second.status).toBe('400');
});

test('F5 who has announced 2 GB within an hour is refused for the rest of it', async () => {
  const [ann, bob] = [await at.current.signedIn(), await at.current.signedIn({ firstName: 'Bob' })];
  const head =
    'POST /api/documents/import HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=b\r\nOrigin: http://x';
  for (let n = 0; n < 4; n++) sendUnread(ann, `${head}\r\nContent-Length: 536870912`).destroySoon();
  await soon();
  const save = (client: Client) =>
    client.send({ method: 'POST', url: '/api/documents', payload: { title: 'Short', content: 'Text' } });
  expect(await save(ann)).toMatchObject({ statusCode: 429, headers: { connection: 'close' } });
  const { statusCode, headers } = await save(bob);
  expect([statusCode, headers.connection]).toEqual([201, undefined]);
});

/** Whether a value of this schema has a text of any length called `content`. */
const hasContent = (schema: unknown): boolean =>
  typeof schema === 'object' &&
  schema !== null &&
  Object.entries(schema).some(
    ([name, value]) => (name === 'content' && value.type === 'string') || hasContent(value),
  );

test('F2 every call that returns a document counts it', () => {
  const uncounted = everyEndpoint()
    .filter(
      ({ result, isLarge }) =>
        result && !isLarge && hasContent(z.toJSONSchema(result, { unrepresentable: 'any' })),
    )
    .map(({ path }) => path.replace('knowledge-base', 'documents'));
  expect([...new Set(uncounted)].toSorted()).toEqual([
    // Cards, without content.
    '/api/analytics/stats',
    // Lists in portions.
    '/api/documents',
    '/api/documents/:id/versions',
    // Cards.
    '/api/documents/bin',
    // In portions.
    '/api/documents/recent',
  ]);
});
