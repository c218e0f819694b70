import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, expect, test } from 'vitest';
import { administration } from '../../contract/calls/administration.ts';
import { assistant } from '../../contract/calls/assistant.ts';
import { brokenLinks } from '../../contract/calls/broken-links.ts';
import { documentBatches } from '../../contract/calls/document-batches.ts';
import { documents, type Document } from '../../contract/calls/documents.ts';
import { documentEditing, drafts } from '../../contract/calls/drafts.ts';
import { groups } from '../../contract/calls/groups.ts';
import { notifications } from '../../contract/calls/notifications.ts';
import { serverOverview } from '../../contract/calls/server-overview.ts';
import { servers } from '../../contract/calls/servers.ts';
import { documentShares, sharing } from '../../contract/calls/sharing.ts';
import { tokens } from '../../contract/calls/tokens.ts';
import { documentWatching } from '../../contract/calls/watching.ts';
import { documentPage } from '../../contract/shared/item-address.ts';
import { MENTION_PATH } from '../../contract/shared/mentions.ts';
import { expectRefusal } from '../../test/answers.ts';
import { withApp } from '../../test/app.ts';
import { restrictedWorld, SECRET, type Person } from '../../test/restricted-world.ts';

const at = withApp({ settings: { ORG_DOMAIN: 'example.com' } });
let world: Awaited<ReturnType<typeof restrictedWorld>>;
let secret: Document;
let outsiders: Person[];
beforeAll(async () => {
  world = await restrictedWorld(at.current);
  secret = await world.secret();
  outsiders = [world.editor, world.admin, world.viewer];
});

const named = (answer: unknown) => JSON.stringify(answer).includes(SECRET.title);
const open = (by: Person, content: string, more = {}) =>
  by.call(documents.create, { body: { title: 'Open page', content, ...more } });

test('ACCESS-08 backlinks name a restricted document to its readers alone', async () => {
  const { id } = await open(world.editor, 'A target');
  const params = { id: secret.id };
  await world.owner.call(documents.update, { params, body: { content: `To [it](${documentPage(id)})` } });
  expect(named(await world.member.call(documents.backlinks, { params: { id } }))).toBe(true);
  for (const person of outsiders)
    expect(await person.call(documents.backlinks, { params: { id } })).toEqual([]);
});

test('ACCESS-08 the page of a server names a restricted document to its readers alone', async () => {
  const { owner, member } = world;
  const linked = await owner.call(servers.create, { body: { name: 'syd-vault-01', status: 'offline' } });
  const named1 = await owner.call(servers.create, { body: { name: 'vaulthost', status: 'offline' } });
  const { id } = await world.secret({ title: SECRET.title, content: 'On vaulthost' });
  await owner.call(servers.linkDocument, { params: { id: linked.id }, body: { documentId: id } });
  const answers = (person: Person) =>
    Promise.all([
      person.call(serverOverview.read, { params: { id: linked.id }, query: {} }),
      person.call(servers.documents, { params: { id: linked.id } }),
      person.call(servers.mentions, { params: { id: named1.id } }),
      person.call(servers.history, { params: { id: linked.id }, query: {} }),
      person.call(servers.list, { query: { q: 'syd-vault', runbooks: 'true', limit: 5 } }),
    ]);
  expect((await answers(member)).map(named)).toEqual([true, true, true, true, true]);
  for (const person of outsiders)
    expect((await answers(person)).map(named)).toEqual([false, false, false, false, false]);
  const url = `/api/servers/${linked.id}/documents`;
  const { editor } = world;
  expectRefusal(await editor.send({ method: 'POST', url, payload: { documentId: id } }), 404);
  expectRefusal(await editor.send({ method: 'DELETE', url: `${url}/${id}` }), 404);
});

test('ACCESS-08 restricted documents that name a server hide no open one behind a limit', async () => {
  const { owner, editor } = world;
  const { id } = await owner.call(servers.create, { body: { name: 'crowdhost' } });
  await open(owner, 'An open page about crowdhost', { title: 'The open one' });
  for (let n = 0; n < 51; n++) await world.secret({ title: `Crowd ${n}`, content: 'On crowdhost' });
  const mentions = await editor.call(servers.mentions, { params: { id } });
  expect(mentions.map(({ title }) => title)).toEqual(['The open one']);
});

test('ACCESS-08 the report of broken links leaves out restricted documents', async () => {
  const { owner, admin } = world;
  const gone = await world.secret({ title: 'Gone secret', tags: [] });
  const target = await open(owner, 'Soon gone');
  await owner.call(documents.remove, { params: { id: gone.id } });
  await owner.call(documents.remove, { params: { id: target.id } });
  await open(owner, `To [it](${documentPage(gone.id)})`);
  await world.secret({ content: `To [it](${documentPage(target.id)})` });
  const report = await admin.call(brokenLinks.list, { query: {} });
  expect(JSON.stringify(report)).not.toMatch(/Gone secret|Zanzibar/);
});

