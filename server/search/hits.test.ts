import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { search, type SearchKind } from '../../contract/calls/search.ts';
import { NO_IMAGE_MARK } from '../../contract/shared/sized-image.ts';
import { withApp, type Client } from '../../test/app.ts';
import { expectRefusal } from '../../test/answers.ts';
import { aDocument, aUser, ANYBODY } from '../../test/factories.ts';
import { indexEntries } from './entries.ts';
import { weigh } from './score.ts';

const at = withApp();
let ann: Client;
const ids: Record<SearchKind, string> = { document: '', server: randomUUID(), member: randomUUID() };

const entry = (kind: SearchKind, id: string, title: string) => ({
  kind,
  id,
  title,
  body: `The ${kind} in the otter room`,
  type: null,
  category: null,
  tags: [],
  updatedAt: new Date('2026-01-01T00:00:00Z'),
});

beforeAll(async () => {
  const author = await aUser(at.current.database.db);
  ann = await at.current.as(author);
  ids.document = await aDocument(at.current.database.db, author, {
    title: 'Otter feeding',
    content: `# Otter feeding\n\n${'Something else. '.repeat(50)}\n\nGive the **otter** [fish](http://x).`,
  });
  for (const [called, content] of [
    ['Nightly walrus', 'The backup of the pool starts at two.'],
    ['Moving the walrus', 'We fail it over by hand.'],
    ['Where they are', 'Walruses: keep them wet.'],
    ['Guests', 'The Wi-Fi of the lobby; complaints by e-mail.'],
    ['Staff', 'The wifi of the pool. An email reaches whoever is on call.'],
    ['Outage of 2026-08-14', 'The pool froze.'],
    ['Nights', 'On-call: the keeper. The telephone of the administrators rings.'],
  ] as const)
    // oxlint-disable-next-line no-await-in-loop -- A few texts.
    await aDocument(at.current.database.db, author, { title: called, content });
  await indexEntries(at.current.database.db, [
    entry('server', ids.server, 'otter-db01'),
    entry('member', ids.member, 'Olaf Otterson'),
    // Items of two kinds may have the same id.
    entry('member', ids.server, 'Otto Otter'),
  ]);
});

const hits = (query: { q: string; kinds?: string; limit?: number }) => ann.call(search.find, { query });

test.each([
  ['backed up', 'Nightly walrus'],
  ['walrus back up', 'Nightly walrus'],
  ['failover', 'Moving the walrus'],
  ['walruses kept', 'Where they are'],
])('SHELL-07 a verb of two words finds its noun, and an irregular form its verb: %s', async (q, title) => {
  expect((await hits({ q, kinds: 'document' }))[0]?.title).toBe(title);
});

test.each([
  ['wifi', ['Guests', 'Staff']],
  ['Wi-Fi', ['Guests', 'Staff']],
  ['emails', ['Guests', 'Staff']],
  ['E-Mail', ['Guests', 'Staff']],
  ['oncall', ['Nights', 'Staff']],
  ['on-call', ['Nights', 'Staff']],
  ['who is on call', ['Nights', 'Staff']],
  ['admins', ['Nights']],
  ['august', ['Outage of 2026-08-14']],
  ['outage in August 2026', ['Outage of 2026-08-14']],
  ['phones', ['Nights']],
])('SHELL-07 a hyphenated or shortened word finds the whole word: %s', async (q, titles) => {
  const found = await hits({ q, kinds: 'document' });
  expect(found.map(({ title }) => title).toSorted()).toEqual(titles);
});

test('SHELL-07 parts of a hyphenated word count only if other texts contain them', async () => {
  const lexemesOf = async (typed: string) =>
    (await weigh(at.current.database.db, ANYBODY, [typed])).words.map(({ lexeme }) => lexeme);
  expect(await lexemesOf('Wi-Fi')).toEqual(['wifi']);
  expect(await lexemesOf('pool-keeper')).toEqual(['pool', 'keeper']);
});

