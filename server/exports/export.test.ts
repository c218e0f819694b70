import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { documents, type DocumentItem } from '../../contract/calls/documents.ts';
import { documentEditing } from '../../contract/calls/drafts.ts';
import { jobs } from '../../contract/calls/jobs.ts';
import { withApp } from '../../test/app.ts';
import { importJobOf, writtenFields } from '../../test/imports.ts';
import { aPicture, aStoredImage } from '../../test/stored-image.ts';
import { aDocument } from '../../test/factories.ts';
import { DOWNLOAD } from '../objects/queries.ts';
import { safeName } from '../text/safe-name.ts';
import { pathsFor } from './paths.ts';

const from = withApp();
const into = withApp();

/** Documents without the ids of documents and images, which differ between products. */
const comparable = (list: DocumentItem[]) =>
  list
    .map((document) => ({
      ...writtenFields(document),
      content: document.content
        ?.replace(/\/objects\/[\da-f-]{36}\)/, '/objects/IMAGE)')
        .replace(/doc=[\da-f-]{36}/, 'doc=ID'),
    }))
    .toSorted((one, other) => (one.title < other.title ? -1 : 1));

test('KB-11 an export that an empty product imports gives equal documents with their images and links', async () => {
  const ann = await from.current.signedIn();
  const { database } = from.current;
  const imageId = await aStoredImage(from.current, ann.user.id, { bytes: await aPicture(9) });
  const plain = {
    excerpt: 'Short: "quoted"',
    tags: ['a', '2'],
    technology: 'Azure',
    domain: 'AU',
    templateType: 'maintenance' as const,
    isPublished: true,
    isTemplate: true,
  };
  const first = await aDocument(database.db, ann.user, {
    title: 'Fail over: a/b',
    category: 'DNS & more',
    ...plain,
    content: 'x',
  });
  await aDocument(database.db, ann.user, {
    title: 'fail over: a-b',
    category: 'DNS & more',
    content:
      `---\nnot front matter\n\n[Back](/knowledge-base?doc=${first}#steps)\n\n` +
      `<!-- width=300px height=auto -->\n![Plan](/objects/${imageId})\n\n\`/objects/${imageId}\``,
  });
  await aDocument(database.db, ann.user, { title: '../../etc/passwd', content: 'Bare\n' });
  await aDocument(database.db, ann.user, { title: 'Left out', category: 'Other' });

  const one = await ann.send({ url: '/api/documents/export?category=Other' });
  expect(Object.keys(unzipSync(one.rawPayload))).toEqual(['Other/Left out.md']);
  const answer = await ann.send({ url: '/api/knowledge-base/export' });
  expect(answer.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename="knowledge-base.zip"',
  });
  const files = unzipSync(answer.rawPayload);
  expect(Object.keys(files).toSorted()).toEqual([
    'DNS - more/Fail over- a-b 2.md',
    'DNS - more/fail over- a-b.md',
    'Other/Left out.md',
    'etc-passwd.md',
    `images/${imageId}.png`,
  ]);
  expect(strFromU8(files['DNS - more/fail over- a-b.md']!)).toContain(
    `](../images/${imageId}.png)\n\n\`/objects/${imageId}\``,
  );

  const bob = await into.current.signedIn();
  const file = new File([new Uint8Array(answer.rawPayload)], 'kb.zip', { type: 'application/zip' });
  const { jobId } = await bob.call(documents.import, { file });
  await expect
    .poll(async () => (await bob.call(jobs.find, { params: { id: jobId } })).state, { timeout: 20_000 })
    .toBe('done');
  const [before, after] = await Promise.all([ann.call(documents.list, {}), bob.call(documents.list, {})]);
  expect(comparable(after)).toEqual(comparable(before));
  const linked = after.find(({ title }) => title === 'Fail over: a/b')?.id;
  const text = after.find(({ title }) => title === 'fail over: a-b')?.content ?? '';
  expect(text).toContain(`doc=${linked}#steps`);
  const image = /\/objects\/[\da-f-]{36}(?=\))/.exec(text)?.[0] ?? '';
  expect((await bob.send({ url: image })).headers['content-type']).toBe('image/png');
});

test('KB-11 no name leads out of its folder or equals another file on some system', () => {
  const names = [
    '..',
    '../x',
    '/etc',
    'C:\\x',
    'con',
    'a\u0000b',
    '.hidden',
    'trailing. ',
    '',
    'x'.repeat(300),
    'a\u202eb',
    'nul.tar.gz',
    'COM¹',
    'x'.repeat(59) + '𝒳𝒳',
    '漢'.repeat(255),
    '\u0301',
  ];
  for (const name of names.map(safeName)) {
    expect(name).toMatch(/^[\p{L}\p{M}\p{N}_][\p{L}\p{M}\p{N}._ -]*$/u);
    expect(name).not.toMatch(/[. ]$|^(con|nul|com¹)(\.|$)/i);
    expect(name.isWellFormed()).toBe(true);
    expect(Buffer.byteLength(`${name} 9999.md`)).toBeLessThanOrEqual(255);
  }
  const paths = [
    ...pathsFor(['A', 'a', 'A'].map((title, n) => ({ id: String(n), title, category: null }))).values(),
  ];
  expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(3);
  // Accented letters can be one character or two. A file must not have the name of a folder.
  const more = pathsFor([
    { id: '1', title: 'Caf\u00e9', category: null },
    { id: '2', title: 'Cafe\u0301', category: null },
    { id: '3', title: 'Runbooks', category: null },
    { id: '4', title: 'x', category: 'runbooks.md' },
    { id: '5', title: 'हिन्दी', category: null },
  ]);
  expect([...more.values()]).toEqual([
    'Café.md',
    'Café 2.md',
    'Runbooks 2.md',
    'runbooks.md/x.md',
    'हिन्दी.md',
  ]);
});

