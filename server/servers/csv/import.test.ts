import { expect, test } from 'vitest';
import { servers } from '../../../contract/calls/servers.ts';
import { withApp, type Client } from '../../../test/app.ts';

const at = withApp();
const add = (client: Client, name: string, more: object = {}) =>
  client.call(servers.create, { body: { name, ...more } });
const upload = (client: Client, text: string) =>
  client.call(servers.import, { file: new File([text], 'servers.csv'), query: {} });
const find = (client: Client, q: string) => client.call(servers.list, { query: { q } });

test('INFRA-13 for a new server with a check, a file sets only maintenance', async () => {
  const ann = await at.current.signedIn();
  const rows = ['offline', 'online', 'maintenance', ''].map(
    (status, n) => `new-${n},${status},tcp,10.0.0.1:22`,
  );
  await upload(ann, `name,status,checkKind,checkTarget\n${rows.join('\n')}\nnew-4,offline,,\n`);
  const made = (await find(ann, 'new-')).map(({ name, status }) => [name, status]);
  expect(Object.fromEntries(made)).toEqual({
    'new-0': 'unknown',
    'new-1': 'unknown',
    'new-2': 'maintenance',
    'new-3': 'unknown',
    'new-4': 'offline',
  });
});

test('INFRA-13 a blank cell leaves required fields unchanged: only a value ends maintenance', async () => {
  const ann = await at.current.signedIn();
  const check = { kind: 'tcp', target: '10.0.0.1:22' };
  const more = { status: 'maintenance', environment: 'production', notes: 'old', serverType: 'physical' };
  await add(ann, 'blank-1', { ...more, check });
  await add(ann, 'blank-2', more);
  for (const text of [
    'name,status,environment,notes,serverType\nblank-1,,,,\nblank-2,,,,\n',
    'name,notes\nblank-1,\nblank-2,\n',
  ]) {
    await upload(ann, text);
    const kept = { status: 'maintenance', environment: 'production', notes: null, serverType: null };
    expect(await find(ann, 'blank-')).toMatchObject([kept, kept]);
  }
});

test('INFRA-13 a partial check keeps the other fields', async () => {
  const ann = await at.current.signedIn();
  const check = {
    kind: 'http',
    target: 'http://10.0.0.1/',
    intervalSeconds: 30,
    timeoutMs: 2_000,
    retries: 5,
  };
  await add(ann, 'part-1', { check: { ...check, expectStatus: 204, expectText: 'well' } });
  const checkOf = async () => (await find(ann, 'part-'))[0]?.check;
  await upload(ann, 'name,checkKind,checkTarget\npart-1,http,http://10.0.0.2/\n');
  const moved = { ...check, target: 'http://10.0.0.2/', expectStatus: 204, expectText: 'well' };
  expect(await checkOf()).toEqual(moved);
  await upload(ann, 'name,checkKind,checkRetries,checkTimeoutMs,checkExpectText\npart-1,,7,,\n');
  const { expectText: _, ...rest } = moved;
  expect(await checkOf()).toEqual({ ...rest, retries: 7 });
  const { rows } = await upload(ann, 'name,checkKind\npart-1,tcp\n');
  expect(rows).toMatchObject([{ errors: [{ field: 'check.target' }] }]);
  await upload(ann, 'name,checkKind,checkTarget\npart-1,,\n');
  expect(await checkOf()).toBeNull();
});

test('INFRA-13 long texts of a new server keep the blanks around them, as an export wrote it', async () => {
  const ann = await at.current.signedIn();
  const more = { notes: '  indented\n    deeper\n\n', description: '\n\nBelow', keyContacts: 'Ann \n' };
  await add(ann, 'space-1', more);
  const { body } = await ann.send({ url: '/api/servers/export?q=space-' });
  await upload(ann, body.replace('space-1', 'space-2'));
  expect(await find(ann, 'space-2')).toMatchObject([more]);
  // A cell of blanks counts as empty. Blanks around names are removed.
  await upload(ann, 'name,notes,teamOwner\n space-3 ,"  \n", Linux \n');
  expect(await find(ann, 'space-3')).toMatchObject([{ name: 'space-3', notes: null, teamOwner: 'Linux' }]);
});

test('INFRA-13 names that look alike mean one server: an existing one, or that of an earlier line', async () => {
  const ann = await at.current.signedIn();
  await add(ann, 'alike-1');
  const again = await upload(ann, 'name,notes\nalike\u20111,one\n');
  expect(again).toMatchObject({ created: 0, updated: 1 });
  const double = await upload(ann, 'name\nalike-2\nalike\u20102\nali\u00adke-2\n');
  expect(double).toMatchObject({ created: 0, failed: 2 });
  expect(double.rows.map(({ errors }) => errors.map(({ message }) => message))).toEqual([
    [],
    ['The same name stands on line 2. Rename or remove one of the two rows'],
    ['The same name stands on line 2. Rename or remove one of the two rows'],
  ]);
  expect(await find(ann, 'alike')).toMatchObject([{ name: 'alike-1', notes: 'one' }]);
});
