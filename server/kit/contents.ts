import { and, inArray, isNull, or } from 'drizzle-orm';
import type { Document } from '../../contract/calls/documents.ts';
import { notInBin } from '../db/bin.ts';
import { readTime } from '../db/clock.ts';
import type { Db } from '../db/open.ts';
import { byName } from '../db/order.ts';
import { documents } from '../db/schema.ts';
import { listServers } from '../servers/queries.ts';
import type { Schedule } from '../servers/schedule.ts';
import type { Server } from '../../contract/shared/server-fields.ts';
import { DEFAULT_TIME_ZONE } from '../../contract/shared/dates.ts';
import { LongList } from '../http/long-list.ts';

/** What a kit has. Without a choice, all documents that everybody may read, and all servers. */
export type KitChoice = {
  /** Only documents of these categories. */
  categories: string[];
  /** Only servers that match this filter. */
  servers: string;
  /** Restricted documents by id. Of those, a kit has only the ones that are named. */
  restricted: string[];
};

/** A document of the kit. Who reads it there is one of its readers. */
export type Chosen = Pick<Document, 'id' | 'title' | 'category' | 'updatedAt'> & { principals: string[] };

/** By title. A restricted document stays out unless its id is named. */
export async function listChosen(db: Db, { categories, restricted }: KitChoice): Promise<Chosen[]> {
  const isOpen = and(
    isNull(documents.readers),
    categories.length > 0 ? inArray(documents.category, categories) : undefined,
  );
  const isNamed = restricted.length > 0 ? inArray(documents.id, restricted) : undefined;
  const rows = await db
    .select({
      id: documents.id,
      title: documents.title,
      category: documents.category,
      updatedAt: documents.updatedAt,
      readers: documents.readers,
    })
    .from(documents)
    .where(and(notInBin(documents), isNamed ? or(isOpen, isNamed) : isOpen))
    .orderBy(byName(documents.title), documents.id);
  return rows.map(({ readers, updatedAt, ...row }) => ({
    ...row,
    updatedAt: updatedAt.toISOString(),
    principals: readers ?? [],
  }));
}

/** By name. A filter by time uses the time zone of the product, because a kit has no reader. */
export async function listKitServers(db: Db, filter: string, schedule: Schedule): Promise<Server[]> {
  const at = { now: await readTime(db), timeZone: DEFAULT_TIME_ZONE };
  const query = { sort: 'name' as const, ...(filter && { filter }) };
  const { items } = await listServers(db, query, { at, schedule, reader: { principals: [] } });
  return items instanceof LongList ? (await Array.fromAsync(items.portions())).flat() : items;
}
