import { and, eq, inArray } from 'drizzle-orm';
import type { ImportReport } from '../../../contract/calls/imports.ts';
import { ADMINS, groupReader, personReader, type Readers } from '../../../contract/shared/readers.ts';
import type { Actor } from '../../actor.ts';
import type { Db } from '../../db/open.ts';
import { users } from '../../db/schema.ts';
import { findGroupByName } from '../../groups/queries.ts';
import { createGroup, setMembers } from '../../groups/save.ts';
import { Refusal } from '../../http/errors.ts';
import { reportOnce } from './authors.ts';

export type FindReaders = (
  tx: Db,
  texts: string[] | null,
  path: string,
  report: ImportReport,
) => Promise<Readers>;

/**
 * Finds readers by e-mail address and name of a group, and creates groups that this instance lacks. A document whose readers are
 * all unknown stays restricted to its author.
 */
export const readersOf =
  (actor: Actor, members: Map<string, string[]>): FindReaders =>
  async (tx, texts, path, report) => {
    if (texts === null) return null;
    const readers: string[] = [];
    for (const text of texts) {
      // oxlint-disable-next-line no-await-in-loop -- One connection. Few documents have readers.
      const reader = await readerOf(tx, actor, text, members);
      if (reader) readers.push(reader);
      else reportOnce(report, path, `Its reader ${text} is not here, and was left out`);
    }
    return readers;
  };

async function readerOf(tx: Db, actor: Actor, text: string, members: Map<string, string[]>) {
  if (text === ADMINS) return ADMINS;
  const [, kind, name = ''] = /^(person|group):(.+)$/.exec(text) ?? [];
  if (kind === 'person') {
    const [id] = await accountsOf(tx, [name.toLowerCase()]);
    return id && personReader(id);
  }
  if (kind !== 'group') return undefined;
  const known = await findGroupByName(tx, name);
  if (known) return groupReader(known.id);
  const id = await createGroup(tx, actor, { name });
  if (id instanceof Refusal) return undefined;
  await setMembers(tx, actor, id, await accountsOf(tx, members.get(name) ?? []));
  return groupReader(id);
}

async function accountsOf(tx: Db, emails: string[]): Promise<string[]> {
  if (emails.length === 0) return [];
  const isThere = and(inArray(users.email, emails), eq(users.isDeleted, false));
  return (await tx.select({ id: users.id }).from(users).where(isThere)).map(({ id }) => id);
}