test('ACCESS-09 a mention of somebody without access reaches nobody, and its writer learns it', async () => {
  const { owner, editor, member } = world;
  const at1 = (person: Person) => `[@x](${MENTION_PATH}${person.user.id})`;
  const params = { id: secret.id };
  const content = `${SECRET.word} ${at1(editor)} ${at1(member)}`;
  const saved = await owner.call(documents.update, { params, body: { content } });
  expect(saved.cannotRead).toEqual(['Ed Editor']);
  expect(await editor.call(notifications.list, {})).toEqual([]);
  expect((await member.call(notifications.list, {})).map(({ kind }) => kind)).toEqual(['mention']);
  expect(await at.current.mailsTo(editor.user.email)).toEqual([]);
  const made = await world.secret({ content: at1(editor) });
  expect(made.cannotRead).toEqual(['Ed Editor']);
});

test('ACCESS-09 who loses access gets no notification and no mail any more, and sees no earlier one', async () => {
  const { owner, editor } = world;
  const { id } = await open(owner, 'Text', { title: 'Watched page' });
  await editor.call(documentWatching.watch, { params: { id } });
  await owner.call(documents.update, { params: { id }, body: { content: 'New text' } });
  expect(JSON.stringify(await editor.call(notifications.list, {}))).toContain('Watched page');
  // The mail of the first change waits, as while the mail server is away.
  const { pool } = at.current.database;
  await at.current.mailsTo(editor.user.email);
  await pool.query(`insert into mails (kind, "to", user_id, payload) values ('notification', $1, $2, $3)`, [
    editor.user.email,
    editor.user.id,
    { title: 'Late news of "Watched page"', link: documentPage(id) },
  ]);
  await owner.call(documents.update, { params: { id }, body: { readers: [] } });
  await owner.call(documents.update, { params: { id }, body: { title: 'Secret name' } });
  await owner.call(documents.remove, { params: { id } });
  expect(JSON.stringify(await editor.call(notifications.list, {}))).not.toMatch(/Watched page|Secret name/);
  const mails = JSON.stringify(await at.current.mailsTo(editor.user.email));
  expect(mails).not.toMatch(/Late news|Secret name/);
});

test('ACCESS-10 bin, bulk changes and their undo keep to what is open', async () => {
  const { owner, editor, admin, member } = world;
  const { id } = await world.secret({ title: 'Binned secret' });
  const bulk = await editor.call(documentBatches.bulk, { body: { ids: [id], action: 'delete' } });
  expect(bulk).toEqual({
    changed: 0,
    problems: [{ id, reason: 'There is no such document' }],
    batchId: null,
  });
  await owner.call(documents.remove, { params: { id } });
  const inBin = async (person: Person) => {
    const { items, total } = await person.page(documents.bin, { query: {} });
    expect(total).toBe(items.length);
    return items.some((item) => item.id === id);
  };
  expect([await inBin(editor), await inBin(admin), await inBin(member)]).toEqual([false, false, true]);
  expectRefusal(await editor.send({ method: 'POST', url: `/api/documents/${id}/undelete` }), 404);
  expectRefusal(await admin.send({ method: 'DELETE', url: `/api/documents/bin/${id}` }), 404);
  const put = await editor.send({ method: 'PUT', url: `/api/documents/${id}`, payload: { title: 'x' } });
  expect(expectRefusal(put, 404).message).toBe('Document not found');
  const page = await open(editor, 'Mine', { title: 'For a batch' });
  const change = { ids: [page.id], action: 'set' as const, fields: { category: 'Moved' } };
  const { batchId } = await editor.call(documentBatches.bulk, { body: change });
  await admin.call(documents.update, { params: { id: page.id }, body: {} });
  await at.current.database.pool.query(
    `update documents set readers = '{admins}', version = version - 1 where id = $1`,
    [page.id],
  );
  const undone = await editor.call(documentBatches.undo, { params: { id: batchId ?? '' } });
  expect(undone).toEqual({ changed: 0, kept: 1 });
});

test('ACCESS-10 a draft closes with its document', async () => {
  const { owner, editor } = world;
  const { id } = await open(owner, 'Text');
  const body = { fields: { content: 'Text and more' } };
  await editor.call(documentEditing.keep, { params: { id }, body });
  await owner.call(documents.update, { params: { id }, body: { readers: [] } });
  expectRefusal(await editor.send({ url: `/api/documents/${id}/draft` }), 404);
  expectRefusal(await editor.send({ url: `/api/drafts/${id}` }), 404);
  expect(await editor.call(drafts.list, {})).toEqual([]);
});

