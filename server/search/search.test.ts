import { beforeAll, describe, expect, test } from 'vitest';
import { documents } from '../../contract/calls/documents.ts';
import { withApp, type Client } from '../../test/app.ts';
import { aDocument, aUser, type TestUser } from '../../test/factories.ts';

const at = withApp();
let author: TestUser;
let ann: Client;

beforeAll(async () => {
  author = await aUser(at.current.database.db);
  ann = await at.current.as(author);
});

type Fields = NonNullable<Parameters<typeof aDocument>[2]>;
const write = (title: string, content = 'Nothing of note.', more: Fields = {}) =>
  aDocument(at.current.database.db, author, { title, content, ...more });
const find = async (q: string) =>
  (await ann.call(documents.list, { query: { q } })).map(({ title }) => title);

describe('SHELL-07 always finds a document that contains the term', () => {
  test.each<[string, Fields]>([
    ['title', { title: 'A zirconium title' }],
    ['content', { content: 'It says Zirconiumdioxid here' }],
    ['excerpt', { excerpt: 'About ZIRCONIUM' }],
    ['category', { category: 'Zirconium' }],
    ['technology', { technology: 'zirconium-ng' }],
    ['tags', { tags: ['metal', 'zirconium'] }],
  ])('in its %s, whatever its case', async (field, more) => {
    const title = `In the ${field}`;
    await write(more.title ?? title, more.content ?? 'Text', more);
    for (const q of ['zirconium', 'ZIRCONIUM', 'irconi', '  zirconium  '])
      expect(await find(q)).toContain(more.title ?? title);
  });

  const identifiers = [
    'KubePersistentVolumeFillingUp',
    '10.20.30.40',
    '0x80070005',
    'SRV-AU-DB01',
    'C:\\Temp\\a_b',
    'max_connections=100',
    'ORA-01555',
    'user@host:/var',
    "O'Reilly",
    '50%',
  ];
  test.each(identifiers)('%s, whole and in part', async (identifier) => {
    await write(`Holds ${identifiers.indexOf(identifier)}`, `The alert (${identifier}) fires.`);
    const parts = [
      identifier,
      identifier.toLowerCase(),
      identifier.toUpperCase(),
      identifier.slice(1),
      identifier.slice(0, -1),
      identifier.slice(1, -1),
    ];
    for (const q of parts) expect(await find(q)).toContain(`Holds ${identifiers.indexOf(identifier)}`);
  });

  test('a long name with a number, whole and in part, but no other number', async () => {
    await write('Of Perth', 'The host xSRV-PER-DB000042y fails.');
    await write('Of Hobart', 'The host SRV-HBA-DB000042 fails; PER-DBX000042 too.');
    for (const q of [
      'srv-per-db000042',
      'SRV-PER-DB00004',
      'per-db000042',
      'v-per-db000042y',
      '"PER-DB000042"',
      'per_db000042',
      'srvperdb000042',
    ])
      expect([q, await find(q)]).toEqual([q, ['Of Perth']]);
    for (const q of ['"per_db000042"', 'srv-per-db000043', 'per%db000042'])
      expect([q, await find(q)]).toEqual([q, []]);
    expect(await find('fails -per-db000042')).toEqual(['Of Hobart']);
  });

  test.each([
    ['Ärger mit Größe', ['ÄRGER', 'ärger', 'GRÖSSE', 'größe', 'rösse']],
    ['İstanbul', ['istanbul', 'İSTANBUL', 'STANBUL']],
    ['Ὀδός', ['ὈΔΌΣ', 'ὀδός']],
    ['Наладка', ['НАЛАДКА', 'алад']],
    ['データベース', ['データ', 'ベース']],
    ['cafe\u0301', ['CAFÉ', 'café']],
    ['👩‍🔧 crew', ['👩‍🔧']],
  ])('%s in any case', async (word, queries) => {
    await write(`Unicode: ${word}`);
    for (const q of queries) expect(await find(q)).toEqual([`Unicode: ${word}`]);
  });

  test('requires each of several words, in any order and place', async () => {
    await write('Rhubarb jam', 'Boil with quince');
    await write('Rhubarb cake', 'Bake with almond');
    expect(await find('quince rhubarb')).toEqual(['Rhubarb jam']);
    expect(await find('RHUBARB   Bake\nalmond')).toEqual(['Rhubarb cake']);
    expect(await find('rhubarb quince almond')).toEqual([]);
  });

  test('blank words find everything, newest first', async () => {
    await write('The newest');
    expect((await find('   '))[0]).toBe('The newest');
  });
});

