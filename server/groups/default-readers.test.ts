import { beforeEach, expect, test } from 'vitest';
import { administration } from '../../contract/calls/administration.ts';
import { documents, type DocumentInput } from '../../contract/calls/documents.ts';
import { groups } from '../../contract/calls/groups.ts';
import { writing } from '../../contract/calls/writing.ts';
import type { Readers } from '../../contract/shared/readers.ts';
import { expectRefusal } from '../../test/answers.ts';
import { withApp } from '../../test/app.ts';
import { importReport } from '../../test/imports.ts';
import { restrictedWorld } from '../../test/restricted-world.ts';

const at = withApp();
let world: Awaited<ReturnType<typeof restrictedWorld>>;
beforeEach(async () => {
  await at.current.database.pool.query('delete from category_readers');
  world = await restrictedWorld(at.current);
});

const setDefault = (category: string, readers: Readers) =>
  world.admin.call(groups.setDefaultReaders, { body: { category, readers } });
const create = (more: Partial<DocumentInput>) =>
  world.editor.call(documents.create, { body: { title: 'Payroll', content: 'Text', ...more } });

test('ACCESS-50 a new document of a category starts with its default readers and the owner', async () => {
  const { editor, member, owner, readers } = world;
  const earlier = await create({ category: 'HR' });
  await setDefault('HR', readers);
  const made = await create({ category: 'hr' });
  expect(made.readers).toEqual([...readers, `person:${editor.user.id}`].toSorted());
  expect((await member.call(documents.find, { params: { id: made.id } })).title).toBe('Payroll');
  expectRefusal(await owner.send({ url: `/api/documents/${made.id}` }), 404);
  const found = await owner.call(documents.find, { params: { id: earlier.id } });
  expect(found.readers).toBeNull();
});

test('ACCESS-50 own readers, also everybody, come first, and other categories stay open', async () => {
  const { editor, readers } = world;
  await setDefault('HR', readers);
  expect((await create({ category: 'HR', readers: null })).readers).toBeNull();
  expect((await create({ category: 'HR', readers: [] })).readers).toEqual([`person:${editor.user.id}`]);
  expect((await create({ category: 'HRM' })).readers).toBeNull();
  expect((await create({})).readers).toBeNull();
  // A document that moves into the category keeps its readers.
  const { id } = await create({ category: 'Other' });
  const moved = await editor.call(documents.update, { params: { id }, body: { category: 'HR' } });
  expect(moved.readers).toBeNull();
  await setDefault('HR', null);
  expect((await create({ category: 'HR' })).readers).toBeNull();
});

test('ACCESS-51 imported and generated documents start with them too', async () => {
  const { editor, readers } = world;
  await setDefault('HR', readers);
  const expected = [...readers, `person:${editor.user.id}`].toSorted();
  await importReport(editor, { 'HR/Pay.md': '# Pay\n\nText', 'Net/Vlan.md': '# Vlan\n\nText' });
  const list = await editor.call(documents.list, { query: {} });
  expect(Object.fromEntries(list.map((item) => [item.title, item.readers]))).toMatchObject({
    Pay: expected,
    Vlan: null,
  });
  const made = await editor.call(writing.create, {
    body: { title: 'Pay day', content: 'Text', category: 'HR' },
  });
  expect(made.readers).toEqual(expected);
});

test('ACCESS-52 administrators alone change them; the audit log names them, and a deleted group leaves them', async () => {
  const { admin, editor, group, readers } = world;
  const body = { category: 'HR', readers };
  expectRefusal(await editor.send({ method: 'PUT', url: '/api/categories/readers', payload: body }), 403);
  expectRefusal(await editor.send({ url: '/api/categories/readers' }), 403);
  await setDefault('HR', readers);
  await setDefault('hr', ['admins', ...readers]);
  await setDefault('Audit', ['admins']);
  const list = () => admin.call(groups.listDefaultReaders, {});
  expect(await list()).toEqual([
    { category: 'Audit', readers: ['admins'] },
    { category: 'hr', readers: ['admins', ...readers] },
  ]);
  const log = await admin.call(administration.audit, { query: { action: 'document.default-readers' } });
  expect(log[1]).toMatchObject({ before: body, after: { category: 'hr', readers: ['admins', ...readers] } });
  await admin.call(groups.remove, { params: { id: group.id } });
  expect((await list())[1]).toEqual({ category: 'hr', readers: ['admins'] });
  const payload = { category: 'HR', readers };
  const answer = await admin.send({ method: 'PUT', url: '/api/categories/readers', payload });
  expect(expectRefusal(answer, 400, 'validation_failed').error).toContain('There is no group');
});

test('ACCESS-52 there are at most 500 categories with default readers', async () => {
  await at.current.database.pool.query(
    `insert into category_readers (category, readers) select 'c' || n, '{admins}' from generate_series(1, 500) n`,
  );
  await setDefault('c7', []);
  const payload = { category: 'One more', readers: [] };
  const answer = await world.admin.send({ method: 'PUT', url: '/api/categories/readers', payload });
  expectRefusal(answer, 409, 'too_many');
});
