import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { documents } from '../../contract/calls/documents.ts';
import { withApp, type Client } from '../../test/app.ts';
import { aDocument, type TestUser } from '../../test/factories.ts';

const at = withApp();
let port = 0;
beforeAll(async () => {
  await at.current.app.listen({ host: '127.0.0.1', port: 0 });
  port = (at.current.app.server.address() as AddressInfo).port;
});

const text = (characters: number) => 'A line that is not read.\n'.repeat(characters / 25);

const aLongDocument = (client: Client & { user: TestUser }, characters = 4_500_000) =>
  aDocument(at.current.database.db, client.user, { title: 'Long', content: text(characters) });

/** Sends a request and reads nothing of the response. */
function unread(client: Client, request: string): Socket {
  const socket = connect(port, '127.0.0.1').pause();
  socket.on('error', () => undefined);
  socket.write(`${request} HTTP/1.1\r\nHost: x\r\nCookie: ${client.cookie}\r\n\r\n`);
  return socket;
}

/** Sends a request, and closes its connection after `until`. */
async function abort(client: Client, request: string, until: Promise<unknown>) {
  const socket = unread(client, request);
  await until;
  socket.destroy();
  const { server } = at.current.app;
  await expect.poll(() => promisify(server.getConnections.bind(server))()).toBe(0);
}

/** Counts from now on how often texts of documents are read. */
function textReads(): () => number {
  const { pool } = at.current.database;
  const real = pool.query.bind(pool) as (...args: unknown[]) => unknown;
  let count = 0;
  pool.query = ((...args: unknown[]) => {
    const query = JSON.stringify(args[0]);
    if (query.includes('content') && !query.includes('octet_length')) count += 1;
    return real(...args);
  }) as typeof pool.query;
  onTestFinished(() => void (pool.query = real as typeof pool.query));
  return () => count;
}

/** Makes the next reads of sizes wait, so that a test can close the connection meanwhile. */
async function closedWhileReading(client: Client, request: string, query: string) {
  const { pool } = at.current.database;
  const real = pool.query.bind(pool) as (...args: unknown[]) => unknown;
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { promise: closed, resolve: close } = Promise.withResolvers<void>();
  pool.query = (async (...args: unknown[]) => {
    if (JSON.stringify(args[0]).includes(query)) {
      begin();
      await closed;
    }
    return real(...args);
  }) as typeof pool.query;
  await abort(client, request, begun);
  pool.query = real as typeof pool.query;
  close();
}

test('F3 a long list whose reader left while its rows were chosen keeps no turn', async () => {
  const ann = await at.current.signedIn();
  const id = await aLongDocument(ann);
  await ann.call(documents.update, { params: { id }, body: { content: text(2_500_000) } });
  for (let n = 0; n < 3; n += 1)
    await closedWhileReading(ann, `GET /api/documents/${id}/versions`, 'octet_length');
  expect(await ann.call(documents.versions, { params: { id } })).toHaveLength(2);
});

test('F3 HEAD of a long list or an export reads nothing more once it got its headers', async () => {
  const ann = await at.current.signedIn();
  const id = await aLongDocument(ann);
  for (const [n, path] of [`/api/documents/${id}/versions`, '/api/documents/export'].entries()) {
    await ann.call(documents.update, { params: { id }, body: { content: text(4_000_000 + n) } });
    const texts = textReads();
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'HEAD',
      headers: { cookie: ann.cookie },
    });
    expect(answer.status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(texts()).toBeLessThan(2);
  }
});

test('F3 lists of one large text wait for their share', async () => {
  const ann = await at.current.signedIn();
  // Twenty million bytes, more than a connection buffers.
  const content = '😀'.repeat(5_000_000);
  const id = await aDocument(at.current.database.db, ann.user, { title: 'Signs', content });
  const paths = [
    `/api/documents/${id}/versions`,
    '/api/documents?limit=1',
    '/api/documents/recent?limit=1',
    '/api/auth/export',
  ];
  for (const path of paths) {
    const texts = textReads();
    const sockets = Array.from({ length: 30 }, () => unread(ann, `GET ${path}`));
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    sockets.forEach((socket) => socket.destroy());
    expect(texts()).toBeLessThan(16);
  }
});

test('F3 the export of an account waits for its turn', async () => {
  const ann = await at.current.signedIn();
  const id = await aLongDocument(ann);
  await ann.call(documents.update, { params: { id }, body: { content: text(4_000_000) } });
  const sockets = [1, 2].map(() => unread(ann, `GET /api/documents/${id}/versions`));
  await Promise.all(sockets.map((socket) => once(socket, 'readable')));
  let isThere = false;
  const answer = ann.send({ method: 'GET', url: '/api/auth/export' }).finally(() => (isThere = true));
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(isThere).toBe(false);
  for (const socket of sockets) socket.destroy();
  expect((await answer).statusCode).toBe(200);
});

test('F3 calls with long pages get 503 while earlier ones are not read', async () => {
  const ann = await at.current.signedIn();
  const { pool } = at.current.database;
  await pool.query(
    `insert into servers (name, environment, notes, description, key_contacts)
     select 'long-' || n, 'production', t, t, t from generate_series(1, 200) n, repeat('😀', 5000) t`,
  );
  const path = '/api/servers?limit=200';
  for (let n = 0; n < 30; n += 1) unread(ann, `GET ${path}`);
  const status = async (client: Client) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { cookie: client.cookie } });
    await answer.body?.cancel();
    return answer.status;
  };
  await expect.poll(() => status(ann), { timeout: 20_000 }).toBe(503);
  expect(await status(await at.current.signedIn())).toBe(200);
});

test('F5 a body of unknown length counts with what arrived, not as the longest', async () => {
  const ann = await at.current.signedIn();
  const init = {
    method: 'POST',
    headers: { cookie: ann.cookie, 'content-type': 'multipart/form-data; boundary=x' },
    duplex: 'half',
  };
  // Each could be 512 MB long.
  for (let n = 0; n < 5; n += 1) {
    const body = new Blob(['--x--\r\n']).stream();
    const answer = await fetch(`http://127.0.0.1:${port}/api/documents/import`, { ...init, body });
    await answer.text();
    expect(answer.status).toBe(400);
  }
});
