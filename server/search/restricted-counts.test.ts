import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { analytics } from '../../contract/calls/analytics.ts';
import { documentBatches } from '../../contract/calls/document-batches.ts';
import { documents } from '../../contract/calls/documents.ts';
import { groups } from '../../contract/calls/groups.ts';
import { ADMINS, groupReader, personReader } from '../../contract/shared/readers.ts';
import { withApp } from '../../test/app.ts';
import { fc } from '../../test/properties.ts';
import { restrictedWorld } from '../../test/restricted-world.ts';
import { addUpCounts } from '../db/add-up-counts.ts';
import { searchEntries } from '../db/schema.ts';
import { countsFor } from './counts.ts';
import { countFacets } from './facets.ts';

const at = withApp();
let world: Awaited<ReturnType<typeof restrictedWorld>>;
beforeAll(async () => {
  world = await restrictedWorld(at.current);
});

const NAMES = [...['a', 'b', 'c'].flatMap((id) => [personReader(id), groupReader(id)]), ADMINS];
const some = fc.subarray(NAMES);
const entry = fc.record({
  readers: fc.option(some, { freq: 3 }),
  type: fc.constantFrom('knowledge-base', 'how-to-guides'),
  category: fc.constantFrom('Backups', 'Networks', null),
  tags: fc.subarray(['x', 'y']),
});
const filters = fc.record(
  {
    type: fc.constantFrom('knowledge-base', 'how-to-guides'),
    category: fc.constantFrom('Backups', 'Uncategorized'),
    tag: fc.constantFrom('x', 'y'),
  },
  { requiredKeys: [] },
);
/** Every third entry, by the last digit of its number. */
const third = fc.nat(2);
const write = fc.oneof(
  fc.record({
    kind: fc.constant('insert' as const),
    entries: fc.array(entry, { minLength: 1, maxLength: 6 }),
  }),
  fc.record({ kind: fc.constant('update' as const), third, entry }),
  fc.record({ kind: fc.constant('delete' as const), third }),
  fc.record({ kind: fc.constant('add up' as const) }),
);
type Write = typeof write extends fc.Arbitrary<infer T> ? T : never;

async function apply(one: Write) {
  const { db } = at.current.database;
  const isThird = (n: number) => sql`kind = 'document' and ascii(right(id::text, 1)) % 3 = ${n}`;
  if (one.kind === 'insert')
    await db.insert(searchEntries).values(
      one.entries.map((values) => ({
        ...values,
        kind: 'document',
        id: crypto.randomUUID(),
        title: 'T',
        body: 'B',
        foldedTitle: 't',
        folded: 'b',
        length: 1,
        updatedAt: new Date(),
      })),
    );
  else if (one.kind === 'update') await db.update(searchEntries).set(one.entry).where(isThird(one.third));
  else if (one.kind === 'delete') await db.delete(searchEntries).where(isThird(one.third));
  else await addUpCounts(db);
}

/** The values of a column and their numbers, in no order. */
const numbered = (values: string[]) => {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return new Set([...counts].map(([value, count]) => `${value}: ${count}`));
};

