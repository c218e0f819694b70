import { beforeAll, describe, expect, test } from 'vitest';
import { assistant } from '../../contract/assistant.ts';
import { servers } from '../../contract/servers.ts';
import { withApp } from '../../test/app.ts';
import type { Client } from '../../test/app.ts';
import { aDocument } from '../../test/factories.ts';
import type { TestUser } from '../../test/factories.ts';

const at = withApp({ settings: { RATE_LIMIT_SCALE: '1000' } });
let ann: Client & { user: TestUser };

const PAGES: Parameters<typeof aDocument>[2][] = [
  {
    title: 'Wren proxy',
    content: 'It runs nginx in Auburn.',
    tags: ['web'],
    category: 'Proxies',
    isPublished: true,
  },
  { title: 'Plover proxy', content: 'It runs nginx.', tags: ['web'], isPublished: false },
  { title: 'Dunlin cache', content: 'It runs varnish, and may print.', isTemplate: true },
];
const ask = async (query: string): Promise<string> =>
  (await ann.call(assistant.ask, { body: { query } })).response;
const titlesIn = (answer: string) =>
  [...answer.matchAll(/^- \[(.+?)\]\(/gm)]
    .map(([, title = '']) => title)
    .toSorted((a, b) => a.localeCompare(b));

beforeAll(async () => {
  ann = await at.current.signedIn();
  for (const page of PAGES)
    // oxlint-disable-next-line no-await-in-loop -- One after the other, so that each is newer.
    await aDocument(at.current.database.db, ann.user, page);
  await ann.call(servers.create, { body: { name: 'oak-01', primaryFunction: 'Wren proxy' } });
}, 60_000);

describe('AI-09 documents that are asked for', () => {
  test.each([
    ['runbooks mentioning nginx', ['Plover proxy', 'Wren proxy']],
    ['runbooks containing nginx', ['Plover proxy', 'Wren proxy']],
    ['docs that refer to varnish', ['Dunlin cache']],
    ['which documents mention nginx but not Auburn', ['Plover proxy']],
    ['documents with nginx and without Auburn', ['Plover proxy']],
    ['which documents don’t mention nginx', ['Dunlin cache']],
    ['latest 2 documents', ['Dunlin cache', 'Plover proxy']],
    ['first 1 documents about varnish', ['Dunlin cache']],
    ['the oldest 2 documents', ['Plover proxy', 'Wren proxy']],
    ['which documents are templates?', ['Dunlin cache']],
    ['documents without tags', ['Dunlin cache']],
    ['documents without a category', ['Dunlin cache', 'Plover proxy']],
    ['unpublished docs about nginx', ['Plover proxy']],
    ['documents about nginx without a category', ['Plover proxy']],
    ['which documents have no author', []],
    ['nginx docs without drafts', ['Wren proxy']],
    ['documents about nginx that are not runbooks', []],
  ])('AI-09 %s', async (query, titles) => {
    expect(titlesIn(await ask(query))).toEqual(titles);
  });

  test('AI-09 documents not updated for more than a year, and which categories there are', async () => {
    expect(await ask('documents not updated for more than a year')).toContain('there is no document');
    expect(await ask('which categories are there?')).toContain('- Proxies: **1**');
  });

  test('AI-09 the head of a list tells what holds for each document of it', async () => {
    expect(await ask('documents about nginx in Auburn')).toMatch(
      /^Documents with “nginx auburn”:\n\n.*Wren proxy.*$/,
    );
    const nearest = await ask('documents about nginx and varnish');
    expect(nearest).toMatch(/^No document has all of “nginx varnish”\. Nearest to it:/);
    expect(await ask('documents about print')).toMatch(
      /^\*\*1\*\* document with “print”:\n\n.*Dunlin cache.*$/,
    );
    expect(await ask('documents about nginx that are not runbooks')).toContain('“that are not runbooks”');
  });

  test.each([
    ['how many documents are tagged heron?', 'There is no document (tag heron).'],
    ['documents in category Gates', 'I found nothing: there is no document (category gates).'],
    [
      'how many documents about nginx have no category?',
      'There is **1** document with “nginx” (without a category).',
    ],
  ])('AI-09 %s', async (query, told) => {
    expect(await ask(query)).toBe(told);
  });

  test('AI-09 what a page says that is called as servers are', async () => {
    expect(await ask('what does the Wren proxy page say?')).toContain('> It runs nginx in Auburn.');
  });

  test.each([
    'who wrote "Wren proxy"',
    'who last changed the Wren proxy?',
    'who is the author of "Wren proxy"',
    'who was the last to change the Wren proxy guide',
  ])('AI-09 %s', async (query) => {
    const answer = await ask(query);
    expect(answer).toContain('written by **');
    expect(titlesIn(answer)).toEqual(['Wren proxy']);
  });
});

describe('AI-09 how-to documents where a category is so called', () => {
  const QUERIES = ['list the how-to documents', 'show how-to guides', 'which howtos do we have'];

  test('AI-09 those of the category, and those of the type beside them', async () => {
    const { db } = at.current.database;
    await aDocument(db, ann.user, { title: 'Reset a badge', content: 'Ask the gate.', category: 'How-to' });
    await aDocument(db, ann.user, { title: 'Fill the printer', content: 'A4.', category: 'How-to' });
    for (const query of QUERIES)
      expect([query, titlesIn(await ask(query))]).toEqual([query, ['Fill the printer', 'Reset a badge']]);
    expect(await ask('how many how-to documents are there?')).toContain('**2** documents (category How-to)');
    await aDocument(db, ann.user, {
      title: 'Order a desk',
      content: 'By mail.',
      templateType: 'how_to_guide',
    });
    for (const query of QUERIES)
      expect([query, titlesIn(await ask(query))]).toEqual([
        query,
        ['Fill the printer', 'Order a desk', 'Reset a badge'],
      ]);
    expect(await ask('how many how-to documents are there?')).toContain('**3** documents');
    expect(titlesIn(await ask('how-to guides about badge'))).toEqual(['Reset a badge']);
  });
});

describe('AI-09 a category of documents is listed and counted by its name', () => {
  beforeAll(async () => {
    const { db } = at.current.database;
    for (const [title, content, category] of [
      ['Keys and doors', '## Lost key\n\nTell the porter at once. He has a rota of carriers.', 'House rules'],
      ['Quiet hours', 'From ten to six.', 'House rules'],
      ['Flood of May', 'Water came in.', 'Incident report'],
      ['Fire of June', 'A fuse.', 'Post-mortems'],
    ] as const)
      // oxlint-disable-next-line no-await-in-loop -- Three documents.
      await aDocument(db, ann.user, { title, content, category });
  });

  test.each([
    ['list the house rules', ['Keys and doors', 'Quiet hours']],
    ['which house rules do we have?', ['Keys and doors', 'Quiet hours']],
    ['show me all our house rules', ['Keys and doors', 'Quiet hours']],
    ['what incident reports are there?', ['Flood of May']],
    ['list house rules about hours', ['Quiet hours']],
    ['which post mortems are there?', ['Fire of June']],
    ['list all the house rule documents', ['Keys and doors', 'Quiet hours']],
  ])('AI-09 %s', async (query, titles) => {
    const answer = await ask(query);
    expect(titlesIn(answer)).toEqual(titles);
    expect(answer).toMatch(/^\*\*\d\*\* documents? .*\(category /);
  });

  test.each([
    ['how many house rules are there?', 2],
    ['count our incident reports', 1],
  ])('AI-09 %s', async (query, count) => {
    expect(await ask(query)).toContain(`**${count}** document`);
  });

  test.each(['I lost my key, what now?', 'where is our rota of carriers?'])(
    'AI-09 what one place tells in all words is told of us too: %s',
    async (query) => {
      expect(await ask(query)).toContain('Tell the porter at once');
    },
  );
});
