import { record } from '../../audit/record.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/open.ts';
import { nameKey } from '../../directory-name.ts';
import { createGroup, setGroupsOf } from '../../groups/save.ts';
import { findGroupByExternalId } from '../../groups/queries.ts';
import { publish } from '../../live/publish.ts';
import { hashToken } from '../../tokens.ts';
import { lockAdministrators, setRole } from '../administration/managed-users.ts';
import type { UserRow } from '../queries.ts';
import { roleFor, type DirectoryNames } from './directory-claims.ts';

const DIRECTORY = { userId: null, name: 'OpenID Connect' };

type Settings = Pick<Config, 'OIDC_ROLE_MAP' | 'OIDC_REQUIRE_GROUP'>;

/**
 * Brings role and groups of a person in line with what the issuer reports at this sign-in, in both directions. What is not known
 * changes nothing. Throws with the reason when a required group is missing.
 */
export async function applyDirectory(
  tx: Db,
  { OIDC_ROLE_MAP, OIDC_REQUIRE_GROUP }: Settings,
  directory: DirectoryNames,
  user: UserRow,
): Promise<void> {
  if ('unknown' in directory) {
    // Somebody who was let in before keeps their access.
    if (OIDC_REQUIRE_GROUP && user.accountStatus !== 'active') throw new Error(directory.unknown);
    const after = { reason: directory.unknown };
    return record(tx, DIRECTORY, {
      action: 'account.directory-unknown',
      kind: 'account',
      subjectId: user.id,
      after,
    });
  }
  const { names } = directory;
  const keys = names.map(nameKey);
  if (OIDC_REQUIRE_GROUP && !OIDC_REQUIRE_GROUP.some((name) => keys.includes(nameKey(name))))
    throw new Error('the issuer reports none of the groups of OIDC_REQUIRE_GROUP');
  if (OIDC_ROLE_MAP) await applyRole(tx, user, roleFor(user.role, names, OIDC_ROLE_MAP));
  const groupIds: string[] = [];
  // oxlint-disable-next-line no-await-in-loop -- One connection.
  for (const name of names) groupIds.push(await groupNamed(tx, name));
  await setGroupsOf(tx, DIRECTORY, { id: user.id, source: 'oidc', groupIds });
}

async function applyRole(tx: Db, user: UserRow, role: UserRow['role']): Promise<void> {
  if (role === user.role) return;
  const change = { before: { role: user.role }, after: { role } };
  const event = { kind: 'account', subjectId: user.id };
  if (user.role === 'admin') {
    const administrators = await lockAdministrators(tx);
    if (administrators.length === 1 && administrators[0] === user.id)
      return record(tx, DIRECTORY, {
        ...event,
        action: 'account.role-kept',
        after: { role: user.role, reason: `This is the last administrator. The directory says ${role}` },
      });
  }
  await setRole(tx, user.id, role);
  await record(tx, DIRECTORY, { ...event, action: 'account.role', ...change });
  await publish(tx, { type: 'changed', topic: 'accounts', id: user.id });
}

const MAX_NAME = 100;

/** A group of the directory with the name of a local group is another group. Long names may differ only in what is cut. */
const suffixesOf = (externalId: string) => [
  '',
  ' (OpenID Connect)',
  ` (${hashToken(externalId).slice(0, 8)})`,
];

/** The group with this name in the directory. Creates it at its first appearance. */
async function groupNamed(tx: Db, name: string): Promise<string> {
  const externalId = nameKey(name);
  const find = () => findGroupByExternalId(tx, 'oidc', externalId);
  const known = await find();
  if (known) return known.id;
  for (const suffix of suffixesOf(externalId)) {
    const shown = name.slice(0, MAX_NAME - suffix.length) + suffix;
    // oxlint-disable-next-line no-await-in-loop -- The next name only if the one before is taken.
    const made = await createGroup(tx, DIRECTORY, { name: shown, source: 'oidc', externalId });
    if (typeof made === 'string') return made;
    // oxlint-disable-next-line no-await-in-loop -- Another sign-in created it meanwhile.
    const other = await find();
    if (other) return other.id;
  }
  throw new Error(`the group ${name} cannot be created, because its name is taken`);
}