test('ACCESS-05 counts equal the entries that a reader may read, whatever was written', async () => {
  const { db } = at.current.database;
  const property = fc.asyncProperty(
    fc.array(write, { minLength: 1, maxLength: 6 }),
    some,
    filters,
    async (writes, principals, filter) => {
      for (const one of writes) await apply(one);
      const rows = (await db.select().from(searchEntries))
        .filter(({ readers }) => readers === null || readers.some((name) => principals.includes(name)))
        .map(({ type, category, tags }) => ({
          type: type ?? '',
          category: category ?? 'Uncategorized',
          tags,
        }));
      const chosen = (...columns: ('type' | 'category' | 'tag')[]) =>
        rows.filter((row) =>
          columns.every((column) => {
            const value = filter[column];
            return (
              value === undefined || (column === 'tag' ? row.tags.includes(value) : row[column] === value)
            );
          }),
        );
      const reader = { principals };
      const facets = await countFacets(db, 'document', filter, { reader });
      const total = await db.execute<{ total: number }>(
        sql`select coalesce(sum(n), 0)::int as total from (${countsFor(reader, ['document'], filter)}) as counts`,
      );
      const listed = (some: { value: string; count: number }[]) =>
        new Set(some.map(({ value, count }) => `${value}: ${count}`));
      expect(total.rows[0]?.total).toBe(chosen('type', 'category', 'tag').length);
      expect(listed(facets.types)).toEqual(numbered(chosen('category', 'tag').map(({ type }) => type)));
      expect(listed(facets.categories)).toEqual(
        numbered(chosen('type', 'tag').map(({ category }) => category)),
      );
      expect(listed(facets.tags)).toEqual(numbered(chosen('type', 'category').flatMap(({ tags }) => tags)));
    },
  );
  await fc.assert(property, { numRuns: 60 });
  await db.delete(searchEntries);
});

test('ACCESS-05 totals follow changes of readers, groups, bulk changes and the bin at once', async () => {
  const { owner, member, editor, admin, viewer, group, readers, secret } = world;
  const ids: string[] = [];
  const totals = async () => {
    const counts: number[] = [];
    for (const person of [owner, member, editor, admin, viewer]) {
      const list = await person.call(documents.list, { query: {} });
      const { total } = await person.page(documents.list, { query: { limit: 1, fields: 'card' } });
      const { types, categories } = await person.call(documents.facets, { query: {} });
      const stats = await person.call(analytics.stats, { query: {} });
      const sum = (some: { count: number }[]) => some.reduce((all, { count }) => all + count, 0);
      expect([total, sum(types), sum(categories), stats.documents.total]).toEqual(
        Array.from({ length: 4 }, () => list.length),
      );
      counts.push(total);
    }
    return counts;
  };
  const params = { id: '' };
  const change = (readers: string[] | null) => owner.call(documents.update, { params, body: { readers } });
  const members = (...people: { user: { id: string } }[]) =>
    admin.call(groups.setMembers, {
      params: { id: group.id },
      body: { userIds: people.map(({ user }) => user.id) },
    });
  for (let n = 0; n < 3; n += 1) ids.push((await secret()).id);
  params.id = ids[0] ?? '';
  expect(await totals()).toEqual([3, 3, 0, 0, 0]);
  await change(null);
  expect(await totals()).toEqual([3, 3, 1, 1, 1]);
  await change([personReader(editor.user.id), ...readers]);
  expect(await totals()).toEqual([3, 3, 1, 0, 0]);
  await change([ADMINS]);
  expect(await totals()).toEqual([3, 2, 0, 1, 0]);
  await members(viewer, owner);
  expect(await totals()).toEqual([3, 0, 0, 1, 2]);
  await members(member);
  const bulk = (action: 'set' | 'delete') =>
    owner.call(documentBatches.bulk, {
      body: { ids, action, ...(action === 'set' && { fields: { category: 'Moved', addTags: ['moved'] } }) },
    });
  await bulk('set');
  expect(await totals()).toEqual([3, 2, 0, 1, 0]);
  const { batchId } = await bulk('delete');
  expect(await totals()).toEqual([0, 0, 0, 0, 0]);
  await owner.call(documentBatches.undo, { params: { id: batchId ?? '' } });
  await addUpCounts(at.current.database.db);
  expect(await totals()).toEqual([3, 2, 0, 1, 0]);
  await owner.call(documents.remove, { params: { id: ids[1] ?? '' } });
  expect(await totals()).toEqual([2, 1, 0, 1, 0]);
  await owner.call(documents.undelete, { params: { id: ids[1] ?? '' } });
  await admin.call(groups.remove, { params: { id: group.id } });
  expect(await totals()).toEqual([3, 0, 0, 1, 0]);
});