test('ACCESS-11 a restricted document is shared by its owner alone, and with its readers alone', async () => {
  const { owner, member, editor, admin } = world;
  const { id } = await world.secret({ title: 'Shared secret' });
  const url = `/api/documents/${id}/shares`;
  expectRefusal(await member.send({ method: 'POST', url, payload: {} }), 403);
  const outside = { sharedWithUserId: editor.user.id };
  expectRefusal(await owner.send({ method: 'POST', url, payload: outside }), 400);
  const params = { id };
  await owner.call(documentShares.create, { params, body: { sharedWithUserId: member.user.id } });
  expect((await member.call(sharing.withMe, {})).map(({ title }) => title)).toEqual(['Shared secret']);
  const link = await owner.call(documentShares.create, { params, body: {} });
  expect((await at.current.anonymous.send({ url: `/api${new URL(link.url).pathname}` })).statusCode).toBe(
    200,
  );
  const log = await admin.call(administration.audit, { query: { subjectId: id, action: 'document.share' } });
  expect(log).toHaveLength(2);
  await owner.call(documents.update, { params, body: { readers: [] } });
  expect(await member.call(sharing.withMe, {})).toEqual([]);
});

test('ACCESS-11 a link that somebody else made closes when the document is restricted', async () => {
  const { owner, editor, admin } = world;
  const { id } = await open(owner, 'Text');
  const { url, id: shareId } = await editor.call(documentShares.create, { params: { id }, body: {} });
  const visit = () => at.current.anonymous.send({ url: `/api${new URL(url).pathname}` });
  expect((await visit()).statusCode).toBe(200);
  await owner.call(documents.update, { params: { id }, body: { readers: [`person:${editor.user.id}`] } });
  expect((await visit()).statusCode).toBe(404);
  expectRefusal(await admin.send({ url: `/api/shares/${shareId}/views` }), 404);
});

test('ACCESS-12 the assistant answers from what the person who asks may read', async () => {
  await world.secret({ title: SECRET.title, content: `The ${SECRET.word} needs **two keys**.` });
  const questions = [
    `How does the ${SECRET.word} open?`,
    SECRET.title,
    'What documents changed today?',
    'quokkawort',
  ];
  for (const query of questions) {
    for (const person of outsiders) {
      const { response } = await person.call(assistant.ask, { body: { query } });
      expect([query, /two keys|Zanzibar vault\]|doc=/.test(response) && named(response)]).toEqual([
        query,
        false,
      ]);
    }
  }
  for (const query of questions.slice(0, 3))
    expect([query, named(await world.member.call(assistant.ask, { body: { query } }))]).toEqual([
      query,
      true,
    ]);
  // Neither that the word is known nor how it is spelled.
  const form = await world.editor.call(assistant.ask, { body: { query: `What is ${SECRET.word}ed?` } });
  expect(form.response).toContain(`about “${SECRET.word}ed”`);
  await world.secret({ title: 'Production servers', content: 'Secret list' });
  for (const [person, isNamed] of [
    [world.editor, false],
    [world.member, true],
  ] as const) {
    const { response } = await person.call(assistant.ask, { body: { query: 'production servers' } });
    expect(response.includes('page of that name')).toBe(isNamed);
  }
  const { response } = await world.editor.call(assistant.ask, { body: { query: `What is ${SECRET.word}?` } });
  expect(response).toContain(`about “${SECRET.word}”`);
});

test('ACCESS-12 stored answers and notifications about a document that closed are left out of the own export', async () => {
  const { owner, editor } = world;
  const feed = `Feed the capybaraword at noon, [@x](${MENTION_PATH}${editor.user.id})`;
  const { id } = await open(owner, feed, { title: 'Capybaraword' });
  await editor.call(assistant.ask, { body: { query: 'capybaraword' } });
  const read = async (name: string) => {
    const { rawPayload } = await editor.send({ url: '/api/auth/export' });
    return strFromU8(unzipSync(new Uint8Array(rawPayload))[name]!);
  };
  expect(await read('questions.json')).toContain('at noon');
  expect(await read('notifications.json')).toContain('Capybaraword');
  await owner.call(documents.update, { params: { id }, body: { readers: [] } });
  expect(await read('questions.json')).not.toContain('at noon');
  expect(await read('notifications.json')).not.toContain('Capybaraword');
});

test('ACCESS-13 an API token has the principals of its account', async () => {
  const { member, editor } = world;
  const statusWith = async (person: Person) => {
    const { token } = await person.call(tokens.create, { body: { name: 'script' } });
    const headers = { authorization: `Bearer ${token}` };
    return (await at.current.anonymous.send({ url: `/api/documents/${secret.id}`, headers })).statusCode;
  };
  expect([await statusWith(member), await statusWith(editor)]).toEqual([200, 404]);
});

