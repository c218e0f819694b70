import { expect, test } from 'vitest';
import { serverViews, VIEW_LIMITS } from '../../contract/calls/server-views.ts';
import { expectRefusal } from '../../test/answers.ts';
import { withApp, type Client } from '../../test/app.ts';
import { PASSWORD } from '../../test/factories.ts';

const at = withApp();
const url = '/api/server-views';
const save = (client: Client, name: string, more: { filter?: string; isDefault?: boolean } = {}) =>
  client.call(serverViews.create, { body: { name, filter: 'os:ubuntu', ...more } });
const defaultsOf = async (client: Client) =>
  (await client.call(serverViews.list, {})).filter((view) => view.isDefault).map(({ name }) => name);

test('INFRA-04 an account stores filters under a name and sees its own only', async () => {
  const [ann, bob] = [await at.current.signedIn(), await at.current.signedIn()];
  const full = await save(ann, 'Disk 10', { filter: 'disk>90 OR disk<1 team:"Network Operations"' });
  await save(ann, 'Disk 9');
  expect((await ann.call(serverViews.list, {})).map(({ name }) => name)).toEqual(['Disk 9', 'Disk 10']);
  expect(full).toMatchObject({ filter: 'disk>90 OR disk<1 team:"Network Operations"', isDefault: false });

  expect(await bob.call(serverViews.list, {})).toEqual([]);
  const theirs = { url: `${url}/${full.id}`, payload: { name: 'Mine' } };
  expectRefusal(await bob.send({ method: 'PUT', ...theirs }), 404, 'not_found');
  expectRefusal(await bob.send({ method: 'DELETE', url: theirs.url }), 404, 'not_found');
  expectRefusal(await at.current.anonymous.send({ method: 'GET', url }), 401);

  const params = { id: full.id };
  const renamed = await ann.call(serverViews.update, { params, body: { name: 'Full disks' } });
  expect(renamed).toEqual({ ...full, name: 'Full disks' });
  await ann.call(serverViews.remove, { params });
  expect((await ann.call(serverViews.list, {})).map(({ name }) => name)).toEqual(['Disk 9']);
});

test('INFRA-04 at most one view is the default', async () => {
  const ann = await at.current.signedIn();
  const first = await save(ann, 'First', { isDefault: true });
  const second = await save(ann, 'Second', { isDefault: true });
  expect(await defaultsOf(ann)).toEqual(['Second']);
  const params = { id: first.id };
  await ann.call(serverViews.update, { params, body: { isDefault: true } });
  expect(await defaultsOf(ann)).toEqual(['First']);
  await ann.call(serverViews.update, { params, body: { name: 'Still first' } });
  expect(await defaultsOf(ann)).toEqual(['Still first']);
  // A refused change leaves the default where it was.
  expectRefusal(
    await ann.send({
      method: 'PUT',
      url: `${url}/${second.id}`,
      payload: { name: 'Still first', isDefault: true },
    }),
    409,
    'name_taken',
  );
  expect(await defaultsOf(ann)).toEqual(['Still first']);
  await ann.call(serverViews.update, { params, body: { isDefault: false } });
  expect(await defaultsOf(ann)).toEqual([]);
});

test('INFRA-04 concurrent writers leave one default and one view of a name', async () => {
  const ann = await at.current.signedIn();
  const views = await Promise.all([save(ann, 'a'), save(ann, 'b'), save(ann, 'c')]);
  const body = { isDefault: true };
  await Promise.all(views.map(({ id }) => ann.call(serverViews.update, { params: { id }, body })));
  expect(await defaultsOf(ann)).toHaveLength(1);
  const payload = { name: 'Same', filter: '' };
  const sent = await Promise.all([1, 2, 3].map(() => ann.send({ method: 'POST', url, payload })));
  const codes = sent.map(({ statusCode }) => statusCode);
  expect(codes.toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
});

test('INFRA-04 a name is unique per account, and names and filters have limits', async () => {
  const [ann, bob] = [await at.current.signedIn(), await at.current.signedIn()];
  await save(ann, 'Ubuntu');
  await save(bob, 'Ubuntu');
  const post = (payload: object) => ann.send({ method: 'POST', url, payload });
  const taken = expectRefusal(await post({ name: ' Ubuntu ', filter: '' }), 409, 'name_taken');
  expect(taken.fields).toHaveProperty('name');
  expectRefusal(await post({ name: ' ', filter: '' }), 400, 'validation_failed');
  expectRefusal(await post({ name: 'n'.repeat(101), filter: '' }), 400, 'validation_failed');
  expectRefusal(await post({ name: 'Long', filter: 'f'.repeat(2_001) }), 400, 'validation_failed');
});

test('INFRA-04 an account has at most 100 views', async () => {
  const ann = await at.current.signedIn();
  for (let n = 0; n < VIEW_LIMITS.perAccount; n++) await save(ann, `View ${n}`);
  const payload = { name: 'One more', filter: '' };
  expectRefusal(await ann.send({ method: 'POST', url, payload }), 409, 'too_many_views');
  const [first] = await ann.call(serverViews.list, {});
  await ann.call(serverViews.remove, { params: { id: first!.id } });
  await save(ann, 'One more');
});

test('INFRA-04 SET-04 views are deleted with their account', async () => {
  const [ann, bob] = [await at.current.signedIn(), await at.current.signedIn()];
  await save(ann, 'Of Ann');
  await save(bob, 'Of Bob');
  const payload = { password: PASSWORD };
  const deleted = await ann.send({ method: 'POST', url: '/api/auth/delete-account', payload });
  expect(deleted.statusCode).toBe(204);
  const stored = () => at.current.database.pool.query("select name from server_views where name like 'Of %'");
  expect((await stored()).rows).toEqual([{ name: 'Of Bob' }]);
  await at.current.database.pool.query('delete from users where id = $1', [bob.user.id]);
  expect((await stored()).rows).toEqual([]);
});
