import type { Db } from '../db/open.ts';
import type { ServerRow } from '../servers/queries.ts';
import { takeServers } from './named.ts';
import { Sentence } from './words.ts';

export type Host = Pick<ServerRow, 'id' | 'name' | 'primaryFunction'>;

/** What documents about a server may say of it. */
export const besides = (hosts: Host[]) =>
  hosts.map(({ name, primaryFunction }) => `${name} ${primaryFunction ?? ''}`).join(' ');

/** A passage that names servers, and none of these, is about those alone. */
export async function isOfOthers(db: Db, passage: string, hosts: Host[]): Promise<boolean> {
  const named = await takeServers(db, new Sentence(passage), passage);
  return named.length > 0 && named.every(({ id }) => hosts.every((host) => host.id !== id));
}
