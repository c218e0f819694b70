import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { documents } from '../../contract/calls/documents.ts';
import { withApp } from '../../test/app.ts';
import { aDocument } from '../../test/factories.ts';
import { documentsTitled, importFiles, importJobOf } from '../../test/imports.ts';
import { readFrontMatter } from '../imports/front-matter.ts';

const from = withApp();
const into = withApp();

const matterOf = (page: Uint8Array | undefined) => {
  const read = readFrontMatter(strFromU8(page!));
  return 'data' in read ? read.data : read;
};

test('KB-11 both kinds of export write a page in the same format; that of the instance adds the history', async () => {
  const ann = await from.current.signedIn({ role: 'admin' });
  const one = await ann.call(documents.create, {
    body: {
      title: 'One',
      category: 'Both',
      tags: ['a'],
      isPublished: true,
      content: '[two](/documents?doc=x)',
    },
  });
  const [few, all] = await Promise.all(
    ['/api/documents/export?category=Both', '/api/export'].map(async (url) =>
      unzipSync((await ann.send({ url })).rawPayload),
    ),
  );
  const page = matterOf(few?.['Both/One.md']);
  expect(page).toEqual({
    title: 'One',
    category: 'Both',
    tags: ['a'],
    published: 'true',
    documentId: one.id,
    format: 'ops-hub/2',
  });
  const whole = matterOf(all?.['documents/Both/One.md']);
  expect(whole).toMatchObject(page);
  expect(whole).toMatchObject({ version: '1', savedBy: expect.any(String), created: expect.any(String) });
});

test('KB-11 an export of documents gives back every form of an address to another product', async () => {
  const ann = await from.current.signedIn();
  const { db } = from.current.database;
  const category = 'Forms';
  const target = await aDocument(db, ann.user, { title: 'Target', category, content: 'Here.' });
  const text = (id: string) =>
    `[a](/documents?doc=${id}) [b](/documents?q=x&doc=${id}&y=1#part) [c](/knowledge-base?doc=${id}#part) ` +
    `[p](/knowledge-base/${id}#part) [q](/knowledge-base/${id}?mode=a)\n\n` +
    '[d](Target.md) [e](Elsewhere.md) [[Target]] [f](Target page.md) ![g](a.png =30x20) {#id}';
  await aDocument(db, ann.user, { title: 'Pointing', category, content: text(target) });
  const zip = (await ann.send({ url: `/api/documents/export?category=${category}` })).rawPayload;
  const bob = await into.current.signedIn();
  expect((await importJobOf(bob, Buffer.from(zip))).result).toMatchObject({ created: 2, problems: [] });
  const [there, pointing] = await documentsTitled(bob, 'Target', 'Pointing');
  expect(pointing.content).toBe(text(there.id));
});

test('KB-11 a page of a newer product is refused, and the word format alone makes no page ours', async () => {
  const bob = await into.current.signedIn();
  const report = await importFiles(bob, {
    'newer/a.md': '---\ntitle: Newer\nformat: ops-hub/3\n---\n\nText',
    'newer/b.md': '---\ntitle: Foreign\nformat: ops-hub\n---\n\n[[a|See a]]',
    'newer/c.md': '---\ntitle: Marked\nformat: ops-hub/2\naddresses: none\n---\n\nText',
  });
  expect(report.problems).toEqual([
    {
      path: 'newer/a.md',
      reason: 'A newer Ops Hub wrote it. Update this one and import again',
      isLeftOut: true,
    },
    {
      path: 'newer/b.md',
      reason: 'Front matter field format was left out: documents have no such field',
      isLeftOut: false,
    },
    { path: 'newer/c.md', reason: expect.stringMatching(/^addresses: /), isLeftOut: true },
  ]);
  const [foreign] = await documentsTitled(bob, 'Foreign');
  expect(foreign.content).toMatch(/^\[See a\]\(\/knowledge-base\?doc=/);
});

test('KB-11 a text that is written in a thread has the same links in both kinds of export', async () => {
  const ann = await from.current.signedIn({ role: 'admin' });
  const { db } = from.current.database;
  const category = 'Long';
  const target = await aDocument(db, ann.user, { title: 'Aim', category, content: 'Here.' });
  const lines = 'A line of a long text.\n'.repeat(6_000);
  const content = `${lines}\n[aim](/documents?doc=${target}) [chance](Aim.md)`;
  await aDocument(db, ann.user, { title: 'Long text', category, content });
  const pages = await Promise.all(
    [`/api/documents/export?category=${category}`, '/api/export'].map(async (url) => {
      const files = unzipSync((await ann.send({ url })).rawPayload);
      return files['Long/Long text.md'] ?? files['documents/Long/Long text.md'];
    }),
  );
  for (const page of pages) {
    expect(strFromU8(page!).endsWith(`${lines}\n[aim](./Aim.md) [chance](Aim.md)`)).toBe(true);
    expect(matterOf(page)).toMatchObject({
      addresses: [
        { written: './Aim.md', meant: `/documents?doc=${target}` },
        { written: 'Aim.md', meant: 'Aim.md' },
      ],
    });
  }
});
