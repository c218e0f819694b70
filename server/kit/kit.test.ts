import { execFileSync } from 'node:child_process';
import { createHash, createPublicKey, verify } from 'node:crypto';
import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, afterAll, expect, test } from 'vitest';
import { documents } from '../../contract/calls/documents.ts';
import { servers } from '../../contract/calls/servers.ts';
import { startTestApp, type Client, type TestApp } from '../../test/app.ts';
import { openTemporaryFolder } from '../../test/embedded-fixture.ts';
import { aStoredImage } from '../../test/stored-image.ts';
import type { KitChoice } from './contents.ts';
import { makeKit, type KitParts } from './make.ts';
import type { KitPages } from './pages.ts';
import { scheduleKits } from './schedule.ts';

const ALL: KitChoice = { categories: [], servers: '', restricted: [] };

/** Stand for the built screens (web/kit-pages.tsx): the addresses of the product, as React writes them. */
const linksTo = (...addresses: string[]) =>
  addresses.map((address) => `<a href="${address}">x</a>`).join('\n');
const pages: KitPages = {
  renderKitDocument: async ({ document, servers: named }) => {
    const text = document.content.replaceAll(/\S*\/objects\/[-\w]+/g, (src) => `<img src="${src}"/>`);
    return `${document.title}\n${text}\n${linksTo(...named.map(({ id }) => `/infrastructure/${id}`))}`;
  },
  renderKitServer: ({ server, documents: about }) =>
    `${server.name}\n${linksTo(...about.map(({ id }) => `/knowledge-base/${id}`))}`,
  renderKitIndex: ({ documents: all }) => linksTo(...all.map(({ id }) => `/knowledge-base/${id}#step`)),
  renderKitServers: ({ servers: all }) => linksTo('/', ...all.map(({ id }) => `/infrastructure/${id}`)),
  renderKitSearch: () => linksTo('/', '/team'),
  kitSearchScript: () => 'function takeKitIndex() {}',
};

let at: TestApp & { stop(): Promise<void> };
let ann: Client & { user: { id: string } };
let folder: string;
let remove: () => Promise<void>;
let parts: KitParts;

beforeAll(async () => {
  at = await startTestApp({ settings: { PUBLIC_URL: 'http://hub.example.com' } });
  ann = await at.signedIn();
  ({ folder, remove } = await openTemporaryFolder());
  parts = { database: at.database, storage: at.storage, config: at.config, pages };
});
afterAll(async () => {
  await at.stop();
  await remove();
});

const create = (body: { title: string; content: string; category?: string; readers?: string[] }) =>
  ann.call(documents.create, { body });
