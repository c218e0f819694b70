import { beforeAll, expect, test } from 'vitest';
import { documents } from '../../contract/calls/documents.ts';
import { search } from '../../contract/calls/search.ts';
import { servers } from '../../contract/calls/servers.ts';
import { withApp, type Client } from '../../test/app.ts';
import { aDocument } from '../../test/factories.ts';

const at = withApp();
let ann: Client;

beforeAll(async () => {
  const signedIn = await at.current.signedIn();
  ann = signedIn;
  for (const name of ['srv-app-041', 'srv-app-051', 'old-srv-app-042'])
    await ann.call(servers.create, { body: { name } });
  const { db } = at.current.database;
  const add = (title: string, content: string, tags: string[] = []) =>
    aDocument(db, signedIn.user, { title, content, tags });
  await add('Scanner', 'We use F-Secure on each host, and srv-app-049 has a copy.', ['network']);
  await add('Prices', 'This half-off offer ends; wolf-x and жf-x are names. The price is 50%.');
  await add('Paths', 'Delete /var/log/nginx and 50_x. Zürich is a place.');
});

const everywhere = async (q: string) =>
  (await ann.call(search.find, { query: { q } })).map(({ title }) => title).toSorted();
const inList = async (q: string) => {
  const { items, total } = await ann.page(documents.list, { query: { q } });
  const facets = await ann.call(documents.facets, { query: { q } });
  expect([total, facets.types.reduce((sum, { count }) => sum + count, 0)]).toEqual([
    items.length,
    items.length,
  ]);
  return items.map(({ title }) => title).toSorted();
};

test.each([
  ['srv-app-04*', ['Scanner', 'old-srv-app-042', 'srv-app-041']],
  ['SRV-APP-05*', ['srv-app-051']],
  ['f-*', ['Scanner']],
  ['f-s*', ['Scanner']],
  ['app-05*', ['srv-app-051']],
  ['rv-app*', []],
  ['zür*', ['Paths']],
  ['zur*', ['Paths']],
  ['/var/log/*', ['Paths']],
  ['50%*', ['Prices']],
  ['srv-app* -srv-app-04*', ['srv-app-051']],
  ['copy -f-*', []],
  ['srv* tag:net*', ['Scanner']],
  ['"srv-app-04*"', []],
])('N18 %s finds what begins with it', async (q, titles) => {
  expect(await everywhere(q)).toEqual(titles);
});

test.each([
  ['srv-app-04*', ['Scanner']],
  ['f-*', ['Scanner']],
  ['host f-* copy', ['Scanner']],
  ['o*', ['Prices', 'Scanner']],
  ['half-* -wolf*', []],
])('N18 %s finds the same in a list, with its counts', async (q, titles) => {
  expect(await inList(q)).toEqual(titles);
});

test('N18 asterisks of a pasted message require nothing', async () => {
  const message = 'why does rm -rf /tmp/x* on the scanner host not delete each copy of the old files';
  expect((await everywhere(message)).includes('Scanner')).toBe(true);
});

test('SHELL-07 INFRA-04 the inventory finds names that begin with what stands before an asterisk', async () => {
  const names = async (q: string) => (await ann.call(servers.list, { query: { q } })).map(({ name }) => name);
  expect(await names('srv-app-04*')).toEqual(['old-srv-app-042', 'srv-app-041']);
  expect(await names('rv-app-04*')).toEqual([]);
});
