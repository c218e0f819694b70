import { beforeAll, expect, test, vi } from 'vitest';
import { sql, type SQL } from 'drizzle-orm';
import { withDatabase } from '../../test/database.ts';
import { fc, SEED } from '../../test/properties.ts';
import { foldLine } from '../../contract/shared/fold.ts';
import { searchEntries as entries } from '../db/schema.ts';
import { indexEntries } from './entries.ts';
import { containing } from './fold.ts';
import { hold, holdEach } from './pieces.ts';
import { learnAllWords } from './learned-words.ts';

/** Pairs of terms. `npm run prove -- pieces` takes 3,000. */
const RUNS = Number(process.env['SEARCH_TERMS'] ?? 80);

const database = withDatabase();
// Hundreds of queries take long on a slow machine.
vi.setConfig({ testTimeout: 180_000 });

/** Few letters, so that most terms occur somewhere. */
const part = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.constantFrom(
      'a',
      'b',
      '1',
      'ab',
      'ba',
      'é',
      '字',
      '😀',
      'ßa',
      '𝐚',
      'e\u0301',
      '\u0915\u094d',
    ),
  },
  {
    weight: 5,
    arbitrary: fc.constantFrom(' ', '\n', '-', '_', '.', ':', '%', '\\', "'", '"', '{', ',', '\u200b'),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('a'.repeat(40), 'ab1'.repeat(30), '12'.repeat(50), '𝓫1'.repeat(60)),
  },
);
const textOf = (maxLength: number) =>
  fc.array(part, { minLength: 1, maxLength }).map((parts) => parts.join(''));

const texts = fc.sample(textOf(60), { numRuns: 400, seed: SEED });

beforeAll(async () => {
  const written = texts.map((text, n) => ({
    kind: 'document' as const,
    id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
    title: text.slice(0, n % 7),
    body: text,
    alsoFoundBy: n % 5 ? '' : 'ab\nba',
    type: null,
    category: null,
    tags: [],
    updatedAt: new Date(0),
  }));
  await indexEntries(database.db, written.slice(0, 200));
  await learnAllWords(database.db);
  // Half of the entries are not learned yet. A tenth is of an older version, and a tenth was learned with another text.
  await indexEntries(database.db, written.slice(180));
  await database.pool.query(`update search_entries set pieces = null, length = -1 where id::text like '%0'`);
});

const found = async (condition: SQL | undefined) => {
  const rows = await database.db
    .select({ id: entries.id })
    .from(entries)
    .where(condition)
    .orderBy(entries.id);
  return rows.map(({ id }) => id);
};
const isLike = (text: string) => sql`${entries.folded} like ${containing(text)}`;

/** Parts of the texts, and similar terms. */
const term = fc.oneof(
  textOf(6),
  textOf(45),
  fc
    .tuple(fc.constantFrom(...texts.map(foldLine)), fc.nat(), fc.integer({ min: 1, max: 80 }))
    .map(([text, start, length]) => text.slice(start % (text.length || 1)).slice(0, length)),
);

test('SHELL-07 finds exactly the texts that contain the typed text, as soon as they are written', async () => {
  let hits = 0;
  await fc.assert(
    fc.asyncProperty(term, term, async (typed, other) => {
      const [one, two] = [foldLine(typed).toWellFormed(), foldLine(other).toWellFormed()];
      const [first, second] = [isLike(one), isLike(two)];
      const pairs: [SQL | undefined, SQL][] = [
        [hold(one), first],
        [sql`not ${hold(one)}`, sql`not ${first}`],
        [holdEach([[one, two], [two]]), second],
        [holdEach([[one], [two]]), sql`${first} and ${second}`],
        [holdEach([[one, two]]), sql`(${first} or ${second})`],
      ];
      const terms = { one, two, seed: SEED };
      for (const [asked, compared] of pairs) {
        // oxlint-disable-next-line no-await-in-loop -- One connection runs one query at a time.
        const [ids, right] = [await found(asked), await found(compared)];
        hits += right.length;
        expect({ ...terms, ids }).toEqual({ ...terms, ids: right });
      }
    }),
    { numRuns: RUNS },
  );
  expect(hits).toBeGreaterThan(10 * RUNS);
});

test('SHELL-07 finds them among thousands of texts with thousands of names', async () => {
  const many = Array.from({ length: 5_600 }, (_, n) => ({
    kind: 'server' as const,
    id: `00000000-0000-4000-9000-${String(n).padStart(12, '0')}`,
    title: '',
    body: `host${n}unit disk-${n}disk ${n % 2 ? '' : `alert ${n}alert`} restart the service${n} ${n % 7 ? '' : 'now'}`,
    type: null,
    category: null,
    tags: [],
    updatedAt: new Date(0),
  }));
  for (const from of [0, 2_000, 4_000]) await indexEntries(database.db, many.slice(from, from + 2_000));
  await learnAllWords(database.db);
  // Otherwise PostgreSQL would keep the plans that it made for 400 entries.
  await database.pool.query('analyze search_entries, search_pieces');
  const terms = [
    [['host'], ['unit']],
    [['disk'], ['alert']],
    [['disk'], ['restart']],
    [['disk'], ['now']],
    [['disk'], ['now'], ['alert']],
    [['disk'], ['77disk'], ['service']],
    [['disk'], ['disk-12', 'disk12'], ['now']],
    [['disk'], ['disk-12', 'disk12'], ['alert', 'alert 5']],
    [['restart the service']],
    [['restart the service5'], ['alert']],
    [['disk'], ['nowhere']],
  ];
  for (const texts of terms) {
    const right = sql.join(
      texts.map((forms) => sql`(${sql.join(forms.map(isLike), sql` or `)})`),
      sql` and `,
    );
    // oxlint-disable-next-line no-await-in-loop -- One connection runs one query at a time.
    const [ids, expected] = [await found(holdEach(texts)), await found(right)];
    expect({ texts, ids }).toEqual({ texts, ids: expected });
  }
});