test('threat 78 an export contains nothing that its reader cannot see: no draft, no bin, no private image of others', async () => {
  const ann = await from.current.signedIn();
  const bob = await from.current.signedIn();
  const { database } = from.current;
  const bytes = Buffer.from('canary-of-an-image');
  const imageId = await aStoredImage(from.current, ann.user.id, { visibility: 'private', bytes });
  const category = 'Canaries';
  // A deleted document with the same title. It occupies no name, and the export contains no address of it.
  const binned = await aDocument(database.db, ann.user, {
    title: 'Shown',
    category,
    content: 'canary-of-the-bin',
  });
  const shown = await aDocument(database.db, ann.user, {
    title: 'Shown',
    category,
    content: `![own](/objects/${imageId}) [gone](/knowledge-base?doc=${binned})`,
  });
  await ann.call(documents.remove, { params: { id: binned } });
  await ann.call(documentEditing.keep, {
    params: { id: shown },
    body: { fields: { content: 'canary-of-a-draft' } },
  });
  for (const query of [`category=${category}`, `ids=${shown},${binned}`]) {
    const url = `/api/knowledge-base/export?${query}`;
    const files = unzipSync((await bob.send({ url })).rawPayload);
    expect(Object.keys(files)).toEqual([`${category}/Shown.md`]);
    expect(strFromU8(files[`${category}/Shown.md`]!)).toContain(`(/knowledge-base?doc=${binned})`);
    expect(Object.values(files).map((file) => strFromU8(file))).not.toContainEqual(
      expect.stringContaining('canary'),
    );
    expect(Object.keys(unzipSync((await ann.send({ url })).rawPayload))).toContain(`images/${imageId}.png`);
    // Each download checks the session, so a stored address does not work after sign-out.
    const address = { url, headers: { cookie: bob.cookie } };
    expect((await from.current.anonymous.send(address)).statusCode).toBe(200);
  }
  await bob.send({ url: '/api/logout' });
  for (const query of ['', '?ids=' + shown]) {
    const url = `/api/documents/export${query}`;
    expect((await bob.send({ url })).statusCode).toBe(401);
  }
});

test('threat 67 an attachment keeps to its folder in an export, whatever its name is', async () => {
  const ann = await from.current.signedIn();
  const { database } = from.current;
  const id = await aStoredImage(from.current, ann.user.id, { contentType: DOWNLOAD });
  await database.pool.query(`update objects set name = '../../evil<.sh' where id = $1`, [id]);
  const content = `[it](/objects/${id})`;
  await aDocument(database.db, ann.user, { title: 'Attached', category: 'Attachments', content });
  const answer = await ann.send({ url: '/api/documents/export?category=Attachments' });
  expect(Object.keys(unzipSync(answer.rawPayload))).toEqual([
    `files/${id}/evil.sh`,
    'Attachments/Attached.md',
  ]);
});

test('KB-11 a link without a target stays without one, whatever files the export contains', async () => {
  const ann = await from.current.signedIn();
  const category = 'Dead links';
  const { database } = from.current;
  const other = await aDocument(database.db, ann.user, { title: 'Other', category, content: 'Here.' });
  const text = (id: string) =>
    `[alive](/knowledge-base?doc=${id}#top) [same](/knowledge-base?doc=${id}) [dead](Other.md) [dead](./Other.md#x) ` +
    `[dead](/Dead%20links/Other.md) <a href="Other">dead</a> [other](https://other.example) [here](#here) [screen](/team)`;
  await aDocument(database.db, ann.user, { title: 'Pointing', category, content: text(other) });
  const answer = await ann.send({ url: `/api/documents/export?category=${encodeURIComponent(category)}` });
  const page = strFromU8(unzipSync(answer.rawPayload)[`${category}/Pointing.md`]!);
  expect(page).toContain('[same](./Other.md) [dead](Other.md)');
  const bob = await into.current.signedIn();
  await importJobOf(bob, Buffer.from(answer.rawPayload));
  const found = await bob.call(documents.list, { query: { category } });
  const there = found.find(({ title }) => title === 'Other')?.id ?? '';
  expect(found.find(({ title }) => title === 'Pointing')?.content).toBe(text(there));
});

test('KB-11 a text that looks like syntax of other products stays as written', async () => {
  const ann = await from.current.signedIn();
  const category = 'Lookalikes';
  const contents = ['> [!NOTE]\n> a', ':::tip\nb\n:::', 'Plain {#c}', '# d {#d}'];
  for (const content of contents)
    await aDocument(from.current.database.db, ann.user, { title: content, category, content });
  const answer = await ann.send({ url: `/api/documents/export?category=${category}` });
  const bob = await into.current.signedIn();
  await importJobOf(bob, Buffer.from(answer.rawPayload));
  const found = await bob.call(documents.list, { query: { category } });
  expect(new Set(found.map(({ content }) => content))).toEqual(new Set(contents));
  const pages = Object.values(unzipSync(answer.rawPayload)).map((file) => strFromU8(file));
  expect(pages.filter((page) => page.includes('format: ops-hub/2'))).toHaveLength(4);
});
