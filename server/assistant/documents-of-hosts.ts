import { sql } from 'drizzle-orm';
import { notInBin } from '../db/bin.ts';
import type { Db } from '../db/open.ts';
import { servers } from '../db/schema.ts';
import { fold, lexemesOf } from '../search/queries.ts';
import type { ServerRow } from '../servers/queries.ts';
import { takeServers } from './named.ts';
import { Sentence } from './words.ts';

export type Host = Pick<ServerRow, 'id' | 'name' | 'primaryFunction'>;

/** What documents about a server may say of it. */
export const besides = (hosts: Host[]) =>
  hosts.map(({ name, primaryFunction }) => `${name} ${primaryFunction ?? ''}`).join(' ');

/** Of documents those that may be about the servers: none that is called by another one, and first of all those called by what they do. */
export async function ofHosts<T extends { title: string }>(db: Db, texts: T[], hosts: Host[]): Promise<T[]> {
  const named = texts.map(({ title }) => new Set(lexemesOf(title)));
  const words = [...new Set(named.flatMap((own) => [...own]))];
  const own = new Set(hosts.map(({ name }) => name.toLowerCase()));
  const rows = words.length === 0 ? [] : await db.select({ name: sql<string>`lower(${servers.name})` }).from(servers)
    .where(sql`lower(${servers.name}) = any(${sql.param(words)}::text[]) and ${notInBin(servers)}`); // prettier-ignore
  const others = rows.map(({ name }) => name).filter((name) => name.includes('-') && !own.has(name));
  const left = texts.filter((_, place) => !others.some((name) => named[place]?.has(name)));
  const doing = hosts
    .map(({ primaryFunction }) => lexemesOf(primaryFunction ?? ''))
    .filter((one) => one.length > 0);
  const isCalledSo = ({ title }: T) => {
    const held = lexemesOf(title);
    return (
      doing.some((one) => one.every((word) => held.includes(word))) ||
      [...own].some((name) => held.includes(name))
    );
  };
  const called = left.filter(isCalledSo);
  return called.length > 0 ? called : left;
}

/** A passage that names servers, and none of these; what is written for the function of one names the first of its kind as an example. */
export async function tellsOfOthers(
  db: Db,
  { title, passage }: { title: string; passage: string },
  hosts: Host[],
): Promise<boolean> {
  const does = hosts.map(({ primaryFunction }) => fold(primaryFunction?.trim() ?? '')).filter(Boolean);
  if (does.some((one) => fold(title).includes(one))) return false;
  const named = await takeServers(db, new Sentence(passage), passage);
  return named.length > 0 && named.every(({ id }) => hosts.every((host) => host.id !== id));
}
