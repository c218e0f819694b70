import type { Db } from '../db/open.ts';
import { fold } from '../search/queries.ts';
import type { ServerRow } from '../servers/queries.ts';
import { takeServers } from './named.ts';
import { Sentence } from './words.ts';

export type Host = Pick<ServerRow, 'id' | 'name' | 'primaryFunction'>;

/** What documents about a server may say of it. */
export const besides = (hosts: Host[]) =>
  hosts.map(({ name, primaryFunction }) => `${name} ${primaryFunction ?? ''}`).join(' ');

/**
 * What names servers, and none of these, is about those alone; what is written for the function of one of them names the first
 * of its kind as an example.
 */
export async function isOfOthers(
  db: Db,
  { title, passage }: { title: string; passage: string },
  hosts: Host[],
): Promise<boolean> {
  if (await namesOthers(db, title, hosts)) return true;
  const isForFunction = hosts.some(({ primaryFunction }) => primaryFunction?.trim() && fold(title).includes(fold(primaryFunction))); // prettier-ignore
  return !isForFunction && (await namesOthers(db, passage, hosts));
}

async function namesOthers(db: Db, text: string, hosts: Host[]): Promise<boolean> {
  const named = await takeServers(db, new Sentence(text), text);
  return named.length > 0 && named.every(({ id }) => hosts.every((host) => host.id !== id));
}
