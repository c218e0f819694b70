import { beforeAll, expect, test } from 'vitest';
import { search } from '../../contract/calls/search.ts';
import { withApp, type Client } from '../../test/app.ts';
import { aDocument, ANYBODY } from '../../test/factories.ts';
import { weigh } from './score.ts';

const at = withApp();
let ann: Client;

beforeAll(async () => {
  const signedIn = await at.current.signedIn();
  ann = signedIn;
  const pages: Record<string, string> = {
    'Old scripts': 'PowerShell scripts of 2012.',
    'Rotate certificates': 'Rotate every certificate by powershell. The certificate lasts a year.',
    'Sea shells': 'A shell from the beach.',
    'Electric power': 'The power of the plant.',
  };
  for (const [title, content] of Object.entries(pages))
    // oxlint-disable-next-line no-await-in-loop -- The order matters.
    await aDocument(at.current.database.db, signedIn.user, { title, content });
});

test.each(['PowerShell certificates', 'certificates PowerShell'])(
  'A2 a word in camel case counts once, so the other words of %j decide',
  async (q) => {
    const [first] = await ann.call(search.find, { query: { q } });
    expect(first?.title).toBe('Rotate certificates');
  },
);

test('A2 a word in camel case weighs as much as in lower case', async () => {
  const { db } = at.current.database;
  const camel = await weigh(db, ANYBODY, ['PowerShell', 'certificate']);
  const lower = await weigh(db, ANYBODY, ['powershell', 'certificate']);
  expect(camel.totalWeight).toBeCloseTo(lower.totalWeight, 6);
  expect(camel.words.map(({ lexeme, group }) => [lexeme, group])).toEqual([
    ['powershel', 'powershel'],
    ['power', 'powershel'],
    ['shell', 'powershel'],
    ['certif', undefined],
  ]);
});
