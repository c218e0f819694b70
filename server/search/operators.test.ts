import { beforeAll, describe, expect, test } from 'vitest';
import { documents } from '../../contract/calls/documents.ts';
import { search } from '../../contract/calls/search.ts';
import { servers } from '../../contract/calls/servers.ts';
import { withApp, type Client } from '../../test/app.ts';
import { aDocument, aUser } from '../../test/factories.ts';
import { sweep } from '../operations/maintenance.ts';

const at = withApp();
let ann: Client;

beforeAll(async () => {
  const { db, pool } = at.current.database;
  const author = await aUser(db, { firstName: 'Ann', lastName: 'Osprey' });
  const other = await aUser(db, { firstName: 'Bo', lastName: 'Heron' });
  ann = await at.current.as(author);
  const host = await ann.call(servers.create, {
    body: {
      name: 'db-ospr-01',
      environment: 'production',
      status: 'maintenance',
      notes: 'Plan of the nightly copy',
    },
  });
  await aDocument(db, author, {
    title: 'Plan A',
    content: 'copy the tape',
    category: 'Disaster Recovery',
    tags: ['tape', 'old'],
  });
  const b = await aDocument(db, other, {
    title: 'Plan B',
    content: 'copy to disk',
    templateType: 'how_to_guide',
    isPublished: true,
  });
  const c = await aDocument(db, other, { title: 'Plan C', content: 'copy nothing', tags: ['disk'] });
  await pool.query('insert into server_documents (server_id, document_id) values ($1, $2)', [host.id, b]);
  await pool.query(`update search_entries set updated_at = now() - interval '40 days' where id = $1`, [c]);
});

const everywhere = async (q: string) =>
  (await ann.call(search.find, { query: { q } })).map(({ title }) => title).toSorted();
const inList = async (q: string) =>
  (await ann.call(documents.list, { query: { q } })).map(({ title }) => title).toSorted();

describe('issue 6 operators', () => {
  test.each([
    ['plan type:how-to', ['Plan B']],
    ['plan type:"How-To Guide"', ['Plan B']],
    ['plan category:"disaster recovery"', ['Plan A']],
    ['plan -category:disaster', ['Plan B', 'Plan C']],
    ['plan tag:disk', ['Plan C']],
    ['plan -tag:tape -tag:disk', ['Plan B']],
    ['plan author:osprey', ['Plan A']],
    ['plan server:db-ospr', ['Plan B']],
    ['plan status:published', ['Plan B']],
    ['plan status:draft', ['Plan A', 'Plan C']],
    ['plan updated:>30d', ['Plan C']],
    ['plan updated:<1w', ['Plan A', 'Plan B']],
    ['plan updated:>2020-01-01 -updated:<1w', ['Plan C']],
    ['plan updated:<2020-01-01', []],
    ['"copy to"', ['Plan B']],
    ['"to copy"', []],
    ['copy -disk', ['Plan A']],
    ['tag:disk', ['Plan C']],
    ['plan type:nothing-like-it', []],
    ['plan env:production', []],
  ])('%s', async (q, titles) => {
    expect(await inList(q)).toEqual(titles);
    const facets = await ann.call(documents.facets, { query: { q } });
    expect(facets.categories.reduce((sum, { count }) => sum + count, 0)).toBe(titles.length);
  });

  test.each([
    ['copy env:prod', ['db-ospr-01']],
    ['copy type:server', ['db-ospr-01']],
    ['copy status:maintenance', ['db-ospr-01']],
    ['status:maintenance', ['db-ospr-01']],
    ['copy -type:document', ['db-ospr-01']],
    ['server:db-ospr copy', ['Plan B', 'db-ospr-01']],
  ])('over everything: %s', async (q, titles) => {
    expect(await everywhere(q)).toEqual(titles);
  });
});

describe('issue 6 queries of which only some words match', () => {
  test('a sentence finds the best matches, best first, where a list requires every word', async () => {
    const sentence = 'when the nightly tape copy of the recovery plan fails';
    const hits = await ann.call(search.find, { query: { q: sentence, kinds: 'document' } });
    expect(hits[0]?.title).toBe('Plan A');
    expect(await inList(sentence)).toEqual([]);
  });

  test('quotation marks have no meaning in a whole message; in a few words they do, unless nothing matches', async () => {
    const message = 'the nightly tape copy of the recovery plan fails with "no space left on device" again';
    const hits = await ann.call(search.find, { query: { q: message, kinds: 'document' } });
    expect(hits[0]?.title).toBe('Plan A');
    expect(await everywhere('nightly "copy the tape"')).toEqual(['Plan A']);
    expect(await everywhere('tape "no space left"')).toEqual(await everywhere('tape no space left'));
    expect(await everywhere('"no space left"')).toEqual([]);
  });

  test('one part of a name does not find it', async () => {
    expect(await everywhere('db-ospr-01')).toEqual(['db-ospr-01']);
    expect(await everywhere('db-ospr-02')).toEqual([]);
    expect(await everywhere('db-ospr')).toEqual(['db-ospr-01']);
  });

  test('entries of an older version are found, and rebuilt from the texts', async () => {
    const { storage, database } = at.current;
    const { db, pool } = database;
    await pool.query(
      `update search_entries set words = 'oldword:1'::tsvector, folded = 'old text', length = -1 where title = 'Plan A'`,
    );
    expect(await everywhere('oldword')).toEqual(['Plan A']);
    expect(await everywhere('old text')).toEqual(['Plan A']);
    await sweep(db, storage);
    expect(await everywhere('oldword')).toEqual([]);
    expect(await everywhere('nightly tapes')).toEqual(['Plan A', 'db-ospr-01']);
  });

  test('rebuilding removes the entry of a deleted item', async () => {
    const { storage, database } = at.current;
    const { db, pool } = database;
    await pool.query(`update search_entries set length = -1, id = gen_random_uuid() where title = 'Plan A'`);
    await sweep(db, storage);
    expect(await everywhere('nightly')).toEqual(['db-ospr-01']);
  });
});
