import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { knowledgeBase } from '../../contract/calls/documents.ts';
import { withApp, type Client } from '../../test/app.ts';
import { aDocument } from '../../test/factories.ts';
import { documentsTitled, importFiles, type Files } from '../../test/imports.ts';
import { aPicture, aStoredImage } from '../../test/stored-image.ts';

const at = withApp();

async function exported(client: Client, category: string): Promise<Record<string, string | Uint8Array>> {
  const { rawPayload } = await client.send({ url: `/api/knowledge-base/export?category=${category}` });
  const files: Files = unzipSync(rawPayload);
  for (const [path, content] of Object.entries(files))
    if (path.endsWith('.md')) files[path] = strFromU8(content as Uint8Array);
  return files;
}

test('KB-11 an export imported into the instance it came from doubles nothing and updates what was edited', async () => {
  const ann = await at.current.signedIn();
  const { db } = at.current.database;
  const category = 'Same';
  const imageId = await aStoredImage(at.current, ann.user.id, { bytes: await aPicture(3) });
  const a = await aDocument(db, ann.user, {
    category,
    title: 'Same A',
    content: `![x](/objects/${imageId})`,
  });
  const b = await aDocument(db, ann.user, {
    category,
    title: 'Same B',
    content: `[a](/knowledge-base?doc=${a})`,
  });
  const files = await exported(ann, category);
  expect(await importFiles(ann, files)).toMatchObject({ created: 0, updated: 0, skipped: 3, problems: [] });

  // Its title and so its file changed since.
  await ann.call(knowledgeBase.update, { params: { id: b }, body: { title: 'Same B again' } });
  const edited = await exported(ann, category);
  edited['Same/Same B again.md'] += '\n\nMore';
  expect(await importFiles(ann, edited)).toMatchObject({ created: 0, updated: 1, skipped: 2 });
  const [changed] = await documentsTitled(ann, 'Same B again');
  expect(changed).toMatchObject({ id: b, content: `[a](/knowledge-base?doc=${a})\n\nMore`, version: 3 });
});

test('KB-11 a copied page of an export, or one beside the file it came from, becomes a document of its own', async () => {
  const ann = await at.current.signedIn();
  await importFiles(ann, { 'from/way.md': '# The way\n\nText' });
  const [way] = await documentsTitled(ann, 'The way');
  const page = `---\ntitle: The way\ndocumentId: ${way.id}\n---\n\n# The way\n\nText`;
  const copies = { 'from/one.md': page, 'from/two.md': page };
  expect(await importFiles(ann, copies)).toMatchObject({ created: 1, updated: 0, skipped: 1 });
  const both = { 'from/way.md': '# The way\n\nText', 'from/three.md': page };
  expect(await importFiles(ann, both)).toMatchObject({ created: 1, updated: 0, skipped: 1 });
});

test('KB-11 a page of an export whose document is in the bin becomes a new one', async () => {
  const ann = await at.current.signedIn();
  const id = await aDocument(at.current.database.db, ann.user, { category: 'Gone', title: 'Gone A' });
  const files = await exported(ann, 'Gone');
  await ann.call(knowledgeBase.remove, { params: { id } });
  expect(await importFiles(ann, files)).toMatchObject({ created: 1 });
  const [document] = await documentsTitled(ann, 'Gone A');
  expect(document.id).not.toBe(id);
});
