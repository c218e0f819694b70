import { sql } from 'drizzle-orm';
import { ALERT_LIMITS } from '../../contract/shared/alert-words.ts';
import type { Named } from '../../contract/shared/alert-message.ts';
import type { Actor } from '../actor.ts';
import { record } from '../audit/record.ts';
import { holdTurn } from '../db/hold-turn.ts';
import type { Db } from '../db/open.ts';
import { byName } from '../db/order.ts';
import { serverNeeds, servers } from '../db/schema.ts';
import { refuse, type Refusal } from '../http/errors.ts';

/** By server, the groups of what it needs. Of each group, any one suffices. */
export type Needs = ReadonlyMap<string, string[][]>;

export async function loadNeeds(tx: Db, ids: Iterable<string>): Promise<Needs> {
  const rows = await tx
    .select()
    .from(serverNeeds)
    .where(sql`${serverNeeds.serverId} = any(${sql.param([...ids])}::uuid[])`)
    .orderBy(serverNeeds.serverId, serverNeeds.groupNumber, serverNeeds.needsId);
  return new Map(
    [...Map.groupBy(rows, ({ serverId }) => serverId)].map(([id, own]) => [
      id,
      [...Map.groupBy(own, ({ groupNumber }) => groupNumber).values()].map((group) =>
        group.map(({ needsId }) => needsId),
      ),
    ]),
  );
}

/** The same text for the same needs in another order. */
export const sortedNeeds = (groups: string[][]): string =>
  JSON.stringify(groups.map((group) => group.toSorted().join()).toSorted());

/** What servers need, as text: `router-1 | router-2; db-1` needs one of two routers, and the database. */
export async function listDependsOn(db: Db, ids: string[]): Promise<Map<string, string>> {
  const needs = await loadNeeds(db, ids);
  const names = await listReferences(db, [...new Set([...needs.values()].flat(2))]);
  const textOf = (group: string[]) => group.map((id) => names.get(id) ?? '').join(' | ');
  return new Map([...needs].map(([id, groups]) => [id, groups.map(textOf).join('; ')]));
}

/** How a text names servers: by name, or by id if the name is not unique or holds a separator. */
async function listReferences(db: Db, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.execute<{ id: string; reference: string }>(sql`
    select s.id, case when s.deleted_at is null and s.name !~ '[|;]' and not exists (
      select from ${servers} other
      where lower(other.name) = lower(s.name) and other.id <> s.id and other.deleted_at is null
    ) then s.name else s.id::text end as reference
    from ${servers} s where s.id = any(${sql.param(ids)}::uuid[])`);
  return new Map(rows.map(({ id, reference }) => [id, reference]));
}

/** Servers that need one of these, directly or through others, for each of them. */
async function listDependents(db: Db, ids: string[]): Promise<Map<string, string[]>> {
  const { rows } = await db.execute<{ cause: string; id: string }>(sql`
    with recursive behind (cause, id, depth) as (
      select needs_id, server_id, 1 from ${serverNeeds} where needs_id = any(${sql.param(ids)}::uuid[])
      union
      select behind.cause, n.server_id, behind.depth + 1 from behind join ${serverNeeds} n on n.needs_id = behind.id
      where behind.depth < ${ALERT_LIMITS.depth}
    ) select distinct cause, id from behind`);
  const dependents = Map.groupBy(rows, ({ cause }) => cause);
  return new Map([...dependents].map(([cause, those]) => [cause, those.map(({ id }) => id)]));
}

/** The servers that fall when a server does, by name. A server with another one left in each group does not. */
export async function listBehind(
  db: Db,
  ids: string[],
  isDown: (id: string) => boolean = () => false,
): Promise<Map<string, Named[]>> {
  if (ids.length === 0) return new Map();
  const dependents = await listDependents(db, ids);
  if (dependents.size === 0) return new Map();
  const all = [...new Set([...dependents.values()].flat())];
  const needs = await loadNeeds(db, all);
  const names = await db
    .select({ id: servers.id, name: servers.name })
    .from(servers)
    .where(sql`${servers.id} = any(${sql.param(all)}::uuid[]) and ${servers.deletedAt} is null`)
    .orderBy(byName(servers.name), servers.id);
  return new Map(
    [...dependents].map(([cause, candidates]) => {
      const fallen = listFallen([cause], candidates, needs, isDown);
      return [cause, names.filter(({ id }) => fallen.has(id))];
    }),
  );
}

/** Those that follow from `causes`: at least one of the servers that they lack has fallen with them. */
export function listFallen(
  causes: string[],
  candidates: string[],
  needs: Needs,
  isDown: (id: string) => boolean,
) {
  const fallen = new Set(causes);
  const fails = (group: string[]) =>
    group.some((id) => fallen.has(id)) && group.every((id) => fallen.has(id) || isDown(id));
  for (let before = 0; before !== fallen.size;) {
    before = fallen.size;
    for (const id of candidates) if (needs.get(id)?.some(fails)) fallen.add(id);
  }
  for (const cause of causes) fallen.delete(cause);
  return fallen;
}

