import { unzipSync } from 'fflate';
import { beforeAll, expect, test } from 'vitest';
import { documents } from '../../contract/calls/documents.ts';
import { documentEditing } from '../../contract/calls/drafts.ts';
import { groups } from '../../contract/calls/groups.ts';
import { documentImports } from '../../contract/calls/imports.ts';
import { objectPath } from '../../contract/calls/objects.ts';
import { documentShares } from '../../contract/calls/sharing.ts';
import { withApp } from '../../test/app.ts';
import { importFiles, importJobOf, zipOf } from '../../test/imports.ts';
import { openEvents } from '../../test/live-events.ts';
import { restrictedWorld, type Person } from '../../test/restricted-world.ts';
import { aPicture, aStoredImage } from '../../test/stored-image.ts';

const at = withApp();
let world: Awaited<ReturnType<typeof restrictedWorld>>;
let origin = '';
beforeAll(async () => {
  origin = await at.current.app.listen({ port: 0, host: '127.0.0.1' });
  world = await restrictedWorld(at.current);
});

const statusOf = async (person: Person, url: string) => (await person.send({ url })).statusCode;

test('ACCESS-16 an image is visible if one visible document uses it', async () => {
  const { owner, member, editor, admin } = world;
  const path = objectPath(await aStoredImage(at.current, owner.user.id));
  const restricted = await world.secret({ content: `![](${path})` });
  const statuses = async () => [
    await statusOf(member, path),
    await statusOf(editor, path),
    await statusOf(admin, path),
  ];
  expect(await statuses()).toEqual([200, 404, 404]);
  // Somebody who knows the address gains nothing by writing it into a page.
  await editor.call(documents.create, { body: { title: 'Thief', content: `![](${path})` } });
  expect(await statuses()).toEqual([200, 404, 404]);
  await owner.call(documents.create, { body: { title: 'Open', content: `![](${path})` } });
  expect(await statuses()).toEqual([200, 200, 200]);
  const { url } = await owner.call(documentShares.create, { params: { id: restricted.id }, body: {} });
  await at.current.anonymous.send({ url: `/api${new URL(url).pathname}` });
  const shared = await at.current.anonymous.send({ url: `${path}/shared/${url.split('/').at(-1)}` });
  expect(shared.statusCode).toBe(200);
});

test('ACCESS-16 the same picture in two texts is one for each, unless its writer may see the first', async () => {
  const { owner, editor } = world;
  const content = `![](data:image/png;base64,${(await aPicture(7)).toString('base64')})`;
  const pathIn = (text: string) => /\/objects\/[\da-f-]+/.exec(text)?.[0] ?? '';
  const hidden = await world.secret({ content });
  const shown = await editor.call(documents.create, { body: { title: 'Same picture', content } });
  expect(pathIn(shown.content)).not.toBe(pathIn(hidden.content));
  expect(await statusOf(editor, pathIn(shown.content))).toBe(200);
  expect(await statusOf(editor, pathIn(hidden.content))).toBe(404);
  const again = await owner.call(documents.create, { body: { title: 'Mine again', content, readers: [] } });
  expect([pathIn(hidden.content), pathIn(shown.content)]).toContain(pathIn(again.content));
});

test('ACCESS-17 a zip of documents has what its reader may read', async () => {
  const { member, editor, admin } = world;
  const { id } = await world.secret({ title: 'Zipped secret' });
  const names = async (person: Person, url: string) =>
    Object.keys(unzipSync(new Uint8Array((await person.send({ url })).rawPayload))).join(' ');
  for (const url of ['/api/documents/export', `/api/documents/export?ids=${id}`]) {
    expect(await names(member, url)).toContain('Zipped secret');
    for (const person of [editor, admin]) expect(await names(person, url)).not.toContain('Zipped secret');
  }
  // Nor does a link of an open page tell its title.
  const content = `See [it](/knowledge-base?doc=${id})`;
  const open = await editor.call(documents.create, { body: { title: 'Links to it', content } });
  const { rawPayload } = await editor.send({ url: `/api/documents/export?ids=${open.id},${id}` });
  const [text] = Object.values(unzipSync(new Uint8Array(rawPayload)));
  expect(Buffer.from(text ?? []).toString()).not.toContain('Zipped');
});