const pathsIn = async (kit: string): Promise<string[]> =>
  (await readdir(kit, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(kit.length + 1))
    .toSorted();
const textOf = (kit: string, path: string) => readFile(join(kit, path), 'utf8');
const hex = (id: string) => id.replaceAll('-', '').slice(0, 12);

test('OUTAGE-01 a kit has pages of documents and servers with relative links, and images as files', async () => {
  const image = await aStoredImage(at, ann.user.id);
  const hidden = await aStoredImage(at, ann.user.id, { visibility: 'private' });
  const web = await ann.call(servers.create, { body: { name: 'Web 01' } });
  const other = await ann.call(servers.create, { body: { name: 'db-01' } });
  const runbook = await create({
    title: 'Überlast: was tun? Ä',
    content: `On Web 01 see /objects/${image} and /objects/${hidden}`,
    category: 'Runbooks',
  });
  await ann.call(servers.linkDocument, { params: { id: web.id }, body: { documentId: runbook.id } });
  const kit = join(folder, 'first');
  const made = await makeKit(parts, kit, ALL);
  const [page, server] = [
    `documents/uberlast-was-tun-a-${hex(runbook.id)}.html`,
    `web-01-${hex(web.id)}.html`,
  ];
  const file = (await pathsIn(kit)).find((path) => path.startsWith(`images/${image}.`));
  expect(made).toMatchObject({ documents: 1, servers: 2, missing: 0, files: (await pathsIn(kit)).length });
  expect(await textOf(kit, page)).toContain(`<img src="../${file}"/>`);
  expect(await textOf(kit, page)).toContain(`<a href="../servers/${server}">`);
  expect(await textOf(kit, `servers/${server}`)).toContain(`<a href="../${page}">`);
  expect(await textOf(kit, `servers/db-01-${hex(other.id)}.html`)).toBe('db-01\n');
  // A link to a place in another page, and one to what no kit has.
  expect(await textOf(kit, 'index.html')).toContain(`<a href="${page}#doc-step">`);
  expect(await textOf(kit, 'search.html')).toBe(`${linksTo('index.html', 'http://hub.example.com/team')}`);
  expect(await textOf(kit, 'search-index.js')).toContain(`["Überlast: was tun? Ä","${page}"`);
  expect((await pathsIn(kit)).join()).not.toContain(hidden);
  expect((await pathsIn(kit)).every((path) => /^[\x21-\x7e]{1,80}$/.test(path))).toBe(true);
  expect((await stat(join(kit, page))).mode & 0o077).toBe(0);
});

test('OUTAGE-01 the manifest lists each file, its signature holds, and one changed byte breaks either', async () => {
  const kit = join(folder, 'signed');
  const { key } = await makeKit(parts, kit, ALL);
  const manifest = await readFile(join(kit, 'manifest.json'));
  const { files } = JSON.parse(manifest.toString()) as { files: Record<string, string> };
  const listed = (await pathsIn(kit)).filter((path) => !path.startsWith('manifest.'));
  expect(Object.keys(files)).toEqual(listed);
  for (const path of listed) {
    const bytes = await readFile(join(kit, path));
    expect([path, createHash('sha256').update(bytes).digest('hex')]).toEqual([path, files[path]]);
  }
  const publicKey = createPublicKey(await textOf(kit, 'public.pem'));
  const der = publicKey.export({ type: 'spki', format: 'der' });
  expect(createHash('sha256').update(der).digest('hex')).toBe(key);
  const signature = await readFile(join(kit, 'manifest.sig'));
  expect(verify(null, manifest, publicKey, signature)).toBe(true);
  // The lines of VERIFY.txt, as somebody types them.
  const lines = (await textOf(kit, 'VERIFY.txt'))
    .split('\n')
    .flatMap((line) => /^ {3}(.*)$/.exec(line)?.[1] ?? []);
  const passes = (line = '') => {
    try {
      return execFileSync('sh', ['-c', line], { cwd: kit, stdio: 'pipe', encoding: 'utf8' });
    } catch {
      return 'failed';
    }
  };
  expect(lines).toHaveLength(3);
  expect(passes(lines[0])).toContain(key);
  expect(passes(lines[1])).toContain('Signature Verified Successfully');
  expect(passes(lines[2])).toBe('');
  const change = async (path: string) => {
    const bytes = await readFile(join(kit, path));
    bytes[bytes.length - 2]! ^= 1;
    await writeFile(join(kit, path), bytes);
  };
  await change('index.html');
  expect(passes(lines[2])).toBe('failed');
  await change('manifest.json');
  expect(passes(lines[1])).toBe('failed');
});

test('OUTAGE-01 the same content gives the same bytes', async () => {
  const [one, two] = [join(folder, 'one'), join(folder, 'two')];
  for (const kit of [one, two]) await makeKit(parts, kit, ALL);
  expect(await pathsIn(two)).toEqual(await pathsIn(one));
  for (const path of await pathsIn(one))
    expect((await readFile(join(two, path))).equals(await readFile(join(one, path)))).toBe(true);
});

test('OUTAGE-01 a restricted document is in a kit only if it is named, and one in the bin never', async () => {
  const secret = await create({
    title: 'Keys',
    content: 'Where the keys are',
    readers: [`person:${ann.user.id}`],
  });
  const also = await create({
    title: 'Other keys',
    content: 'Elsewhere',
    readers: [`person:${ann.user.id}`],
  });
  const gone = await create({ title: 'Gone', content: 'Text' });
  await ann.call(documents.remove, { params: { id: gone.id } });
  const kit = join(folder, 'restricted');
  const wordsOf = async () =>
    (await Promise.all((await pathsIn(kit)).map((path) => textOf(kit, path)))).join();
  await makeKit(parts, kit, ALL);
  expect(await wordsOf()).not.toMatch(/Where the keys are|Keys|Elsewhere|Gone/);
  await makeKit(parts, kit, { ...ALL, restricted: [secret.id] });
  expect(await wordsOf()).toContain('Where the keys are');
  expect(await wordsOf()).not.toMatch(/Elsewhere|Other keys|Gone/);
  for (const id of [gone.id, also.id.replace(/.$/, (last) => (last === '0' ? '1' : '0'))])
    await expect(makeKit(parts, kit, { ...ALL, restricted: [id] })).rejects.toThrow(
      `There is no document ${id}.`,
    );
  // A kit that could not be made leaves the last one.
  expect(await wordsOf()).toContain('Where the keys are');
});

test('OUTAGE-01 categories and a filter of servers choose, and a folder with other files stays', async () => {
  await create({ title: 'Lunch', content: 'Menu', category: 'Kitchen' });
  const kit = join(folder, 'chosen');
  const made = await makeKit(parts, kit, { ...ALL, categories: ['Kitchen'], servers: 'name:db' });
  expect(made).toMatchObject({ documents: 1, servers: 1 });
  await expect(makeKit(parts, kit, { ...ALL, categories: ['Kitchn'] })).rejects.toThrow(
    'No document is in the category Kitchn.',
  );
  const full = join(folder, 'full');
  await mkdir(full);
  await writeFile(join(full, 'mine.txt'), 'mine');
  await expect(makeKit(parts, full, ALL)).rejects.toThrow('has other files');
  await expect(makeKit(parts, join(folder, 'no', 'kit'), ALL)).rejects.toThrow('There is no folder');
  expect(await readdir(full)).toEqual(['mine.txt']);
  expect((await readdir(folder)).filter((name) => /\.(part|old)$/.test(name))).toEqual([]);
});

test('OUTAGE-01 the kit of KIT_DIR is made if there is none, and once after each KIT_TIME', async () => {
  const kit = join(folder, 'daily');
  const config = { ...at.config, KIT_DIR: kit, KIT_TIME: '03:30' };
  const log = { info: () => undefined, error: () => undefined };
  let now = new Date('2026-05-04T12:00:00Z');
  const openPages = async () => pages;
  const kits = scheduleKits({ ...parts, config, openPages }, log, () => now);
  const madeAt = (time: string) => utimes(join(kit, 'manifest.sig'), new Date(time), new Date(time));
  expect(await kits.makeIfDue()).toBeDefined();
  await madeAt('2026-05-04T12:00:00Z');
  expect(await kits.makeIfDue()).toBeUndefined();
  now = new Date('2026-05-05T03:29:00Z');
  expect(await kits.makeIfDue()).toBeUndefined();
  now = new Date('2026-05-05T03:30:00Z');
  expect(await kits.makeIfDue()).toBeDefined();
  await kits.stop();
  for (const off of [{ KIT_TIME: 'off' }, { KIT_DIR: undefined }]) {
    const never = scheduleKits({ ...parts, config: { ...config, ...off }, openPages }, log, () => now);
    await madeAt('2026-01-01T00:00:00Z');
    expect(await never.makeIfDue()).toBeUndefined();
    await never.stop();
  }
});
