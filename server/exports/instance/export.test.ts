import { randomBytes, randomUUID } from 'node:crypto';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { administration } from '../../../contract/calls/administration.ts';
import { documents } from '../../../contract/calls/documents.ts';
import { system } from '../../../contract/calls/system.ts';
import { jobs } from '../../../contract/calls/jobs.ts';
import { servers } from '../../../contract/calls/servers.ts';
import { team } from '../../../contract/calls/team.ts';
import { tokens } from '../../../contract/calls/tokens.ts';
import { expectRefusal } from '../../../test/answers.ts';
import { withApp, type TestApp } from '../../../test/app.ts';
import { aDocument } from '../../../test/factories.ts';
import { aStoredImage } from '../../../test/stored-image.ts';
import { exportInstance } from './export.ts';
import { EXPORT_LIMITS, instancePaths, versionPath } from './layout.ts';

const at = withApp();
type SignedIn = Awaited<ReturnType<TestApp['signedIn']>>;
const exported = async (client: { send: (request: { url: string }) => Promise<{ rawPayload: Buffer }> }) =>
  unzipSync((await client.send({ url: '/api/export' })).rawPayload);

/** A document with two versions, one in the bin, a public and a private image, a server and a member. */
async function writeSamples(ann: SignedIn, bob: SignedIn) {
  const image = await aStoredImage(at.current, ann.user.id);
  const own = await aStoredImage(at.current, bob.user.id, { visibility: 'private' });
  const made = await ann.call(documents.create, {
    body: {
      title: 'Fail over: a/b',
      category: 'Network',
      tags: ['x'],
      templateType: 'how_to_guide',
      content: `# One\n\n![Plan](/objects/${image}) ![own](/objects/${own})`,
      changeLog: 'Begun',
    },
  });
  await bob.call(documents.update, {
    params: { id: made.id },
    body: { content: `Ask [Ann](/team?person=${ann.user.id}), see [it](/documents?doc=${made.id}#x)` },
  });
  const gone = await ann.call(documents.create, { body: { title: 'Gone', content: 'In the bin' } });
  await ann.call(documents.remove, { params: { id: gone.id } });
  const server = await ann.call(servers.create, {
    body: { name: 'srv-1', notes: '=cmd|x', managedBy: bob.user.id },
  });
  await ann.call(servers.linkDocument, { params: { id: server.id }, body: { documentId: made.id } });
  await ann.call(team.create, { body: { name: 'Zoë', email: 'zoe@example.com', role: 'VIP' } });
  return { image, own, server };
}

test(
  'KB-11 an export of the instance contains readable files: documents with every version, images,' +
    'servers, members and a manifest',
  async () => {
    const ann = await at.current.signedIn({ role: 'admin', email: 'ann@example.com' });
    const bob = await at.current.signedIn({ firstName: 'Bob', lastName: 'Öz', email: 'bob@example.com' });
    const { image, own, server } = await writeSamples(ann, bob);
    const answer = await ann.send({ url: '/api/export' });
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="ops-hub-[\d-]{10}\.zip"$/);
    const files = unzipSync(answer.rawPayload);
    const text = (path: string) => strFromU8(files[path] ?? new Uint8Array());
    expect(Object.keys(files).toSorted()).toEqual([
      'bin/documents/Gone.md',
      'bin/servers.csv',
      'documents.csv',
      'documents/Network/Fail over- a-b.md',
      'documents/Network/Fail over- a-b.versions/0001.md',
      'export.json',
      'files.csv',
      'groups.csv',
      `images/${image}.png`,
      'members.csv',
      'people.csv',
      'server-documents.csv',
      'servers.csv',
    ]);
    const current = text('documents/Network/Fail over- a-b.md');
    expect(current).toContain(
      'title: "Fail over: a/b"\ncategory: Network\ntags:\n  - x\ntemplateType: how_to_guide\n',
    );
    expect(current).toContain('author: Ann Smith <ann@example.com>\n');
    expect(current).toContain('version: 2\nsavedBy: Bob Öz <bob@example.com>\n');
    expect(current).toContain('see [it](Fail%20over-%20a-b.md#x)');
    const first = text('documents/Network/Fail over- a-b.versions/0001.md');
    expect(first).toContain('note: Begun\n');
    expect(first).toContain(`![Plan](../../../images/${image}.png) ![own](/objects/${own})`);
    expect(text('bin/documents/Gone.md')).toMatch(/\ndeleted: \d{4}-/);
    expect(text('servers.csv')).toContain("'=cmd|x");
    expect(text('servers.csv')).toContain(`${server.id},bob@example.com,`);
    expect(text('server-documents.csv')).toContain('srv-1,documents/Network/Fail over- a-b.md,,');
    expect(text('people.csv')).toContain(`${ann.user.id},Ann Smith,ann@example.com`);
    expect(text('members.csv')).toContain('Zoë,zoe@example.com,VIP,,active,');
    expect(JSON.parse(text('export.json'))).toMatchObject({
      format: 'ops-hub-export',
      formatVersion: 1,
      counts: {
        documents: 1,
        documentsInBin: 1,
        versions: 3,
        images: 2,
        servers: 1,
        members: 1,
        serverDocuments: 1,
      },
      missing: [{ id: own, reason: 'It is private to who uploaded it' }],
    });
    expect((await ann.call(system.status, {})).exportContents).toEqual(
      JSON.parse(text('export.json')).counts,
    );
    const [entry] = await ann.call(administration.audit, { query: { kind: 'system' } });
    expect(entry).toMatchObject({ action: 'system.export', after: { documents: 1 } });
  },
);

