import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { zipSync } from 'fflate';
import sharp from 'sharp';
import { backups } from '../contract/backups.ts';
import { demo } from '../contract/demo.ts';
import { connectionOfRunning } from '../server/db/embedded/embedded.ts';
import { openDatabase } from '../server/db/open.ts';
import { aDocument, aSession, aUser } from './factories.ts';
import { zipStream } from '../server/zip-stream.ts';
import { openTemporaryFolder } from './embedded-fixture.ts';
import { freePort } from './free-port.ts';
import { readerOf } from './inventory-reader.ts';
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

type Attack = (attacker: Attacker, product: Product) => Promise<string>;

/** Attacks run one after the other. Each returns a line about what it met. */
const ATTACKS: Record<string, Attack> = {
  'eight lists of 61 versions of 4.5 MB': async ({ call, versioned }) =>
    statuses(await Promise.all(times(8, () => call(`/api/documents/${versioned}/versions`)))),
  'six lists of all documents with their content': async ({ call }) =>
    statuses(await Promise.all(times(6, () => call('/api/documents')))),
  'three lists of 50 recent documents': async ({ call }) =>
    statuses(await Promise.all(times(3, () => call('/api/knowledge-base/recent?limit=50')))),
  '40 exports that nobody reads': unreadOf(40, () => 'GET /api/documents/export HTTP/1.1'),
  '300 documents of 4.5 MB that nobody reads': unreadOf(
    300,
    ({ versioned }) => `GET /api/documents/${versioned} HTTP/1.1`,
  ),
  '40 comparisons of versions': async ({ call, versioned }) =>
    statuses(await Promise.all(times(40, (n) => call(`/api/documents/${versioned}/diff/${n + 1}/61`)))),
  '40 saves of 4.5 MB': async ({ call, versioned }) => {
    const body = JSON.stringify({ content: longText(4.5 * MB) });
    return statuses(await Promise.all(times(40, () => call(`/api/documents/${versioned}`, putting(body)))));
  },
  '200 bodies of 16 MB that never end': unreadOf(
    200,
    () => 'POST /api/documents HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 16000000',
    'x'.repeat(4 * MB),
  ),
  '20 checks of quality and 20 previews of texts of 4.5 MB': async ({ call }) => {
    const body = JSON.stringify({ content: longText(4.5 * MB), title: 'Long', images: [] });
    const paths = times(40, (n) => `/api/ai/${n % 2 ? 'validate-content' : 'auto-create-kb-preview'}`);
    return statuses(await Promise.all(paths.map((path) => call(path, { ...putting(body), method: 'POST' }))));
  },
  'twelve images of 49 million pixels': async (attacker) => {
    const create = { width: 7_000, height: 7_000, channels: 3, background: '#123456' } as const;
    const bytes = new Uint8Array(await sharp({ create }).png().toBuffer());
    return statuses(await Promise.all(times(12, () => uploadImage(attacker, bytes))));
  },
  'six zips that hold 3.9 GB of zeros': async ({ import: send }) => {
    const zip = new Uint8Array(await bomb());
    return statuses(await Promise.all(times(6, () => send(zip))));
  },
  'eight imports of 60 MB beside a backup': async ({ import: send }, product) => {
    const sent = Promise.all(
      times(8, () =>
        send(
          Buffer.from(
            zipSync({ 'page.md': Buffer.from('# Page'), 'log.bin': [randomBytes(60 * MB), { level: 0 }] }),
          ),
        ),
      ),
    );
    const { id } = await product.ask(backups.start, {});
    const startedAt = performance.now();
    for (;;) {
      const job = await (await product.send(`/api/jobs/${id}`, {})).json();
      if (job.state === 'done') break;
      if (job.state === 'failed') throw new Error(`the backup failed: ${job.message}`);
      await wait(200);
    }
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    return `${statuses(await sent)}; the backup was done after ${seconds} s`;
  },
  'an import of 40 pages of 4 MB of markdown': async ({ import: send }) => {
    const line = '- [a](b.md) **c** `d` ~~e~~ <b>f</b> | g |\n';
    const page = `# T\n\n${line.repeat((4 * MB) / line.length)}`;
    return statuses([
      await send(
        Buffer.from(zipSync(Object.fromEntries(times(40, (n) => [`${n}.md`, Buffer.from(`${n} ${page}`)])))),
      ),
    ]);
  },
};

const putting = (body: string): RequestInit => ({
  method: 'PUT',
  headers: { 'content-type': 'application/json' },
  body,
});

function unreadOf(count: number, headOf: (attacker: Attacker) => string, body = ''): Attack {
  return async (attacker) => {
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

/** Fills the product with an inventory and with large documents of a second account, which then attacks. */
async function prepare(product: Product, dataDir: string): Promise<Attacker> {
  await product.ask(demo.add, {});
  const connection = await connectionOfRunning(dataDir);
  if (!connection) throw new Error('the database does not run');
  const database = openDatabase(connection, console.error);
  const person = await aUser(database.db);
  const cookie = `sid=${await aSession(database.db, person)}`;
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
  await database.close();
  return attackerOf(product, cookie, versioned);
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
    const attacker = await prepare(product, folder);
    const reader = readerOf(product);
    const idle = await reader.read(SECONDS);
    console.log(`idle: p50 ${idle.p50.toFixed(1)} ms, p99 ${idle.p99.toFixed(1)} ms`);
    const chosen = Object.entries(ATTACKS).filter(
      ([name]) => words.length === 0 || words.some((word) => name.includes(word)),
    );
    for (const [name, attack] of chosen) {
      const reading = reader.read(SECONDS);
      const [outcome, busy] = await Promise.all([attack(attacker, product), reading]);
      const ratio = busy.p99 / idle.p99;
      console.log(
        `${name}: inventory p50 ${busy.p50.toFixed(1)} ms, p99 ${busy.p99.toFixed(1)} ms (${ratio.toFixed(1)} × idle), ` +
          `${busy.failed} failed; memory at most ${Math.round(memory.peak() / MB)} MB; ${outcome}`,
      );
      if (ratio > MOST_RATIO) problems.push(`${name}: p99 is ${ratio.toFixed(1)} times that of idle`);
      if (busy.failed > 0) problems.push(`${name}: ${busy.failed} reads of the inventory failed`);
      if (child.exitCode !== null || child.signalCode !== null) {
        problems.push(`${name}: the process ended`);
        break;
      }
    }
  } finally {
    await product.stop(child);
    memory.remove();
    await remove();
  }
  if (problems.length > 0) throw new Error(problems.join('\n'));
}
