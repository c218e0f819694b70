import { and, inArray, is, not, type Placeholder, SQL, sql, type SQLWrapper } from 'drizzle-orm';
import type { Reader } from '../actor.ts';
import { notInBin } from '../db/bin.ts';
import type { Db } from '../db/open.ts';
import { ofAnyLength } from '../db/prepared.ts';
import { documents, groupMembers, users } from '../db/schema.ts';

/** A `Reader` while a query is built: a placeholder of a prepared query, or an expression. */
export type QueryReader = { principals: string[] | Placeholder | SQL };

/** The reader that a prepared query receives as `principals`. */
export const givenReader = { principals: sql.placeholder('principals') };

/** The principals of a row of `users`. */
export const principalsOf = sql<string[]>`(array['person:' || ${users.id}]
  || array(select 'group:' || ${groupMembers.groupId} from ${groupMembers} where ${groupMembers.userId} = ${users.id})
  || case when ${users.role} = 'admin' then array['admins'] else array[]::text[] end)`;

/** A row of `users` as reader, for queries that select recipients. */
export const eachPerson = { principals: principalsOf };

/** The readers name this reader. */
const isNamed = ({ principals }: QueryReader, readers: SQLWrapper): SQL =>
  sql`${readers} && ${is(principals, SQL) ? principals : ofAnyLength(principals, 'text')}`;

/** The one rule of access (decision 056). `readers` is the column of a document or of its search entry. */
export const mayRead = (reader: QueryReader, readers: SQLWrapper): SQL =>
  sql`(${readers} is null or ${isNamed(reader, readers)})`;

/** The same rule for a share of the counts: the reader counts its entries, and no other share with them (decision 067). */
export const countsShare = (reader: QueryReader, share: { readers: SQLWrapper; unless: SQLWrapper }): SQL =>
  sql`(${isNamed(reader, share.readers)} and not ${isNamed(reader, share.unless)})`;

/** Documents outside the bin that the reader may read. */
export const isShownTo = (reader: QueryReader): SQL | undefined =>
  and(notInBin(documents), mayRead(reader, documents.readers));

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** A text leads to no document, or to one that the reader may read. After a document is gone for good, its title stays hidden. */
export const leadsToOpen = (reader: QueryReader, link: SQLWrapper): SQL => {
  const id = sql`substring(${link} from ${sql.raw(`'^/knowledge-base/(${UUID})'`)})::uuid`;
  return sql`(${id} is null or exists (
    select from ${documents} where ${documents.id} = ${id} and ${mayRead(reader, documents.readers)}))`;
};

/** Those of these documents that exist and are closed to the reader, in the bin or not. */
export async function listHidden(db: Db, reader: Reader, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const isHidden = and(inArray(documents.id, ids), not(mayRead(reader, documents.readers)));
  return (await db.select({ id: documents.id }).from(documents).where(isHidden)).map(({ id }) => id);
}
