import { expect, test } from 'vitest';
import { fieldValues } from '../../contract/field-values.ts';
import { fieldOf, serverFields } from '../../contract/server-fields.ts';
import { servers } from '../../contract/servers.ts';
import { withApp } from '../../test/app.ts';
import { listValues } from './queries.ts';

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
