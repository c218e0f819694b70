import { expect, test } from 'vitest';
import { serverNeeds } from '../../../contract/calls/server-needs.ts';
import { servers } from '../../../contract/calls/servers.ts';
import { withApp, type Client } from '../../../test/app.ts';

const at = withApp();
const upload = (client: Client, text: string, dryRun?: 'true') =>
  client.call(servers.import, { file: new File([text], 'servers.csv'), query: { dryRun } });
const idOf = async (client: Client, name: string) =>
  (await client.call(servers.list, { query: { q: name } })).find((one) => one.name === name)?.id ?? '';
const needsOf = async (client: Client, name: string) => {
  const { groups } = await client.call(serverNeeds.find, { params: { id: await idOf(client, name) } });
  return groups.map((group) => group.map((one) => one.name).toSorted());
};

test('ALERT-64 a file says what servers need, by name or id, also of servers that it creates', async () => {
  const ann = await at.current.signedIn();
  const { id } = await ann.call(servers.create, { body: { name: 'dep-db' } });
  const file = `name,depends_on
dep-web,dep-r1 | DEP-R2 ; ${id.toUpperCase()}
dep-r1,
dep-r2,
`;
  expect(await upload(ann, file, 'true')).toMatchObject({ created: 3, failed: 0, ignoredColumns: [] });
  expect(await upload(ann, file)).toMatchObject({ created: 3, failed: 0 });
  expect(await needsOf(ann, 'dep-web')).toEqual([['dep-r1', 'dep-r2'], ['dep-db']]);
  expect(await upload(ann, file)).toMatchObject({ unchanged: 3, created: 0, updated: 0 });
  // Without the column nothing changes, and a blank cell removes what was needed.
  await upload(ann, 'name,notes\ndep-web,new\n');
  expect(await needsOf(ann, 'dep-web')).toHaveLength(2);
  const report = await upload(ann, 'name,depends_on\ndep-web,\n');
  expect(report).toMatchObject({ updated: 1 });
  expect(await needsOf(ann, 'dep-web')).toEqual([]);
  const undone = await ann.call(servers.undoBatch, { params: { id: report.batchId ?? '' } });
  expect(undone).toMatchObject({ changed: 1 });
  expect(await needsOf(ann, 'dep-web')).toEqual([['dep-r1', 'dep-r2'], ['dep-db']]);
});

test('ALERT-64 an export gives the same needs when it is imported, whatever the names are', async () => {
  const ann = await at.current.signedIn();
  for (const name of ['trip-a', 'trip|b; c', 'trip-twin', 'trip-twin']) {
    // oxlint-disable-next-line no-await-in-loop -- In this order.
    await ann.call(servers.create, { body: { name } });
  }
  const [twin] = (await ann.call(servers.list, { query: { q: 'trip-twin' } })).map(({ id }) => id);
  const groups = [[await idOf(ann, 'trip|b; c'), twin ?? '']];
  const params = { id: await idOf(ann, 'trip-a') };
  await ann.call(serverNeeds.change, { params, body: { groups } });
  const { body } = await ann.send({ url: '/api/servers/export?q=trip-a' });
  expect(body.split(/\r?\n/)[0]).toMatch(/,depends_on$/);
  await ann.call(serverNeeds.change, { params, body: { groups: [] } });
  expect(await upload(ann, body)).toMatchObject({ updated: 1, failed: 0 });
  const found = await ann.call(serverNeeds.find, { params });
  expect(found.groups.map((group) => group.map(({ id }) => id).toSorted())).toEqual(
    groups.map((group) => group.toSorted()),
  );
});

test('ALERT-65 a cycle is refused on its lines with its members, together with what is stored', async () => {
  const ann = await at.current.signedIn();
  await upload(ann, 'name,depends_on\nring-a,\nring-b,ring-a\n');
  const report = await upload(ann, 'name,depends_on\nring-other,\nring-c,ring-b\nring-a,ring-c\n');
  expect(report).toMatchObject({ created: 0, failed: 2 });
  const message = expect.stringMatching(
    /^These servers would need each other: (ring-\w → ){3}ring-\w\. Remove one of the steps$/,
  ) as string;
  expect(report.rows).toMatchObject([
    { line: 2, errors: [] },
    { line: 3, name: 'ring-c', errors: [{ field: 'depends_on', message }] },
    { line: 4, name: 'ring-a', errors: [{ field: 'depends_on', message }] },
  ]);
  const own = await upload(ann, 'name,depends_on\nring-a,ring-a\n');
  expect(own.rows[0]?.errors).toMatchObject([
    { message: 'These servers would need each other: ring-a → ring-a. Remove one of the steps' },
  ]);
  // Turning a need round is no cycle, although it would be one row by row.
  expect(await upload(ann, 'name,depends_on\nring-a,ring-b\nring-b,\n')).toMatchObject({ updated: 2 });
});

test('ALERT-65 an unknown or ambiguous name, and too many steps, are named', async () => {
  const ann = await at.current.signedIn();
  for (const name of ['deep-twin', 'deep-twin']) await ann.call(servers.create, { body: { name } });
  const chain = Array.from({ length: 12 }, (_, n) => `deep-${n},${n === 11 ? '' : `deep-${n + 1}`}`);
  const errors = async (rows: string) =>
    (await upload(ann, `name,depends_on\n${rows}\n`)).rows.flatMap((row) =>
      row.errors.map(({ message }) => message),
    );
  expect(await errors('deep-x,deep-nobody')).toEqual(['There is no server called “deep-nobody”']);
  expect(await errors('deep-x,deep-twin')).toEqual([
    '2 servers are called “deep-twin”. Write the id of the right one',
  ]);
  const deep = await errors(chain.join('\n'));
  expect(deep).toHaveLength(12);
  expect(deep[0]).toBe('A server may need others over at most 10 steps, and this would be 11');
  expect(await errors(chain.slice(1).join('\n'))).toEqual([]);
});

test('ALERT-65 a chain of ten thousand servers is read without an end of the stack', async () => {
  const ann = await at.current.signedIn();
  const rows = Array.from(
    { length: 10_000 },
    (_, n) => `long-${n},${n === 9_999 ? 'long-0' : `long-${n + 1}`}`,
  );
  const report = await upload(ann, `name,depends_on\n${rows.join('\n')}\n`, 'true');
  expect(report.failed).toBe(10_000);
  expect(report.rows[0]?.errors[0]?.message).toMatch(/(?:long-\d+ → ){12}… → long-0\. Remove/);
});
