import { readFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { assistant } from '../../contract/calls/assistant.ts';
import { documents } from '../../contract/calls/documents.ts';
import { fieldValues } from '../../contract/calls/field-values.ts';
import { fold, foldLine } from '../../contract/shared/fold.ts';
import { search } from '../../contract/calls/search.ts';
import { servers } from '../../contract/calls/servers.ts';
import { team } from '../../contract/calls/team.ts';
import { withApp, type Client } from '../../test/app.ts';
import { MIGRATIONS } from '../db/migrate.ts';
import { sweep } from '../operations/maintenance.ts';
import { foldedColumn } from './fold.ts';

const at = withApp();
let ann: Client;

const write = (title: string, content: string, more = {}) =>
  ann.call(documents.create, { body: { title, content, ...more } });

beforeAll(async () => {
  ann = await at.current.signedIn({ firstName: 'Zoë', lastName: 'Ångström' });
  await write('Café router', 'The router stands in São Paulo, behind the naïve proxy.', {
    category: 'Réseau',
    tags: ['Malmö'],
  });
  await write('Tea router', 'The Malmo office has no cafe. Call Lukasz in Sao Paulo.');
  await ann.call(servers.create, {
    body: { name: 'edge-1', serverLocation: 'Zürich', teamOwner: 'Équipe Réseau', notes: 'Łódź backup' },
  });
  await ann.call(servers.create, { body: { name: 'edge-2', serverLocation: 'Zurich', teamOwner: 'Web' } });
  await ann.call(team.create, { body: { name: 'José Núñez', email: 'jose@corp.example', role: 'DBA' } });
  await sweep(at.current.database.db, at.current.storage);
});

const titles = (hits: { title: string }[]) => hits.map(({ title }) => title).toSorted();
const everywhere = async (q: string) => titles(await ann.call(search.find, { query: { q } }));
const inList = async (q: string) => titles(await ann.call(documents.list, { query: { q } }));
const hosts = async (filter: string) =>
  (await ann.call(servers.list, { query: { filter } })).map(({ name }) => name).toSorted();

describe('SHELL-07 the search ignores accents, in texts and in what is typed', () => {
  test.each([
    ['cafe', ['Café router', 'Tea router']],
    ['CAFÉ', ['Café router', 'Tea router']],
    ['cafe\u0301', ['Café router', 'Tea router']],
    ['"sao paulo"', ['Café router', 'Tea router']],
    ['"São Paulo"', ['Café router', 'Tea router']],
    ['naive', ['Café router']],
    ['router -café', []],
    ['router tag:malmo', ['Café router']],
    ['router category:reseau', ['Café router']],
    ['router author:angstrom', ['Café router', 'Tea router']],
    ['łukasz', ['Tea router']],
  ])('%s', async (q, expected) => {
    expect(await inList(q)).toEqual(expected);
  });

  test('in the inventory and the team', async () => {
    expect(await everywhere('zurich')).toEqual(['edge-1', 'edge-2']);
    expect(await everywhere('lodz')).toEqual(['edge-1']);
    expect(await everywhere('nunez')).toEqual(['José Núñez']);
  });

  test('the snippet shows the place as it is written', async () => {
    const hits = await ann.call(search.find, { query: { q: 'sao naive' } });
    expect(hits.find(({ title }) => title === 'Café router')?.snippet).toContain('São Paulo');
  });
});

describe('INFRA-04 filters ignore accents', () => {
  test.each([
    ['location:zürich', ['edge-1', 'edge-2']],
    ['location:=zurich', ['edge-1', 'edge-2']],
    ['team:equipe', ['edge-1']],
    ['-team:"equipe reseau"', ['edge-2']],
    ['=lodz', ['edge-1']],
    ['manager:zoe', ['edge-1', 'edge-2']],
    ['manager:="Zoe Angström"', ['edge-1', 'edge-2']],
  ])('%s', async (filter, names) => {
    expect(await hosts(filter)).toEqual(names);
  });

  test('and so do the offered values', async () => {
    const offered = await ann.call(fieldValues.list, { query: { field: 'serverLocation', q: 'zur' } });
    expect(offered.toSorted()).toEqual(['Zurich', 'Zürich']);
  });
});

test.each([
  ['how many servers are in zurich?', '**2** servers'],
  ['how many servers in Zürich?', '**2** servers'],
  ['who is jose nunez?', 'José Núñez'],
  ['servers with lodz in the notes', 'edge-1'],
])('AI-10 %s', async (query, expected) => {
  const { response } = await ann.call(assistant.ask, { body: { query } });
  expect(response).toContain(expected);
});

const WORDS = ['Café', 'ŁÓDŹ', 'Malmö Ærø', 'Straße', 'ὈΔΥΣΣΕΎΣ', 'Йод', 'がぎ', '한글', 'plain'];

test('decision 006 a column is folded like a typed text', async () => {
  const { rows } = await at.current.database.db.execute<{ folded: string }>(
    sql`select ${foldedColumn(sql`word`)} as folded from unnest(${sql.param(WORDS)}::text[]) with ordinality as given(word, place)
      order by place`,
  );
  // The final form of a Greek letter stays.
  expect(rows.map(({ folded }) => folded.replace('ς', 'σ'))).toEqual(WORDS.map(fold));
});

test('decision 006 texts of an older version are found at once, and rebuilt', async () => {
  const { storage, database } = at.current;
  const { db, pool } = database;
  await pool.query(`update search_entries set folded = 'café router\nbehind the naïve proxy', folded_title = 'café router',
    words = 'café:1', pieces = '{café}' where title = 'Café router'`);
  await pool.query(
    `update servers set folded = 'edge-1\n10.0.0.1\nłódź backup zürich' where name = 'edge-1'`,
  );
  expect(await inList('naïve')).toEqual([]);
  const migration = await readFile(`${MIGRATIONS}/0036_spellings.sql`, 'utf8');
  for (const statement of migration.split('--> statement-breakpoint'))
    // oxlint-disable-next-line no-await-in-loop -- In the order of the file.
    await pool.query(statement);
  expect(await inList('naïve')).toEqual(['Café router']);
  expect(await hosts('lodz')).toEqual(['edge-1']);
  expect(await hosts('edge1')).toEqual(['edge-1']);
  await sweep(db, storage);
  const { rows } = await pool.query<{ folded: string; pieces: string[] }>(
    `select folded_title as folded, pieces from search_entries where title = 'Café router'`,
  );
  expect(rows[0]?.folded).toBe(foldLine('Café router'));
  expect(rows[0]?.pieces).toContain('naive');
});
