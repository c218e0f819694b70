import { describe, expect, test } from 'vitest';
import { ImportReport, knowledgeBaseImports } from '../../contract/calls/imports.ts';
import { administration } from '../../contract/calls/administration.ts';
import { knowledgeBase } from '../../contract/calls/documents.ts';
import { notifications } from '../../contract/calls/notifications.ts';
import { documentWatching } from '../../contract/calls/watching.ts';
import { search } from '../../contract/calls/search.ts';
import { withApp, type Client } from '../../test/app.ts';
import { documentsTitled, importJobOf, importReport, jobAtEnd, picture, zipOf } from '../../test/imports.ts';
import type { Files } from '../../test/imports.ts';
import { tableState } from '../../test/table-state.ts';

const at = withApp();

async function dryRun(client: Client, files: Files): Promise<ImportReport> {
  const file = new File([zipOf(files)], 'wiki.zip', { type: 'application/zip' });
  const { jobId } = await client.call(knowledgeBase.import, { query: { dryRun: 'true' }, file });
  const job = await jobAtEnd(client, jobId);
  if (job.state !== 'done') throw new Error(job.message);
  return ImportReport.parse(job.result);
}

const newest = async (client: Client) => {
  const [first] = await client.call(knowledgeBaseImports.list, {});
  if (!first) throw new Error('no import');
  return first;
};
const titlesIn = async (client: Client, category: string) =>
  (await client.call(knowledgeBase.list, { query: { category } })).map(({ title }) => title).toSorted();

describe('KB-11 a dry run', () => {
  test('KB-11 reports what an import would create, change and lose, and stores nothing', async () => {
    const ann = await at.current.signedIn();
    const files: Files = {
      'dry/a.md': `---\ntags: [x]\n---\n# Dry A\n\n![p](p.png) [b](b.md) ![no](gone.png)`,
      'dry/b.md': '# Dry B\n\nText',
      'dry/bad.md': '---\ntitle: [\n---\nText',
      'dry/long.md': `# ${'x'.repeat(300)}`,
      'dry/p.png': await picture('coral'),
      'dry/broken.png': 'no picture',
      'dry/c.md': '# Dry C\n\n![x](broken.png) [manual](m.pdf)',
      'dry/m.pdf': 'manual of the dry run',
    };
    const stored = async () => {
      const { jobs: _, ...tables } = await tableState(at.current.database);
      return tables;
    };
    const before = await stored();
    const plan = await dryRun(ann, files);
    expect(await stored()).toEqual(before);
    expect(plan).toMatchObject({
      dryRun: true,
      format: 'Markdown',
      created: 4,
      updated: 0,
      skipped: 2,
      images: 1,
      files: 1,
    });
    expect(plan.documents.slice(0, 2)).toEqual([
      { path: 'dry/a.md', title: 'Dry A', category: 'dry', tags: ['x'], outcome: 'created' },
      { path: 'dry/b.md', title: 'Dry B', category: 'dry', tags: [], outcome: 'created' },
    ]);
    const real = await importReport(ann, files);
    expect(real).toEqual({ ...plan, dryRun: false });
    files['dry/b.md'] = '# Dry B\n\nOther';
    expect(await dryRun(ann, files)).toMatchObject({ created: 0, updated: 1, images: 0, files: 0 });
    expect((await documentsTitled(ann, 'Dry B'))[0].content).toBe('# Dry B\n\nText');
  });
});