describe('SHELL-07 GET /api/search', () => {
  test('finds items of every kind, each with the address that opens it', async () => {
    const found = await hits({ q: 'otter' });
    expect(found.map(({ kind, url, title }) => `${kind} ${title} ${url}`).toSorted()).toEqual([
      `document Otter feeding /knowledge-base?doc=${ids.document}`,
      `member Olaf Otterson /team?member=${ids.member}`,
      `member Otto Otter /team?member=${ids.server}`,
      `server otter-db01 /infrastructure/${ids.server}`,
    ]);
    const scores = found.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  });

  test('finds only the requested kinds', async () => {
    const kindsOf = async (kinds: string) => (await hits({ q: 'otter', kinds })).map(({ kind }) => kind);
    expect(await kindsOf('server')).toEqual(['server']);
    expect(new Set(await kindsOf('document,server'))).toEqual(new Set(['document', 'server']));
    for (const kinds of ['servers', 'document,x', 'document, server'])
      expectRefusal(await ann.send({ url: `/api/search?q=otter&kinds=${encodeURIComponent(kinds)}` }), 400);
  });

  test('shows plain text around the match', async () => {
    const [hit] = await hits({ q: 'fish', kinds: 'document' });
    expect(hit?.snippet).toMatch(/^….*Give the otter fish\.$/);
  });

  test('issue 6 shows the text of a document, not its category and tags, also if the match is in those', async () => {
    const author = await aUser(at.current.database.db);
    const fields = {
      title: 'Avocet',
      content: 'It wades.',
      excerpt: 'A bird.',
      category: 'Waders',
      tags: ['shore'],
      technology: 'mud',
    };
    await aDocument(at.current.database.db, author, fields);
    for (const q of ['wades', 'shore', 'waders', 'type:knowledge tag:shore'])
      expect((await hits({ q, kinds: 'document' })).map(({ snippet }) => snippet)).toEqual([
        'A bird. It wades.',
      ]);
  });

  test('ED-10 the comment for a step without an image is neither found nor shown, except as an example in code', async () => {
    const author = await aUser(at.current.database.db);
    const content = (mark: string) => `### Step 1: Ring it\n\nCatch the plover.\n\n${mark}\n\nRing its leg.`;
    await aDocument(at.current.database.db, author, {
      title: 'Left by a merge',
      content: content(NO_IMAGE_MARK),
    });
    const example = content(`\`\`\`html\n${NO_IMAGE_MARK}\n\`\`\``);
    await aDocument(at.current.database.db, author, { title: 'How it is marked', content: example });
    expect((await hits({ q: '"no image of the step"' })).map(({ title }) => title)).toEqual([
      'How it is marked',
    ]);
    expect((await hits({ q: 'image' })).map(({ title }) => title)).not.toContain('Left by a merge');
    const [found] = await hits({ q: 'leg merge' });
    expect(found).toMatchObject({ title: 'Left by a merge', snippet: expect.not.stringContaining('image') });
  });

  test('returns at most 8, or as many as requested up to 50', async () => {
    await indexEntries(
      at.current.database.db,
      Array.from({ length: 60 }, (_, n) => entry('server', randomUUID(), `heron-${n}`)),
    );
    expect(await hits({ q: 'heron' })).toHaveLength(8);
    expect(await hits({ q: 'heron', limit: 50 })).toHaveLength(50);
    for (const limit of ['0', '51', '-1', 'all'])
      expectRefusal(await ann.send({ url: `/api/search?q=heron&limit=${limit}` }), 400, 'validation_failed');
  });

  test('a blank query finds nothing, a missing or too long one is an error', async () => {
    for (const blank of ['', '%20%0A'])
      expect((await ann.send({ url: `/api/search?q=${blank}` })).json()).toEqual([]);
    expectRefusal(await ann.send({ url: '/api/search' }), 400, 'validation_failed');
    expectRefusal(await ann.send({ url: `/api/search?q=${'x'.repeat(501)}` }), 400, 'validation_failed');
    expect(await hits({ q: 'x'.repeat(500) })).toEqual([]);
  });

  test('issue 6 finds a camel-case name by the words in it, wherever it is typed', async () => {
    const author = await aUser(at.current.database.db);
    await aDocument(at.current.database.db, author, {
      title: 'Grebe nest is flooding',
      content: 'The water.',
    });
    expect((await hits({ q: 'GrebeNestFlooding' })).map(({ title }) => title)).toEqual([
      'Grebe nest is flooding',
    ]);
    expect((await hits({ q: 'what to do when GrebeNestFlooding fires' }))[0]?.title).toBe(
      'Grebe nest is flooding',
    );
  });

  test('issue 6 a word that no text contains is used as a prefix', async () => {
    const author = await aUser(at.current.database.db);
    await aDocument(at.current.database.db, author, {
      title: 'Merganser tuning',
      content: 'The MerganserSQL pool.',
    });
    // The typing error is no prefix, although its stem would be one.
    expect((await hits({ q: 'tunning merganseres' })).map(({ title }) => title)).toEqual([]);
    expect((await hits({ q: 'mergans pool please' }))[0]?.title).toBe('Merganser tuning');
    expect((await hits({ q: 'mer poolside' })).map(({ title }) => title)).not.toContain('Merganser tuning');
  });
});
