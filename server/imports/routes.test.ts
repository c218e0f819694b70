import { randomBytes, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { documents, knowledgeBase, type Document } from '../../contract/calls/documents.ts';
import { expectRefusal } from '../../test/answers.ts';
import { withApp, type Client } from '../../test/app.ts';
import { importFiles, importJobOf, importReport, jobAtEnd, zipOf } from '../../test/imports.ts';
import { aPicture } from '../../test/stored-image.ts';
import { tableState } from '../../test/table-state.ts';
import { jobs } from '../db/schema.ts';
import { createJob } from '../jobs/queries.ts';
import { createObjects } from '../objects/queries.ts';
import { IMPORT } from './routes.ts';

const at = withApp();

/** A separate folder for each test, because the same path means the same document. */
let folders = 0;
const newFolder = () => `area${++folders}`;

const inFolder = async (client: Client, folder: string): Promise<Document[]> => {
  const items = await client.call(knowledgeBase.list, { query: { category: folder } });
  return Promise.all(items.map(({ id }) => client.call(knowledgeBase.find, { params: { id } })));
};
const titled = (list: Document[], title: string): Document => {
  const found = list.find((document) => document.title === title);
  if (!found) throw new Error(`no ${title}`);
  return found;
};

describe('OPS-04 import', () => {
  test.each([
    ['as-written', [true, false]],
    ['published', [true, true]],
    ['drafts', [false, false]],
  ] as const)('OPS-04 imported pages are published by a choice: %s', async (publish, states) => {
    const ann = await at.current.signedIn();
    const dir = newFolder();
    const files = { [`${dir}/a.md`]: '---\npublished: true\n---\nText A.', [`${dir}/b.md`]: 'Text B.' };
    const file = new File([zipOf(files)], 'wiki.zip', { type: 'application/zip' });
    const { jobId } = await ann.call(knowledgeBase.import, { file, query: { publish } });
    expect(await jobAtEnd(ann, jobId)).toMatchObject({ state: 'done' });
    const pages = await inFolder(ann, dir);
    expect(['a', 'b'].map((title) => titled(pages, title).isPublished)).toEqual(states);
  });

  test('OPS-04 pages become documents whose links lead to each other', async () => {
    const ann = await at.current.signedIn();
    const dir = newFolder();
    const report = await importFiles(ann, {
      [`${dir}/`]: '',
      [`${dir}/backup.md`]:
        '# Backup\n\n[r](Restore%20it.md#steps) [w](https://example.com/x.md) [m](gone.md)\n\n' +
        '    [r](Restore%20it.md)\n',
      [`${dir}/Restore it.md`]: `# Restore\n\n<a href="./backup">back</a> [x](/${dir}/backup.md) [r]({{< ref "backup.md" >}})`,
      [`${dir}/notes.txt`]: 'kept out',
    });
    const reason = 'It refers to gone.md, which the zip does not hold';
    const problems = [{ path: `${dir}/backup.md`, reason, isLeftOut: false }];
    expect(report).toMatchObject({ created: 2, updated: 0, skipped: 1, problems });
    const pages = await inFolder(ann, dir);
    const backup = titled(pages, 'Backup');
    const restore = titled(pages, 'Restore');
    expect(backup.content).toBe(
      `# Backup\n\n[r](/knowledge-base?doc=${restore.id}#steps) [w](https://example.com/x.md) [m](gone.md)\n\n    [r](Restore%20it.md)\n`,
    );
    const link = `/knowledge-base?doc=${backup.id}`;
    expect(restore.content).toBe(`# Restore\n\n<a href="${link}">back</a> [x](${link}) [r](${link})`);
    expect(backup).toMatchObject({ version: 1, authorName: 'Ann Smith', isPublished: false, category: dir });
  });

  test('OPS-04 the same zip again changes nothing, a changed file creates version 2', async () => {
    const ann = await at.current.signedIn();
    const bob = await at.current.signedIn({ firstName: 'Bob' });
    const dir = newFolder();
    const files = {
      [`${dir}/a.md`]: '# A\n\n[b](b.md) [broken](broken.md)',
      [`${dir}/b.md`]: '---\ntags: [x, y]\nexcerpt: E\n---\n# B\n\nText.',
      [`${dir}/broken.md`]: '---\ntitle: [\n---\nText.',
    };
    expect(await importFiles(ann, files)).toMatchObject({ created: 2, updated: 0, skipped: 0 });
    expect(await importFiles(bob, files)).toMatchObject({ created: 0, updated: 0, skipped: 2 });
    files[`${dir}/b.md`] = '# B\n\nOther text.';
    expect(await importFiles(bob, files)).toMatchObject({ created: 0, updated: 1, skipped: 1 });
    const pages = await inFolder(ann, dir);
    expect(titled(pages, 'A').version).toBe(1);
    const b = titled(pages, 'B');
    expect(b).toMatchObject({ version: 2, tags: [], excerpt: null, authorName: 'Ann Smith' });
    const [latest] = await ann.call(knowledgeBase.versions, { params: { id: b.id } });
    expect(latest).toMatchObject({
      version: 2,
      authorName: 'Bob Smith',
      changeLog: `Imported from ${dir}/b.md`,
    });
  });

  test('KB-10 creates a document again whose path is in the bin, and the old one can be restored', async () => {
    const ann = await at.current.signedIn();
    const dir = newFolder();
    const files = { [`${dir}/a.md`]: '# A\n\n[b](b.md)', [`${dir}/b.md`]: '# B\n\nText.' };
    await importFiles(ann, files);
    const old = titled(await inFolder(ann, dir), 'B');
    await ann.call(knowledgeBase.remove, { params: { id: old.id } });
    expect(await importFiles(ann, files)).toMatchObject({ created: 1, updated: 1 });
    const pages = await inFolder(ann, dir);
    const anew = titled(pages, 'B');
    expect(anew.id).not.toBe(old.id);
    expect(titled(pages, 'A').content).toContain(`doc=${anew.id}`);
    await ann.call(knowledgeBase.undelete, { params: { id: old.id } });
    expect(await inFolder(ann, dir)).toHaveLength(3);
    expect(await importFiles(ann, files)).toMatchObject({ created: 0, updated: 0, skipped: 2 });
  });

  test('OPS-04 reports invalid pages and imports the others', async () => {
    const ann = await at.current.signedIn();
    const dir = newFolder();
    const { created, problems } = await importFiles(ann, {
      [`${dir}/bytes.md`]: Buffer.from([0x61, 0xff]),
      [`${dir}/empty.md`]: '',
      [`${dir}/good.md`]: '# Good\n\nText.',
      [`${dir}/long.md`]: `# ${'x'.repeat(300)}`,
      [`${dir}/nul.md`]: 'a\u0000b',
      [`${dir}/yaml.md`]: '---\ntitle: [a\n---\nText.',
    });
    expect(created).toBe(2);
    expect(problems.map(({ path, reason }) => [path.slice(dir.length + 1), reason])).toEqual([
      ['bytes.md', 'It is not text in UTF-8. Save it as UTF-8 and import again'],
      ['empty.md', 'It has no text'],
      ['long.md', expect.stringMatching(/^Its title was shortened to 255 characters: x{300}$/)],
      ['nul.md', 'text: NUL characters are not allowed'],
      ['yaml.md', expect.stringMatching(/^Its front matter cannot be read: /)],
    ]);
    expect(await inFolder(ann, dir)).toHaveLength(2);
  });

  test('OPS-04 a damaged file deep in the zip imports nothing', async () => {
    const ann = await at.current.signedIn();
    const dir = newFolder();
    const zip = Buffer.from(zipOf({ [`${dir}/a.md`]: '# A\n\nText.', [`${dir}/b.bin`]: 'some more bytes' }));
    const second = zip.indexOf(`${dir}/b.bin`) + `${dir}/b.bin`.length + 2;
    zip.writeUInt8(zip.readUInt8(second) ^ 4, second);
    expect(await importJobOf(ann, zip)).toMatchObject({
      state: 'failed',
      message: `The zip is damaged: ${dir}/b.bin cannot be unpacked`,
    });
    expect(await inFolder(ann, dir)).toEqual([]);
  });

  test('OPS-04 refuses a file that is no zip, and a missing file, with the reason', async () => {
    const ann = await at.current.signedIn();
    for (const calls of [documents, knowledgeBase]) {
      const file = new File(['hello'], 'wiki.zip');
      await expect(ann.call(calls.import, { file })).rejects.toMatchObject({
        status: 400,
        body: { code: 'invalid_archive', message: 'This file is not a zip, or it is damaged' },
      });
      const empty = await ann.send({ method: 'POST', url: calls.import.path });
      expect([empty.statusCode, empty.json()]).toMatchObject([400, { code: 'validation_failed' }]);
    }
  });

  const part = `--x\r\nContent-Disposition: form-data; name="file"; filename="a.zip"\r\n\r\nPK`;
  test.each([
    ['without its boundary', 'multipart/form-data', `${part}\r\n--x--\r\n`],
    ['that ends in the middle of the file', 'multipart/form-data; boundary=x', part],
    ['that never begins', 'multipart/form-data; boundary=x', 'PK'],
    ['without content', 'multipart/form-data; boundary=x', '--x--\r\n'],
  ])('OPS-04 a form %s is invalid input, and nothing of it is stored', async (_, type, payload) => {
    const ann = await at.current.signedIn();
    const before = await tableState(at.current.database);
    const headers = { 'content-type': type };
    const answer = await ann.send({ method: 'POST', url: '/api/documents/import', headers, payload });
    expectRefusal(answer, 400, 'validation_failed');
    expect(await tableState(at.current.database)).toEqual(before);
  });

  test('OPS-04 reports a path that is too long for the database and imports the other pages', async () => {
    const ann = await at.current.signedIn();
    const dir = newFolder();
    const long = `${dir}/${randomBytes(2_000).toString('hex')}.md`;
    const report = await importFiles(ann, { [long]: '# Long\n\nText.', [`${dir}/a.md`]: '# A\n\nText.' });
    expect(report).toMatchObject({
      created: 1,
      problems: [
        { path: long, reason: 'Its path is too long. Shorten the names of its folders and import again' },
      ],
    });
  });

  test('OPS-04 a file name with characters that cannot be stored does no harm', async () => {
    const ann = await at.current.signedIn();
    const head = `--B\r\nContent-Disposition: form-data; name="file"; filename*=utf-8''a%00b.zip\r\n\r\n`;
    const zip = zipOf({ [`${newFolder()}/a.md`]: '# A\n\nText.' });
    const answer = await ann.send({
      method: 'POST',
      url: '/api/documents/import',
      headers: { 'content-type': 'multipart/form-data; boundary=B' },
      payload: Buffer.concat([Buffer.from(head), zip, Buffer.from('\r\n--B--\r\n')]),
    });
    expect(answer.statusCode).toBe(202);
  });

  test('OPS-04 visitors cannot import', async () => {
    const file = new File([zipOf({ 'a.md': '# A' })], 'wiki.zip');
    await expect(at.current.anonymous.call(knowledgeBase.import, { file })).rejects.toMatchObject({
      status: 401,
    });
  });

  test('OPS-04 two imports of the same zip at once create nothing twice', async () => {
    const ann = await at.current.signedIn();
    const dir = newFolder();
    const files = Object.fromEntries(
      Array.from({ length: 60 }, (_, n) => [`${dir}/p${n}.md`, `# Page ${n}\n\n[next](p${(n + 1) % 60}.md)`]),
    );
    const reports = await Promise.all([importFiles(ann, files), importFiles(ann, files)]);
    expect(reports.map(({ created }) => created).toSorted((a, b) => a - b)).toEqual([0, 60]);
    const pages = await inFolder(ann, dir);
    expect(pages).toHaveLength(60);
    expect(pages.every(({ version }) => version === 1)).toBe(true);
  });
});

test('KB-11 a zip without any page fails with the reason instead of importing nothing', async () => {
  const ann = await at.current.signedIn();
  const none =
    'The zip holds no pages that can be imported: no markdown or HTML, and no export of a known product. It holds ';
  const word = { '[Content_Types].xml': '<Types/>', 'word/document.xml': '<w:document/>' };
  expect(await importJobOf(ann, zipOf(word))).toMatchObject({
    state: 'failed',
    message: `${none}[Content_Types].xml, word/document.xml`,
  });
  expect(await importJobOf(ann, zipOf({ 'notes.txt': 'Plain notes' }))).toMatchObject({
    state: 'failed',
    message: `${none}notes.txt`,
  });
});

describe('F5 the quota of imports', () => {
  test('eight imports of a person may wait or run; another one is refused until one is done', async () => {
    const [ann, bob] = [await at.current.signedIn(), await at.current.signedIn({ firstName: 'Bob' })];
    const { db } = at.current.database;
    const ids = Array.from({ length: 8 }, () => randomUUID());
    // No engine starts these.
    for (const id of ids)
      await createJob(db, { id, kind: IMPORT, ownerId: ann.user.id, input: { key: 'none', bytes: 1_000 } });
    const file = new File([zipOf({ 'quota/a.md': '# A' })], 'wiki.zip', { type: 'application/zip' });
    await expect(ann.call(documents.import, { file })).rejects.toMatchObject({
      status: 429,
      body: { code: 'too_many_imports' },
    });
    expect((await bob.call(documents.import, { file })).jobId).toBeTruthy();
    await db
      .update(jobs)
      .set({ state: 'done' })
      .where(eq(jobs.id, ids[0] ?? ''));
    expect((await ann.call(documents.import, { file })).jobId).toBeTruthy();
  });

  test('one gigabyte of a person may wait', async () => {
    const ann = await at.current.signedIn();
    const input = { key: 'none', bytes: 1024 ** 3 };
    await createJob(at.current.database.db, { id: randomUUID(), kind: IMPORT, ownerId: ann.user.id, input });
    const file = new File([zipOf({ 'quota/b.md': '# B' })], 'wiki.zip', { type: 'application/zip' });
    await expect(ann.call(documents.import, { file })).rejects.toMatchObject({
      status: 429,
      body: { code: 'too_many_imports' },
    });
  });

  test.each([
    { role: 'user', images: 0, reasons: [expect.stringContaining('There is no room for it')] },
    { role: 'admin', images: 1, reasons: [] },
  ] as const)('images and files of an import count, except for administrators: $role', async (row) => {
    const person = await at.current.signedIn({ role: row.role });
    await createObjects(
      at.current.database.db,
      Array.from({ length: 3 }, (_, n) => ({
        id: randomUUID(),
        ownerId: person.user.id,
        key: `images/${row.role}-${n}.png`,
        contentType: 'image/png',
        bytes: 1_789_569_706,
        sha256: `${row.role} ${n}`,
      })),
    );
    const dir = newFolder();
    const report = await importReport(person, {
      [`${dir}/a.md`]: `# A\n\n![p](${row.role}.png)`,
      [`${dir}/${row.role}.png`]: await aPicture(row.role.length + 5),
    });
    expect(report).toMatchObject({ created: 1, images: row.images });
    expect(report.problems.map(({ reason }) => reason)).toEqual(row.reasons);
  });
});