describe('KB-11 the undo of a whole import', () => {
  test('KB-11 moves its documents to the bin with their images, and both can be restored', async () => {
    const ann = await at.current.signedIn();
    await importReport(ann, {
      'undo/a.md': '# Undo A\n\n![p](p.png) [m](m.pdf)',
      'undo/b.md': '# Undo B\n\n[a](a.md)',
      'undo/p.png': await picture('salmon'),
      'undo/m.pdf': 'manual of the undo',
    });
    const [a] = await documentsTitled(ann, 'Undo A');
    const [image = '', manual = ''] = [...a.content.matchAll(/\/objects\/[\da-f-]{36}/g)].map(
      ([path]) => path,
    );
    const made = await newest(ann);
    expect(made).toMatchObject({
      fileName: 'wiki.zip',
      format: 'Markdown',
      documents: 2,
      left: 2,
      undoneAt: null,
      importedByName: 'Ann Smith',
    });

    const undone = await ann.call(knowledgeBaseImports.undo, { params: { id: made.id }, body: {} });
    expect(undone).toEqual({ removed: 2, restored: 0, images: 2, servers: 0, members: 0, kept: [] });
    expect(await titlesIn(ann, 'undo')).toEqual([]);
    expect(await ann.call(search.find, { query: { q: 'Undo A' } })).toMatchObject([]);
    for (const path of [image, manual]) expect((await ann.send({ url: path })).statusCode).toBe(404);
    expect(await newest(ann)).toMatchObject({ left: 0, undoneAt: expect.any(String) });

    await ann.call(knowledgeBase.undelete, { params: { id: a.id } });
    for (const path of [image, manual]) expect((await ann.send({ url: path })).statusCode).toBe(200);
    expect((await ann.call(knowledgeBaseImports.undo, { params: { id: made.id }, body: {} })).removed).toBe(
      0,
    );
    expect(await titlesIn(ann, 'undo')).toEqual(['Undo A']);
  });

  test('KB-11 restores documents that the import changed', async () => {
    const ann = await at.current.signedIn();
    const files = { 'back/a.md': '---\ntags: [old]\n---\n# Back\n\nOld text' };
    await importReport(ann, files);
    await importReport(ann, { 'back/a.md': '---\ntags: [new]\n---\n# Back\n\nNew text' });
    const made = await newest(ann);
    expect(await ann.call(knowledgeBaseImports.undo, { params: { id: made.id }, body: {} })).toMatchObject({
      removed: 0,
      restored: 1,
    });
    const [document] = await documentsTitled(ann, 'Back');
    expect(document).toMatchObject({ version: 3, tags: ['old'], content: '# Back\n\nOld text' });
    const [latest] = await ann.call(knowledgeBase.versions, { params: { id: document.id } });
    expect(latest?.changeLog).toBe('As it was before the import of wiki.zip');
  });

  test('KB-11 keeps and names documents that were changed since, unless the undo includes them', async () => {
    const ann = await at.current.signedIn();
    await importReport(ann, {
      'kept/a.md': '# Kept A\n\n![p](p.png)',
      'kept/b.md': '# Kept B\n\nText',
      'kept/p.png': await picture('khaki'),
    });
    const [a] = await documentsTitled(ann, 'Kept A');
    const bob = await at.current.signedIn({ firstName: 'Bob' });
    await bob.call(knowledgeBase.update, { params: { id: a.id }, body: { excerpt: 'Mine' } });
    const { id } = await newest(ann);
    expect(await ann.call(knowledgeBaseImports.undo, { params: { id }, body: {} })).toEqual({
      removed: 1,
      restored: 0,
      images: 0,
      servers: 0,
      members: 0,
      kept: [{ id: a.id, title: 'Kept A' }],
    });
    const [image = ''] = /\/objects\/[\da-f-]{36}/.exec(a.content) ?? [];
    expect((await ann.send({ url: image })).statusCode).toBe(200);
    expect(await newest(ann)).toMatchObject({ left: 1 });
    const all = await ann.call(knowledgeBaseImports.undo, { params: { id }, body: { includeChanged: true } });
    expect(all).toEqual({ removed: 1, restored: 0, images: 1, servers: 0, members: 0, kept: [] });
    expect(await titlesIn(ann, 'kept')).toEqual([]);
  });

  test('KB-11 is allowed for the importer and administrators, and is in the audit log', async () => {
    const ann = await at.current.signedIn();
    const bob = await at.current.signedIn({ firstName: 'Bob' });
    await importReport(ann, { 'mine/a.md': '# Mine\n\nText' });
    const { id } = await newest(ann);
    expect((await bob.call(knowledgeBaseImports.list, {})).map((one) => one.id)).not.toContain(id);
    await expect(bob.call(knowledgeBaseImports.undo, { params: { id }, body: {} })).rejects.toMatchObject({
      status: 404,
    });
    expect(await titlesIn(ann, 'mine')).toEqual(['Mine']);
    const root = await at.current.signedIn({ role: 'admin' });
    expect((await root.call(knowledgeBaseImports.undo, { params: { id }, body: {} })).removed).toBe(1);
    const entries = await root.call(administration.audit, { query: { limit: 10 } });
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['import.undo', 'document.delete']),
    );
  });

  test('KB-11 notifies watchers of each document that it removes or restores, but not the person who undoes', async () => {
    const ann = await at.current.signedIn();
    const bob = await at.current.signedIn({ firstName: 'Bob' });
    await importReport(ann, { 'seen/old.md': '# Seen before\n\nText' });
    const files = {
      'seen/old.md': '# Seen before\n\nOther',
      'seen/a.md': '# Seen A',
      'seen/b.md': '# Seen B',
    };
    await importReport(ann, files);
    const watched = await documentsTitled(ann, 'Seen before', 'Seen A', 'Seen B');
    for (const { id } of watched)
      for (const who of [ann, bob]) await who.call(documentWatching.watch, { params: { id } });
    await ann.call(knowledgeBaseImports.undo, { params: { id: (await newest(ann)).id }, body: {} });
    const noticesOf = async (who: Client) =>
      (await who.call(notifications.list, {})).map(({ title }) => title).toSorted();
    expect(await noticesOf(bob)).toEqual([
      'Ann Smith changed "Seen before"',
      'Ann Smith moved "Seen A" to the bin',
      'Ann Smith moved "Seen B" to the bin',
    ]);
    expect(await noticesOf(ann)).toEqual([]);
  });

  test('KB-11 of a running import is refused', async () => {
    const ann = await at.current.signedIn();
    await importReport(ann, { 'busy/a.md': '# Busy\n\nText' });
    const { id } = await newest(ann);
    const { db } = at.current.database;
    await db.execute(`update jobs set state = 'running' where id = '${id}'`);
    await expect(ann.call(knowledgeBaseImports.undo, { params: { id }, body: {} })).rejects.toMatchObject({
      status: 409,
      body: { code: 'import_running' },
    });
    await db.execute(`update jobs set state = 'done' where id = '${id}'`);
  });

  test('KB-11 the same zip can be imported again later', async () => {
    const ann = await at.current.signedIn();
    const files = { 'again/a.md': '# Again\n\n![p](p.png)', 'again/p.png': await picture('plum') };
    await importJobOf(ann, zipOf(files));
    const { id } = await newest(ann);
    await ann.call(knowledgeBaseImports.undo, { params: { id }, body: {} });
    expect(await importReport(ann, files)).toMatchObject({ created: 1, images: 1, problems: [] });
    const [document] = await documentsTitled(ann, 'Again');
    const [image = ''] = /\/objects\/[\da-f-]{36}/.exec(document.content) ?? [];
    expect((await ann.send({ url: image })).statusCode).toBe(200);
  });
});
