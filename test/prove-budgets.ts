import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { zipSync } from 'fflate';
import sharp from 'sharp';
import { backups } from '../contract/calls/backups.ts';
import { jobs } from '../contract/calls/jobs.ts';
import { demo } from '../contract/calls/demo.ts';
import { connectionOfRunning } from '../server/db/embedded/embedded.ts';
import { openDatabase } from '../server/db/open.ts';
import { aDocument, aSession, aUser } from './factories.ts';
import { zipStream } from '../server/zip-stream.ts';
import { openTemporaryFolder } from './embedded-fixture.ts';
import { freePort } from './free-port.ts';
import type { ReadingData, Reads } from './inventory-reader.ts';
import { limitMemory } from './memory-limit.ts';
import { productWith, type Product } from './proof-product.ts';

const MB = 2 ** 20;
/** Memory of the product and its database together. */
const LIMIT_BYTES = 1024 * MB;
/** Maximum p99 of the inventory during an attack, as a multiple of the p99 before. */
const MOST_RATIO = 3;
const SECONDS = 20;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const times = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));

/** A text of printable characters that hardly compresses. */
const longText = (bytes: number) =>
  `${randomBytes((bytes * 3) / 4)
    .toString('base64')
    .replace(/.{100}/g, '$&\n')}`;

/** What one person has who wants to do harm. */
type Attacker = {
  /** A document of 4.5 MB with 61 versions. */
  versioned: string;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Sends a request and reads its response; returns the status, 0 if it was cut. */
  call(path: string, init?: RequestInit): Promise<number>;
  /** Sends the head of a request and reads nothing. */
  unread(head: string): Socket;
  import(zip: Uint8Array<ArrayBuffer>): Promise<number>;
};

/** Prepares what it sends, and returns a function that sends it and tells what it met. */
type Attack = (attacker: Attacker, product: Product) => Promise<() => Promise<string>>;

const many =
  (count: number, send: (attacker: Attacker, n: number) => Promise<number>): Attack =>
  async (attacker) =>
  async () =>
    statuses(await Promise.all(times(count, (n) => send(attacker, n))));

/** Attacks run one after the other, each by a new account. */
const ATTACKS: Record<string, Attack> = {
  'eight lists of 61 versions of 4.5 MB': many(8, ({ call, versioned }) =>
    call(`/api/documents/${versioned}/versions`),
  ),
  'six lists of all documents with their content': many(6, ({ call }) => call('/api/documents')),
  'three lists of 50 recent documents': many(3, ({ call }) => call('/api/knowledge-base/recent?limit=50')),
  '40 exports that nobody reads': unreadOf(40, () => 'GET /api/documents/export HTTP/1.1'),
  '300 documents of 4.5 MB that nobody reads': unreadOf(
    300,
    ({ versioned }) => `GET /api/documents/${versioned} HTTP/1.1`,
  ),
  '40 comparisons of versions': many(40, ({ call, versioned }, n) =>
    call(`/api/documents/${versioned}/diff/${n + 1}/61`),
  ),
  '40 saves of 4.5 MB': async ({ call, versioned }) => {
    const body = JSON.stringify({ content: longText(4.5 * MB) });
    return async () =>
      statuses(await Promise.all(times(40, () => call(`/api/documents/${versioned}`, putting(body)))));
  },
  '200 bodies of 16 MB that never end': unreadOf(
    200,
    () => 'POST /api/documents HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 16000000',
    'x'.repeat(4 * MB),
  ),
  '20 checks of quality and 20 previews of texts of 100,000 characters': async ({ call }) => {
    const body = JSON.stringify({ content: longText(100_000).slice(0, 100_000), title: 'Long', images: [] });
    const paths = times(40, (n) => `/api/ai/${n % 2 ? 'validate-content' : 'auto-create-kb-preview'}`);
    return async () =>
      statuses(await Promise.all(paths.map((path) => call(path, { ...putting(body), method: 'POST' }))));
  },
  'twelve images of 49 million pixels': async (attacker) => {
    const create = { width: 7_000, height: 7_000, channels: 3, background: '#123456' } as const;
    const bytes = new Uint8Array(await sharp({ create }).png().toBuffer());
    return async () => statuses(await Promise.all(times(12, () => uploadImage(attacker, bytes))));
  },
  'six zips that hold 3.9 GB of zeros': async ({ import: send }) => {
    const zip = new Uint8Array(await bomb());
    return async () => statuses(await Promise.all(times(6, () => send(zip))));
  },
  'eight imports of 60 MB beside a backup': async ({ import: send }, product) => {
    const log = [randomBytes(60 * MB), { level: 0 }] as const;
    const zip = Buffer.from(zipSync({ 'page.md': Buffer.from('# Page'), 'log.bin': [...log] }));
    return async () => {
      const sent = Promise.all(times(8, () => send(zip)));
      return `${statuses(await sent)}; the backup took ${await backUp(product)} s`;
    };
  },
  'an import of 40 pages of 4 MB of markdown': async ({ import: send }) => {
    const lineOf = () => `- [${randomBytes(6).toString('hex')}](b.md) **c** \`d\` ~~e~~ <b>f</b> | g |\n`;
    const page = times(80_000, lineOf).join('');
    const pages = times(40, (n) => [`${n}.md`, Buffer.from(`# Page ${n}\n\n${page}`)] as const);
    const zip = Buffer.from(zipSync(Object.fromEntries(pages)));
    return async () => statuses([await send(zip)]);
  },
};