test('ACCESS-13 a repeated request returns its first response only while the document is open', async () => {
  const { owner, editor } = world;
  const { id } = await open(owner, 'Text');
  const change = { params: { id }, body: { content: 'By the editor' }, idempotencyKey: 'once' };
  await editor.call(documents.update, change);
  expect((await editor.call(documents.update, change)).version).toBe(2);
  await owner.call(documents.update, { params: { id }, body: { readers: [] } });
  await expect(editor.call(documents.update, change)).rejects.toMatchObject({ status: 404 });
});

test('ACCESS-14 an administrator takes access, which the audit log and the owner see', async () => {
  const { owner, admin, editor } = world;
  const { id } = await world.secret({ title: 'Needed secret', readers: [] });
  const take = (person: Person) => person.send({ method: 'POST', url: `/api/documents/${id}/take-access` });
  expectRefusal(await take(editor), 403);
  expect((await take(admin)).json()).toMatchObject({ id, title: 'Needed secret', version: 1 });
  expect((await admin.call(documents.find, { params: { id } })).readers).toContain(`person:${admin.user.id}`);
  expect((await admin.page(documents.list, { query: { q: 'Needed' } })).total).toBe(1);
  const log = await admin.call(administration.audit, {
    query: { subjectId: id, action: 'document.take-access' },
  });
  expect(log).toMatchObject([{ actorId: admin.user.id }]);
  const [news] = await owner.call(notifications.list, {});
  expect(news).toMatchObject({ kind: 'access', title: 'Ada Admin took access to "Needed secret"' });
  // Nothing to take.
  expect((await take(admin)).statusCode).toBe(200);
  expect(
    await admin.call(administration.audit, { query: { subjectId: id, action: 'document.take-access' } }),
  ).toHaveLength(1);
});

test('ACCESS-15 readers must exist, and only the owner and administrators change them', async () => {
  const { owner, member, admin, readers } = world;
  const { id } = await world.secret({ title: 'Whose' });
  const put = (person: Person, value: unknown) =>
    person.send({ method: 'PUT', url: `/api/documents/${id}`, payload: { readers: value } });
  for (const wrong of [
    ['everybody'],
    ['person:1'],
    [`person:${id}`],
    [`group:${id}`],
    'admins',
    Array(101).fill('admins'),
  ])
    expectRefusal(await put(owner, wrong), 400, 'validation_failed');
  const create = await owner.send({
    method: 'POST',
    url: '/api/documents',
    payload: { title: 'x', content: 'x', readers: [`group:${id}`] },
  });
  expect(expectRefusal(create, 400).message).toBe(`readers: There is no group ${id}`);
  expectRefusal(await put(member, null), 403, 'forbidden');
  // The editor sends all fields back.
  const { readers: stored } = await member.call(documents.find, { params: { id } });
  expect((await put(member, stored)).statusCode).toBe(200);
  expect((await put(owner, [...readers, 'admins'])).statusCode).toBe(200);
  expect((await put(admin, null)).json()).toMatchObject({ readers: null });
});

test('ACCESS-15 a group that is deleted or left opens nothing any more', async () => {
  const { owner, admin, editor } = world;
  const group = await admin.call(groups.create, { body: { name: 'Short-lived' } });
  const params = { id: group.id };
  await admin.call(groups.setMembers, { params, body: { userIds: [editor.user.id] } });
  const { id } = await owner.call(documents.create, {
    body: { title: 'For a while', content: 'x', readers: [`group:${group.id}`] },
  });
  const status = async () => (await editor.send({ url: `/api/documents/${id}` })).statusCode;
  expect(await status()).toBe(200);
  await admin.call(groups.setMembers, { params, body: { userIds: [] } });
  expect(await status()).toBe(404);
  await admin.call(groups.setMembers, { params, body: { userIds: [editor.user.id] } });
  expect(await status()).toBe(200);
  await admin.call(groups.remove, { params });
  expect(await status()).toBe(404);
  expect((await owner.call(documents.find, { params: { id } })).readers).toEqual([`person:${owner.user.id}`]);
});

test('ACCESS-15 administrators read a document that names them, and stop when they are none', async () => {
  const { owner, admin } = world;
  const other = await at.current.signedIn({ role: 'admin' });
  const { id } = await owner.call(documents.create, {
    body: { title: 'For admins', content: 'x', readers: ['admins'] },
  });
  const status = async () => (await other.send({ url: `/api/documents/${id}` })).statusCode;
  expect(await status()).toBe(200);
  await admin.call(administration.updateUser, { params: { id: other.user.id }, body: { role: 'user' } });
  expect(await status()).toBe(404);
});
