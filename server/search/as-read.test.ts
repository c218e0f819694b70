import { beforeAll, describe, expect, test } from 'vitest';
import { documents } from '../../contract/calls/documents.ts';
import { search } from '../../contract/calls/search.ts';
import { settingsChange } from '../../contract/calls/settings-change.ts';
import { withApp, type Client } from '../../test/app.ts';
import { aDocument, aUser, type TestUser } from '../../test/factories.ts';

const at = withApp();
let author: TestUser;
let ann: Client;

beforeAll(async () => {
  author = await aUser(at.current.database.db);
  ann = await at.current.as(author);
});

const write = (title: string, content: string) =>
  aDocument(at.current.database.db, author, { title, content });
const list = async (q: string) =>
  (await ann.call(documents.list, { query: { q } })).map(({ title }) => title);
const everywhere = async (q: string) => ann.call(search.find, { query: { q } });

describe('SHELL-07 finds a document by its visible text, and the snippet shows the same', () => {
  test.each<[string, content: string, q: string, shown: string]>([
    [
      'escaped underscores',
      'Raise MAX\\_OPEN\\_PIPES first.',
      'MAX_OPEN_PIPES',
      'Raise MAX_OPEN_PIPES first.',
    ],
    ['escaped dashes', 'On app\\-eu\\-31 now.', 'app-eu-31', 'On app-eu-31 now.'],
    ['escaped dots', 'At 10\\.88\\.7\\.6 now.', '10.88.7.6', 'At 10.88.7.6 now.'],
    ['emphasis within a name', 'On **cache**-eu-44 now.', 'cache-eu-44', 'On cache-eu-44 now.'],
    ['code within a name', 'On `queue`-eu-45 now.', 'queue-eu-45', 'On queue-eu-45 now.'],
    ['a character reference', 'Die &Ouml;ffnung bleibt.', 'Öffnung', 'Die Öffnung bleibt.'],
    ['HTML within a name', 'On <b>relay</b>-eu-46 now.', 'relay-eu-46', 'On relay-eu-46 now.'],
    [
      'a placeholder',
      'ssh root@<bastion-host> -p <KNOCK>',
      '<bastion-host>',
      'ssh root@<bastion-host> -p <KNOCK>',
    ],
    [
      'a phrase over the end of a line',
      'Wait for the\nwarp drive to\ncool.',
      '"warp drive to cool"',
      'Wait for the warp drive to cool.',
    ],
    [
      'a phrase over list items',
      '- Close the hatch\n- Vent the bay\n',
      '"hatch vent the bay"',
      'Close the hatch Vent the bay',
    ],
    [
      'a phrase over a link',
      'Read [the boarding plan](https://x.example/b) before docking.',
      '"boarding plan before docking"',
      'Read the boarding plan before docking.',
    ],
    [
      'a soft hyphen',
      'The trans\u00adpon\u00adder is off.',
      'transponder',
      'The trans\u00adpon\u00adder is off.',
    ],
    ['a zero width space', 'See srv\u200bzw\u200b77 now.', 'srvzw77', 'See srv\u200bzw\u200b77 now.'],
    [
      'hyphens and blanks that do not break',
      'Ring the on\u2011duty\u00a0steward now.',
      '"on-duty steward"',
      'Ring the on\u2011duty steward now.',
    ],
    [
      'full-width figures',
      'Port \uff18\uff14\uff14\uff17 is it.',
      '8447',
      'Port \uff18\uff14\uff14\uff17 is it.',
    ],
  ])('%s', async (what, content, q, shown) => {
    await write(`As read: ${what}`, content);
    expect(await list(q)).toContain(`As read: ${what}`);
    expect((await everywhere(q)).find(({ title }) => title === `As read: ${what}`)?.snippet).toBe(shown);
  });

  test('a query with such characters also finds the plain text', async () => {
    await write('Plain letters', 'The quarterdeck port 9551 of deck-eu-91 is open.');
    for (const q of [
      'quarter\u00addeck',
      '\uff19\uff15\uff15\uff11',
      'deck\u2011eu\u201191',
      '\u201cport 9551\u201d',
    ])
      expect(await list(q)).toEqual(['Plain letters']);
  });

  test('finds neither markup nor a phrase across two texts', async () => {
    await write('Nebula', '**Kelvin** [chart](https://charts.example/kelvin)');
    expect(await list('"**kelvin"')).toEqual([]);
    expect(await list('"nebula kelvin"')).toEqual([]);
    expect(await list('https://charts.example/kelvin')).toEqual(['Nebula']);
  });
});