/** Makes a backup; returns the seconds it took. */
async function backUp(product: Product): Promise<number> {
  const startedAt = performance.now();
  const { id } = await product.ask(backups.start, {});
  for (;;) {
    const { state, message } = await product.ask(jobs.find, { params: { id } });
    if (state === 'failed') throw new Error(`the backup failed: ${message}`);
    if (state === 'done') return Math.round((performance.now() - startedAt) / 1_000);
    await wait(200);
  }
}

const putting = (body: string): RequestInit => ({
  method: 'PUT',
  headers: { 'content-type': 'application/json' },
  body,
});

function unreadOf(count: number, headOf: (attacker: Attacker) => string, body = ''): Attack {
  return async (attacker) => async () => {
    const sockets = times(count, () => attacker.unread(headOf(attacker)));
    if (body) for (const socket of sockets) socket.write(body);
    await wait(SECONDS * 1_000);
    const open = sockets.filter(({ closed }) => !closed).length;
    for (const socket of sockets) socket.destroy();
    return `${open} of ${count} open after ${SECONDS} s`;
  };
}

const statuses = (all: number[]): string =>
  [...Map.groupBy(all, (status) => status)]
    .map(([status, of]) => `${of.length} × ${status || 'cut'}`)
    .join(', ');

/** Asks for an address and sends the bytes there, as the editor does. */
async function uploadImage({ fetch: send }: Attacker, bytes: Uint8Array<ArrayBuffer>): Promise<number> {
  const asked = await send('/api/objects/upload', { method: 'POST' });
  const { uploadURL } = (await asked.json()) as { uploadURL: string };
  return (await send(uploadURL, { method: 'PUT', body: bytes })).status;
}

/** A zip of 4 MB with a zip of 3.9 GB of zeros. */
const bomb = () =>
  buffer(zipStream((add) => add('inner.zip', Readable.from(times(3_900, () => Buffer.alloc(MB)).values()))));

/** Fills the product with an inventory and large documents. Returns a function that makes attackers. */
async function prepare(product: Product, dataDir: string) {
  await product.ask(demo.add, {});
  const connection = await connectionOfRunning(dataDir);
  if (!connection) throw new Error('the database does not run');
  const database = openDatabase(connection, console.error);
  const person = await aUser(database.db);
  let versioned = '';
  for (let n = 0; n < 60; n += 1)
    versioned = await aDocument(database.db, person, { title: `Long ${n}`, content: longText(4.5 * MB) });
  await database.pool.query(
    `insert into document_versions (id, document_id, version, title, content, fields, author_id, created_at)
     select gen_random_uuid(), document_id, n, title, content || n, fields, author_id, created_at
     from document_versions, generate_series(2, 61) n where document_id = $1 and version = 1`,
    [versioned],
  );
  await database.pool.query('update documents set version = 61 where id = $1', [versioned]);
  const anAttacker = async () => {
    const cookie = `sid=${await aSession(database.db, await aUser(database.db))}`;
    return attackerOf(product, cookie, versioned);
  };
  return { anAttacker, close: () => database.close() };
}

