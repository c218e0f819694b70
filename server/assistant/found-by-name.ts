import { inArray } from 'drizzle-orm';
import type { SearchKind } from '../../contract/search.ts';
import type { Db } from '../db/open.ts';
import { documents, servers, teamMembers } from '../db/schema.ts';
import type { Found } from '../search/queries.ts';
import { linkTo } from './literal.ts';

const ADDRESSES: Record<SearchKind, string> = {
  document: '/knowledge-base?doc=',
  server: '/infrastructure?server=',
  member: '/team?member=',
};

/** Titles of things of any kind, as links that open them. */
export async function foundByName(db: Db, hits: Found[]): Promise<string> {
  const ids = hits.map(({ id }) => id);
  const named = [
    ...(await db
      .select({ id: servers.id, title: servers.name })
      .from(servers)
      .where(inArray(servers.id, ids))),
    ...(await db
      .select({ id: documents.id, title: documents.title })
      .from(documents)
      .where(inArray(documents.id, ids))),
    ...(await db
      .select({ id: teamMembers.id, title: teamMembers.name })
      .from(teamMembers)
      .where(inArray(teamMembers.id, ids))),
  ];
  const lines = hits.flatMap(({ kind, id }) => {
    const title = named.find((row) => row.id === id)?.title;
    return title === undefined ? [] : [`- ${linkTo(title, ADDRESSES[kind] + id)} (${kind})`];
  });
  return ['This holds the words of the question:', '', ...lines].join('\n');
}