/** The servers that fall when all of these do. */
export async function listFallenWith(db: Db, ids: string[]): Promise<Set<string>> {
  const dependents = [...new Set([...(await listDependents(db, ids)).values()].flat())];
  return listFallen(ids, dependents, await loadNeeds(db, dependents), () => false);
}

/** What a server needs, and what falls with it. */
export async function findNeeds(db: Db, id: string): Promise<{ groups: Named[][]; behind: Named[] }> {
  const groups = (await loadNeeds(db, [id])).get(id) ?? [];
  const names = await namesOf(db, groups.flat());
  const named = (one: string) => ({ id: one, name: names.get(one) ?? '' });
  return {
    groups: groups.map((group) => group.map(named)),
    behind: (await listBehind(db, [id])).get(id) ?? [],
  };
}

export async function namesOf(db: Db, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: servers.id, name: servers.name })
    .from(servers)
    .where(sql`${servers.id} = any(${sql.param(ids)}::uuid[])`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Replaces what a server needs. All changes run one after the other, so that two of them cannot close a cycle together. */
export async function changeNeeds(
  tx: Db,
  actor: Actor,
  id: string,
  groups: string[][],
): Promise<Refusal | undefined> {
  await holdTurn(tx, 'server needs', 'all');
  const wanted = [...new Set(groups.flat())];
  const known = await namesOf(tx, wanted);
  const unknown = wanted.find((one) => !known.has(one));
  if (unknown) return refuse(400, 'validation_failed', `groups: There is no server with the id ${unknown}.`);
  await saveNeeds(tx, actor, new Map([[id, groups]]));
  return (await refuseCycle(tx, id)) ?? refuseDepth(tx, id);
}

/** Stores what servers need, with an audit entry for each. The caller has looked for cycles. Returns what they needed. */
export async function saveNeeds(tx: Db, actor: Actor, needs: Needs): Promise<Needs> {
  const ids = [...needs.keys()];
  if (ids.length === 0) return new Map();
  const [stored, before] = [await loadNeeds(tx, ids), await listDependsOn(tx, ids)];
  await replaceNeeds(tx, needs);
  const after = await listDependsOn(tx, ids);
  const entries = ids.map((id) => ({
    action: 'server.needs' as const,
    kind: 'server',
    subjectId: id,
    before: { needs: before.get(id) ?? '' },
    after: { needs: after.get(id) ?? '' },
  }));
  await record(tx, actor, ...entries);
  return stored;
}

/** Rows per statement; PostgreSQL accepts at most 65,535 values. */
const PORTION = 10_000;

/** Stores what servers need, without a look at cycles. */
async function replaceNeeds(tx: Db, needs: Needs): Promise<void> {
  await tx
    .delete(serverNeeds)
    .where(sql`${serverNeeds.serverId} = any(${sql.param([...needs.keys()])}::uuid[])`);
  const rows = [...needs].flatMap(([serverId, groups]) =>
    groups.flatMap((group, groupNumber) =>
      [...new Set(group)].map((needsId) => ({ serverId, groupNumber, needsId })),
    ),
  );
  for (let start = 0; start < rows.length; start += PORTION)
    // oxlint-disable-next-line no-await-in-loop -- One connection runs one query at a time.
    await tx.insert(serverNeeds).values(rows.slice(start, start + PORTION));
}

/** Follows the needs from this server until it comes back to it. */
async function refuseCycle(tx: Db, id: string): Promise<Refusal | undefined> {
  const { rows } = await tx.execute<{ path: string[] }>(sql`
    with recursive chain (id, path) as (
      select needs_id, array[server_id, needs_id] from ${serverNeeds} where server_id = ${id}
      union all
      select n.needs_id, chain.path || n.needs_id from chain join ${serverNeeds} n on n.server_id = chain.id
      where chain.id <> ${id} and cardinality(chain.path) <= ${ALERT_LIMITS.depth + 1}
    ) select path::text[] as path from chain where id = ${id} order by cardinality(path) limit 1`);
  const path = rows[0]?.path;
  if (!path) return undefined;
  const names = await namesOf(tx, path);
  const members = path.map((one) => names.get(one) ?? one).join(' → ');
  return refuse(409, 'cycle', `These servers would need each other: ${members}. Remove one of the steps.`);
}

/** The longest way through this server, from what needs it to what it needs. */
async function refuseDepth(tx: Db, id: string): Promise<Refusal | undefined> {
  const longest = async (from: 'server_id' | 'needs_id', to: 'server_id' | 'needs_id') => {
    const { rows } = await tx.execute<{ depth: number }>(sql`
      with recursive way (id, depth) as (
        select ${id}::uuid, 0
        union
        select n.${sql.raw(to)}, way.depth + 1 from way join ${serverNeeds} n on n.${sql.raw(from)} = way.id
        where way.depth <= ${ALERT_LIMITS.depth}
      ) select max(depth) as depth from way`);
    return rows[0]?.depth ?? 0;
  };
  const depth = (await longest('server_id', 'needs_id')) + (await longest('needs_id', 'server_id'));
  return depth <= ALERT_LIMITS.depth
    ? undefined
    : refuse(
        409,
        'too_deep',
        `A server may need others over at most ${ALERT_LIMITS.depth} steps, and this would be ${depth}. Leave out steps in between.`,
      );
}