test('threat 78 only administrators can export, and the export contains no secret', async () => {
  const ann = await at.current.signedIn({ role: 'admin' });
  const bob = await at.current.signedIn();
  const url = '/api/export';
  expectRefusal(await bob.send({ url }), 403, 'forbidden');
  expectRefusal(await at.current.anonymous.send({ url }), 401, 'signed_out');
  const { token: secret } = await ann.call(tokens.create, { body: { name: 'x' } });
  const { rows } = await at.current.database.pool.query<{ word: string | null }>(
    'select password_hash as word from users union select token_hash from api_tokens union select sid from sessions',
  );
  const words = [secret, ...rows.map(({ word }) => word)].filter(Boolean) as string[];
  expect(words.length).toBeGreaterThan(2);
  const all = Object.values(await exported(ann)).map((bytes) => strFromU8(bytes));
  for (const word of words) expect(all.some((text) => text.includes(word))).toBe(false);
});

test('KB-11 an export reports its progress, runs once at a time, and frees all resources if nobody reads it', async () => {
  const ann = await at.current.signedIn({ role: 'admin' });
  const { database, storage } = at.current;
  const id = randomUUID();
  await ann.send({ url: `/api/export?job=${id}` });
  const job = () => ann.call(jobs.find, { params: { id } });
  await expect.poll(async () => (await job()).state).toBe('done');
  expectRefusal(await ann.send({ url: `/api/export?job=${id}` }), 409, 'job_taken');

  // More than the buffers of the stream hold.
  const image = await aStoredImage(at.current, ann.user.id, { bytes: randomBytes(8_000_000) });
  await aDocument(database.db, ann.user, { content: `![large](/objects/${image})` });
  const held = await exportInstance(database, storage);
  const other = randomUUID();
  expectRefusal(await ann.send({ url: `/api/export?job=${other}` }), 409, 'export_running');
  expect(await ann.call(jobs.find, { params: { id: other } })).toMatchObject({
    state: 'failed',
    message: 'Another export is under way. Try again when it is done.',
  });
  held.zip.destroy();
  await expect(held.done).rejects.toThrow('Nobody reads this zip any more');
  await expect.poll(async () => (await ann.send({ url: '/api/export' })).statusCode).toBe(200);
});

test('KB-11 refuses an instance that is too large for an import before the export begins', async () => {
  const { database, storage } = at.current;
  const refused = (limits: object) =>
    exportInstance(database, storage, {}, { ...EXPORT_LIMITS, ...limits }).catch(
      (error: Error) => error.message,
    );
  expect(await refused({ files: 9 })).toMatch(
    /^An export has at most 9 files, and this instance would need \d+\. Use npm run backup instead\.$/,
  );
  expect(await refused({ unpackedMb: 0 })).toMatch(
    /^An export has at most 0 MB unpacked, and this instance would/,
  );
});

test('KB-11 an export shows one moment, whatever is written meanwhile', async () => {
  const ann = await at.current.signedIn({ role: 'admin' });
  const made = await ann.call(documents.create, { body: { title: 'Moment', content: 'before' } });
  const held = await exportInstance(at.current.database, at.current.storage);
  await ann.call(documents.update, { params: { id: made.id }, body: { content: 'after' } });
  await ann.call(documents.create, { body: { title: 'Later', content: 'x' } });
  const chunks: Buffer[] = [];
  for await (const chunk of held.zip) chunks.push(chunk as Buffer);
  const files = unzipSync(Buffer.concat(chunks));
  expect(strFromU8(files['documents/Moment.md']!)).toMatch(/before$/);
  expect(Object.keys(files).some((path) => /Later|Moment\.versions/.test(path))).toBe(false);
});

test('KB-11 no two documents, versions or folders of an export are one file on any system', () => {
  const one = (id: string, title: string, category: string | null = null, isInBin = false) => ({
    id,
    title,
    category,
    isInBin,
  });
  const long = 'x'.repeat(300);
  const paths = instancePaths([
    one('1', 'Foo'),
    one('2', '0001', 'Foo.versions'),
    one('3', 'FOO'),
    one('4', 'foo.md'),
    one('5', 'CON'),
    one('6', '..'),
    one('7', '../../etc/passwd'),
    one('8', long),
    one('9', `${long}y`),
    one('10', 'a/b'),
    one('11', 'a\\b'),
    one('12', 'Café'),
    one('13', 'Cafe\u0301'),
    one('14', 'x', '__MACOSX'),
    one('15', 'desktop.ini'),
    one('16', 'Foo', null, true),
    one('17', 'Foo.versions'),
    one('18', ' . '),
    one('19', '漢'.repeat(255)),
    one('20', 'x', '..'),
    one('21', 'Foo 2'),
  ]);
  const all = [...paths.values()].flatMap((path) => [path, versionPath(path, 1)]);
  expect(new Set(all.map((path) => path.normalize('NFKC').toLowerCase())).size).toBe(42);
  for (const path of all) {
    expect(path).toMatch(/^(bin\/)?documents\/[^\\:*?"<>|]+\.md$/);
    for (const part of path.split('/')) {
      expect(part).not.toMatch(/^\.|[. ]$|^(con|nul)(\.|$)|^__MACOSX$/i);
      expect(Buffer.byteLength(part)).toBeLessThanOrEqual(255);
    }
  }
  const many = instancePaths(Array.from({ length: 20_000 }, (_, n) => one(String(n), 'Note')));
  expect(new Set(many.values()).size).toBe(20_000);
});
