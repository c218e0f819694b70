import { expect, test } from 'vitest';
import { fieldValues, MAX_FIELD_VALUES } from '../../contract/calls/field-values.ts';
import { fieldOf, serverFields } from '../../contract/shared/server-fields.ts';
import { servers } from '../../contract/calls/servers.ts';
import { expectRefusal } from '../../test/answers.ts';
import { withApp } from '../../test/app.ts';
import { listValues } from './vocabulary.ts';

const at = withApp();
const isGroupOfText = (field: string): boolean =>
  serverFields.some((one) => one === field && fieldOf(one).isGroup && fieldOf(one).kind === 'text');

test('AI-10 INFRA-04 knows the values of every field that groups servers, and forgets deleted ones', async () => {
  const ann = await at.current.signedIn({ role: 'admin' });
  const fields = serverFields.filter((field) => isGroupOfText(fieldOf(field).searchedWith ?? field));
  expect(fields.length).toBeGreaterThan(5);
  const values = Object.fromEntries(fields.map((field) => [field, `value of ${field}`]));
  const { id } = await ann.call(servers.create, { body: { name: 'srv-1', ...values } });
  const known = async () => (await listValues(at.current.database.db)).map(({ value }) => value).toSorted();
  // The creator of a server is its manager.
  const { firstName, lastName } = ann.user;
  expect(await known()).toEqual([`${firstName} ${lastName}`, ...Object.values(values)].toSorted());
  for (const field of fields)
    expect(await ann.call(fieldValues.list, { query: { field } })).toEqual([values[field]]);
  await ann.call(servers.remove, { params: { id } });
  expect(await known()).toEqual([]);
});

test('INFRA-04 returns values of a field most frequent first, without deleted servers', async () => {
  const ann = await at.current.signedIn({ firstName: 'Petunia', lastName: 'Grey' });
  const add = (name: string, more: object) => ann.call(servers.create, { body: { name, ...more } });
  const values = (field: 'teamOwner' | 'managedBy' | 'notes' | 'status', q?: string) =>
    ann.call(fieldValues.list, { query: { field, ...(q !== undefined && { q }) } });
  await add('v1', { teamOwner: 'Storage', notes: 'one line' });
  await add('v2', { teamOwner: 'Network Operations', notes: 'two\nlines' });
  await add('v3', { teamOwner: 'Network Operations', notes: 'x'.repeat(301) });
  const { id } = await add('v4', { teamOwner: 'Retired Network' });
  await ann.call(servers.remove, { params: { id } });

  expect(await values('teamOwner')).toEqual(['Network Operations', 'Storage']);
  expect(await values('teamOwner', ' NETWORK ')).toEqual(['Network Operations']);
  expect(await values('teamOwner', 'oper')).toEqual(['Network Operations']);
  expect(await values('teamOwner', '%')).toEqual([]);
  expect(await values('managedBy', 'petu')).toEqual(['Petunia Grey']);
  expect(await values('status')).toEqual(['unknown']);
  // Values that a condition cannot express are not suggested.
  expect(await values('notes')).toEqual(['one line']);
});

test('INFRA-04 returns at most 20 values, of known fields, to accounts with a session', async () => {
  const ann = await at.current.signedIn();
  for (let n = 0; n <= MAX_FIELD_VALUES; n++)
    await ann.call(servers.create, { body: { name: `many-${n}`, serverLocation: `Hall ${n}` } });
  const query = { field: 'serverLocation', q: 'hall' } as const;
  const found = await ann.call(fieldValues.list, { query });
  expect(found).toHaveLength(MAX_FIELD_VALUES);
  expect(found.slice(0, 3)).toEqual(['Hall 0', 'Hall 1', 'Hall 2']);
  const url = '/api/servers/field-values?field=';
  expectRefusal(await ann.send({ method: 'GET', url: `${url}password` }), 400, 'validation_failed');
  expectRefusal(await at.current.anonymous.send({ method: 'GET', url: `${url}name` }), 401);
});