/** The inventory is read in a thread of its own, which what the attackers send does not slow down. */
async function readInThread({ url, cookie }: Product): Promise<Reads> {
  const workerData: ReadingData = { url, cookie: cookie(), seconds: SECONDS };
  const [reads] = await once(
    new Worker(new URL('inventory-reader.ts', import.meta.url), { workerData }),
    'message',
  );
  return reads as Reads;
}

function attackerOf({ url }: Product, cookie: string, versioned: string): Attacker {
  const send = (path: string, init: RequestInit = {}) =>
    fetch(new URL(path, url), {
      ...init,
      headers: { ...(init.headers as Record<string, string>), cookie },
      signal: AbortSignal.timeout(300_000),
    });
  const call: Attacker['call'] = (path, init) =>
    send(path, init).then(
      async (answer) => {
        for await (const _ of answer.body ?? []) void _;
        return answer.status;
      },
      () => 0,
    );
  return {
    versioned,
    fetch: send,
    call,
    unread(head) {
      const socket = connect(Number(new URL(url).port), '127.0.0.1').pause();
      socket.on('error', () => undefined);
      socket.write(`${head}\r\nHost: x\r\nCookie: ${cookie}\r\n\r\n`);
      return socket;
    },
    import(zip) {
      const body = new FormData();
      body.set('file', new File([zip], 'wiki.zip', { type: 'application/zip' }));
      return call('/api/documents/import', { method: 'POST', body });
    },
  };
}

/**
 * One person does what uses most memory, disk and time while another one reads the inventory. The product with its
 * database has 1 GB. Fails if the process ends, or if a read of the inventory fails or takes too long.
 */
export async function proveBudgets(words: string[]): Promise<void> {
  const { folder, remove } = await openTemporaryFolder();
  const memory = limitMemory(LIMIT_BYTES);
  const product = productWith(await freePort(), { DATA_DIR: folder, BACKUP_TIME: 'off' }, memory);
  const problems: string[] = [];
  const child = await product.start();
  try {
    await product.signIn();
    const { anAttacker, close } = await prepare(product, folder);
    const idle = await readInThread(product);
    console.log(`idle: p50 ${idle.p50.toFixed(1)} ms, p99 ${idle.p99.toFixed(1)} ms`);
    const chosen = Object.entries(ATTACKS).filter(
      ([name]) => words.length === 0 || words.some((word) => name.includes(word)),
    );
    for (const [name, attack] of chosen) {
      const run = await attack(await anAttacker(), product);
      let used = 0;
      const watching = setInterval(() => (used = Math.max(used, Math.round(memory.used() / MB))), 100);
      const [outcome, busy] = await Promise.all([run(), readInThread(product)]);
      clearInterval(watching);
      const ratio = busy.p99 / idle.p99;
      console.log(
        `${name}: inventory p50 ${busy.p50.toFixed(1)} ms, p99 ${busy.p99.toFixed(1)} ms (${ratio.toFixed(1)} × idle), ` +
          `${busy.failed} failed; memory at most ${used} MB; ${outcome}`,
      );
      if (ratio > MOST_RATIO) problems.push(`${name}: p99 is ${ratio.toFixed(1)} times that of idle`);
      if (busy.failed > 0) problems.push(`${name}: ${busy.failed} reads of the inventory failed`);
      if (child.exitCode !== null || child.signalCode !== null) {
        problems.push(`${name}: the process ended`);
        break;
      }
    }
    await close();
  } finally {
    await product.stop(child);
    await memory.remove();
    await remove();
  }
  if (problems.length > 0) throw new Error(problems.join('\n'));
}
