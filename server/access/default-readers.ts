import { sql } from 'drizzle-orm';
import type { Readers } from '../../contract/shared/readers.ts';
import type { Db } from '../db/open.ts';
import { ofAnyLength } from '../db/prepared.ts';
import { categoryReaders } from '../db/schema.ts';

/** Categories are free text, so their letter case must not decide who may read. */
export const isCategory = (category: unknown) =>
  sql`lower(${categoryReaders.category} collate ops_natural) = lower(${category}::text collate ops_natural)`;

/** The readers of new documents, in order: their own, or the default ones of their category. */
export async function readersOfNew(
  db: Db,
  inputs: { category: string | null; readers?: Readers | undefined }[],
): Promise<Readers[]> {
  const categories = inputs.flatMap(({ category, readers }) => (readers === undefined && category) || []);
  if (categories.length === 0) return inputs.map(({ readers = null }) => readers);
  const rows = await db
    .select({ category: sql<string>`given.category`, readers: categoryReaders.readers })
    .from(categoryReaders)
    .innerJoin(
      sql`unnest(${ofAnyLength([...new Set(categories)], 'text')}) as given (category)`,
      isCategory(sql`given.category`),
    );
  const defaults = new Map(rows.map(({ category, readers }) => [category, readers]));
  return inputs.map(({ category, readers = defaults.get(category ?? '') ?? null }) => readers);
}
