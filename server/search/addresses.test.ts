import { beforeAll, expect, test } from 'vitest';
import { search } from '../../contract/calls/search.ts';
import { servers } from '../../contract/calls/servers.ts';
import { withApp, type Client } from '../../test/app.ts';
import { aDocument } from '../../test/factories.ts';

const at = withApp();
let ann: Client;

beforeAll(async () => {
  const signedIn = await at.current.signedIn();
  ann = signedIn;
  const { db } = at.current.database;
  const text = 'The card 00:1B:44:11:3A:B7 of 2001:db8::17 fails. Others: 00:1b:44:11:3a:b8, 2001:db8::18.';
  await aDocument(db, signedIn.user, { title: 'Card', content: text });
  await aDocument(db, signedIn.user, { title: 'Other', content: 'Look at 001b.4411.3ac9 and 2001:db8::19.' });
  const body = { name: 'six', ipAddress: '2001:db8::17', notes: 'MAC 00-1B-44-11-3A-B7' };
  await ann.call(servers.create, { body });
});

test.each([
  ['00:1B:44:11:3A:B7', ['Card', 'six']],
  ['00-1b-44-11-3a-b7', ['Card', 'six']],
  ['001B.4411.3AB7', ['Card', 'six']],
  ['001b44113ab7', ['Card', 'six']],
  ['card 00-1b-44-11-3a-b8', ['Card']],
  ['00:1b:44:11:3a:c9', ['Other']],
  ['2001:db8::17', ['Card', 'six']],
  ['2001:0db8:0000:0000:0000:0000:0000:0017', ['Card', 'six']],
  ['2001:DB8:0:0::19', ['Other']],
])('SHELL-07 INFRA-04 %s is found in any notation', async (q, titles) => {
  const found = await ann.call(search.find, { query: { q } });
  expect(found.map(({ title }) => title).toSorted()).toEqual(titles);
  const inList = await ann.call(servers.list, { query: { q } });
  expect(inList.map(({ name }) => name)).toEqual(titles.filter((title) => title === 'six'));
});
