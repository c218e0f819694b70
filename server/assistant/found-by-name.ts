import { inArray } from 'drizzle-orm';
import type { SearchKind } from '../../contract/search.ts';
import type { Db } from '../db/open.ts';
import { documents, servers, teamMembers } from '../db/schema.ts';
import { lexemesOf } from '../search/queries.ts';
import type { Found } from '../search/queries.ts';
import { linkTo } from './literal.ts';
import { Sentence } from './words.ts';

const ADDRESSES: Record<SearchKind, string> = {
  document: '/knowledge-base?doc=',
  server: '/infrastructure?server=',
  member: '/team?member=',
};

/** What is left out is no name. */
const LEAVES_OUT = /not|without|except|excluding|but|other than/;

/** Titles of things of any kind, as links that open them; of documents those that are called by a word of the question. */
export async function foundByName(db: Db, query: string, hits: Found[]): Promise<string | undefined> {
  if (new Sentence(query).has(LEAVES_OUT)) return undefined;
  const asked = new Set(lexemesOf(query));
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
    const isCalled = kind !== 'document' || lexemesOf(title ?? '').some((word) => asked.has(word));
    return title === undefined || !isCalled ? [] : [`- ${linkTo(title, ADDRESSES[kind] + id)} (${kind})`];
  });
  return lines.length === 0 ? undefined : ['This holds the words of the question:', '', ...lines].join('\n');
}