test('ACCESS-17 an import changes no document that its author may not read, and takes none back', async () => {
  const { owner, editor, admin } = world;
  const page = (text: string) => ({ 'runbooks/vault.md': `# Vault\n\n${text}` });
  const first = await importJobOf(owner, zipOf(page('Of the owner')));
  const [mine] = await owner.call(documents.list, { query: { q: 'Vault owner' } });
  const params = { id: mine?.id ?? '' };
  await owner.call(documents.update, { params, body: { readers: [] } });
  const index = { 'runbooks/index.md': '# Index\n\n[To the vault](vault.md)' };
  expect(await importFiles(editor, { ...page('Of the editor'), ...index })).toMatchObject({ created: 2 });
  const [found] = await editor.call(documents.list, { query: { q: 'Index vault' } });
  expect(found?.content).not.toContain(params.id);
  const exported = `---\nformat: ops-hub/2\ndocumentId: ${params.id}\ntitle: Vault again\n---\nText`;
  await importFiles(editor, { 'again.md': exported, 'list.md': '# List\n\n[Again](again.md)' });
  const [list] = await editor.call(documents.list, { query: { q: 'List again' } });
  expect(list?.content).toMatch(/doc=[\da-f-]{36}/);
  expect(list?.content).not.toContain(params.id);
  expect(await importFiles(owner, page('New text'))).toMatchObject({ created: 0, updated: 1 });
  expect((await owner.call(documents.find, { params })).content).toContain('New text');
  const undone = await admin.call(documentImports.undo, {
    params: { id: first.id },
    body: { includeChanged: true },
  });
  expect([undone.removed, undone.kept]).toEqual([0, []]);
  expect(await statusOf(owner, `/api/documents/${params.id}`)).toBe(200);
});

test('ACCESS-18 events of a restricted document reach its readers alone', async () => {
  const { owner, member, editor } = world;
  const { id } = await world.secret({ title: 'Live secret' });
  const [inside, outside] = [
    await openEvents(origin, member.cookie),
    await openEvents(origin, editor.cookie),
  ];
  await owner.call(documentEditing.presence, { params: { id }, body: { editing: true } });
  await owner.call(documents.update, { params: { id }, body: { content: 'Changed' } });
  const open = await owner.call(documents.create, { body: { title: 'Last', content: 'Open' } });
  await owner.call(documents.update, { params: { id: open.id }, body: { content: 'Changed' } });
  const heard = [await inside.until(open.id), await outside.until(open.id)];
  expect(heard.map((text) => text.includes(`"documentId":"${id}"`))).toEqual([true, false]);
  expect(heard.map((text) => text.includes(id))).toEqual([true, false]);
  await Promise.all([inside.close(), outside.close()]);
});

test('ACCESS-18 losing access ends open streams, and screens read their lists anew', async () => {
  const { owner, member, editor, admin, group, readers } = world;
  const [stream, other] = [await openEvents(origin, member.cookie), await openEvents(origin, editor.cookie)];
  const { id } = await owner.call(documents.create, { body: { title: 'Closing', content: 'Open' } });
  await owner.call(documents.update, { params: { id }, body: { readers } });
  expect(await other.until('"changed","topic":"documents"}')).toContain('"changed","topic":"documents"}');
  await admin.call(groups.setMembers, { params: { id: group.id }, body: { userIds: [] } });
  // Ends with the stream.
  await stream.until('no such word');
  await admin.call(groups.setMembers, { params: { id: group.id }, body: { userIds: [member.user.id] } });
  await other.close();
});
