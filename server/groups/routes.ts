import { groups } from '../../contract/calls/groups.ts';
import type { Db } from '../db/open.ts';
import type { Mount } from '../http/endpoint.ts';
import { found, refuse, Refusal } from '../http/errors.ts';
import { listDefaultReaders, saveDefaultReaders } from './default-readers.ts';
import { findGroup, listAccountsOfDepartment, listGroups } from './queries.ts';
import { createGroup, removeGroup, renameGroup, setMembers } from './save.ts';

/** Groups of a directory are read-only here. */
export function groupRoutes(mount: Mount) {
  mount(groups.list, ({ db }) => listGroups(db));
  mount(groups.create, async ({ db, actor, body }) => {
    const id = await createGroup(db, actor, body);
    if (id instanceof Refusal) return id;
    if (body.department) await setMembers(db, actor, id, await listAccountsOfDepartment(db, body.department));
    return theGroup(db, id);
  });
  mount(groups.update, async ({ db, actor, params: { id }, body }) => {
    const refusal = (await ofDirectory(db, id)) ?? (await renameGroup(db, actor, id, body.name));
    return refusal ?? theGroup(db, id);
  });
  mount(
    groups.remove,
    async ({ db, actor, params: { id } }) => (await ofDirectory(db, id)) ?? removeGroup(db, actor, id),
  );
  mount(groups.setMembers, async ({ db, actor, params: { id }, body }) => {
    const refusal = (await ofDirectory(db, id)) ?? (await setMembers(db, actor, id, body.userIds));
    return refusal ?? theGroup(db, id);
  });
  mount(groups.listDefaultReaders, ({ db }) => listDefaultReaders(db));
  mount(
    groups.setDefaultReaders,
    async ({ db, actor, body }) => (await saveDefaultReaders(db, actor, body)) ?? body,
  );
}

const theGroup = async (db: Db, id: string) => found(await findGroup(db, id), 'Group');

/** The next synchronisation would undo a change made here. */
async function ofDirectory(db: Db, id: string): Promise<Refusal | undefined> {
  const { source } = await theGroup(db, id);
  return source === 'local'
    ? undefined
    : refuse(409, 'directory_group', 'Your company directory maintains this group. Change it there.');
}