describe('threat 75 threat 76 text that looks like a pattern or SQL is only text', () => {
  test('% _ and \\ match themselves', async () => {
    await write('Percent', 'exactly 100% of it');
    await write('Hundred', 'exactly 1000 of it');
    await write('Score', 'snake_case');
    await write('Line', 'snakeXcase');
    expect(await find('100%')).toEqual(['Percent']);
    expect(await find('snake_case')).toEqual(['Score']);
    expect(await find('%%%%')).toEqual([]);
    expect(await find('\\')).toEqual(['Holds 4']);
  });

  test.each([
    "' or 1=1 --",
    "'; drop table documents; --",
    '"quoted"',
    '$1 $2',
    '(a+)+$',
    '[',
    '***=x',
    '((((((((((',
    '\\',
    'a'.repeat(500),
    '%_'.repeat(250),
    '( '.repeat(250).trim(),
    '\u{1f600}'.repeat(250),
  ])('%j', async (q) => {
    const title = `Literally ${q.slice(0, 40)}`;
    await write(title, `It says\n\n    ${q}\n`);
    expect(await find(q)).toContain(title);
    expect((await ann.call(documents.facets, { query: { q } })).categories[0]?.count).toBeGreaterThan(0);
  });
});

describe('issue 2 the best match comes first', () => {
  test.each<[string, string, [title: string, content: string][]]>([
    [
      'a title that is the word before a title that contains it',
      'gannet',
      [
        ['Gannet', 'x'],
        ['The gannet colony', 'x'],
      ],
    ],
    [
      'a title before a text',
      'puffin',
      [
        ['Feeding the puffin', 'x'],
        ['Birds', 'puffin '.repeat(30)],
      ],
    ],
    [
      'a whole word before a part',
      'petrel',
      [
        ['Bird one', 'a petrel here'],
        ['Bird two', 'a petrelling here'],
      ],
    ],
    [
      'a whole address before a longer one',
      '10.77.30.4',
      [
        ['Host one', 'at 10.77.30.4 now'],
        ['Host two', 'at 10.77.30.40 now'],
      ],
    ],
    [
      'a whole name before a longer one',
      'SRV-NZ-DB',
      [
        ['Name one', 'see SRV-NZ-DB now'],
        ['Name two', 'see SRV-NZ-DB01 now'],
      ],
    ],
    [
      'adjacent words before separate words',
      'storm petch',
      [
        ['Near', 'a storm petch flies'],
        ['Apart', 'a petch flies in the storm'],
      ],
    ],
    [
      'a text about it before one that mentions it',
      'skua',
      [
        ['About', 'skua skua skua'],
        ['Mentions', `skua ${'x '.repeat(4_000)}`],
      ],
    ],
    [
      'a whole word next to an accent counts as a part',
      'kor',
      [
        ['Short', 'the kor here'],
        ['Long', 'the koré here'],
      ],
    ],
  ])('%s', async (_, q, made) => {
    // The better match is written first and is older, so age cannot put it first.
    for (const [title, content] of made) await write(title, content);
    expect((await find(q)).slice(0, made.length)).toEqual(made.map(([title]) => title));
  });

  test('of two equal matches the newer one is first', async () => {
    await write('Guillemot one', 'same');
    await write('Guillemot two', 'same');
    expect(await find('guillemot')).toEqual(['Guillemot two', 'Guillemot one']);
  });
});

describe('the index follows the stored text', () => {
  test('finds a change by its new words and no longer by its old ones', async () => {
    const id = await write('Was a kestrel', 'kestrel', { category: 'kestrels', tags: ['kestrel'] });
    const body = { title: 'Now a merlin', content: 'merlin', category: null, tags: null };
    await ann.call(documents.update, { params: { id }, body });
    expect(await find('kestrel')).toEqual([]);
    expect(await find('merlin')).toEqual(['Now a merlin']);
  });
});