describe('SHELL-07 finds text that looks like an operator too', () => {
  test.each([
    ['The log says status:507 then.', 'status:507', 'log says status:507'],
    ['Reach server:9443 first.', 'server:9443', 'server:9443'],
    ['Pull the image with tag:nightly-8 only.', 'image tag:nightly-8', 'tag:nightly-8'],
    ['The key type:ed25519 wins.', 'Type:ED25519', 'type:ed25519'],
  ])('%s', async (content, q, shown) => {
    await write(`Holds ${q}`, content);
    expect(await list(q)).toEqual([`Holds ${q}`]);
    const [hit] = await everywhere(q);
    expect(hit?.title).toBe(`Holds ${q}`);
    expect(hit?.snippet).toContain(shown);
    expect(await list(`${content.split(' ')[1]} -${q.split(' ').at(-1)}`)).not.toContain(`Holds ${q}`);
  });
});

describe('SHELL-07 finds an identifier with any joints between its words', () => {
  const forms = [
    'WarpCoilLimitReached',
    'Warp coil limit reached',
    'warp_coil_limit_reached',
    'warp-coil-limit-reached',
  ];
  test.each(forms)('%s finds all of them', async (q) => {
    for (const form of forms) await write(`Form ${form} for ${q}`, `Then ${form} is raised.`);
    const found = await list(q);
    for (const form of forms) expect(found).toContain(`Form ${form} for ${q}`);
    expect((await everywhere(q)).length).toBeGreaterThan(0);
  });

  test.each([
    ['warp-db7', 'warp_db7'],
    ['weftdb7', 'weft_db7'],
    ['flux01', 'FLUX-01'],
    ['QRS-01555', 'QRS01555'],
    ['zumjs', 'Zum.js'],
    ['ion-2031-3094', 'ION2031-3094'],
  ])('one with digits or a dot with and without them: %s', async (q, text) => {
    await write(`Holds ${text}`, `${'Much text. '.repeat(50)} On ${text}, see there.`);
    expect(await list(q)).toEqual([`Holds ${text}`]);
    expect(await list(`there ${q}`)).toEqual([`Holds ${text}`]);
    const [hit] = await everywhere(`what to do on ${q}`);
    expect(hit?.title).toBe(`Holds ${text}`);
    expect((await everywhere(q))[0]?.snippet).toContain(text);
  });

  test('English words in their British and American spelling', async () => {
    // Made-up words: the endings alone decide.
    await write('Peat', 'The quolltre was morvised.');
    await write('Turf', 'The quollter was morvized.');
    for (const q of ['quolltre', 'quollters', 'morvising', 'morvizes'])
      expect((await everywhere(q)).map(({ title }) => title).toSorted()).toEqual(['Peat', 'Turf']);
  });

  test('but not numbers with and without a dot between them', async () => {
    await write('Version', 'Version 71.04 of 71.0.4.2');
    expect(await list('7104')).toEqual([]);
    expect(await list('71042')).toEqual([]);
  });

  test('a misspelled one is found among the similar results', async () => {
    await write('Farm', 'Run New-ImpulseDriveFarm -Force on it.');
    const near = await ann.call(search.similar, { query: { q: 'New-ImpulsDriveFarm' } });
    expect(near.map(({ title }) => title)).toContain('Farm');
  });
});

describe('SHELL-07 a day is a day in the reader’s time zone', () => {
  test.each([
    ['Pacific/Auckland', ['Early on the third', 'Late on the third']],
    ['UTC', ['Late on the third', 'After it']],
  ])('in %s', async (timezone, titles) => {
    const { db } = at.current.database;
    const reader = await aUser(db);
    const client = await at.current.as(reader);
    await client.call(settingsChange.update, { body: { profile: { timezone } } });
    const tag = `day-${timezone.replace('/', '-').toLowerCase()}`;
    for (const [title, updatedAt] of [
      ['Early on the third', '2021-03-02T11:30:00Z'],
      ['Late on the third', '2021-03-03T10:30:00Z'],
      ['After it', '2021-03-03T11:30:00Z'],
    ] as const) {
      const id = await aDocument(db, author, { title, content: 'x', tags: [tag] });
      await at.current.database.pool.query('update search_entries set updated_at = $1 where id = $2', [
        updatedAt,
        id,
      ]);
    }
    const query = { q: `tag:${tag} updated:2021-03-03` };
    const found = (await client.call(documents.list, { query })).map(({ title }) => title);
    expect(found.toSorted()).toEqual(titles.toSorted());
    const hits = (await client.call(search.find, { query })).map(({ title }) => title);
    expect(hits.toSorted()).toEqual(titles.toSorted());
    const { categories } = await client.call(documents.facets, { query });
    expect(categories[0]?.count).toBe(2);
  });
});
