import { inArray, like, or, sql } from 'drizzle-orm';
import type { DemoData } from '../../contract/calls/demo.ts';
import type { Actor } from '../actor.ts';
import { record } from '../audit/record.ts';
import type { Db } from '../db/open.ts';
import {
  demoItems,
  documents,
  notifications,
  serverDocuments,
  servers,
  teamMembers,
  watches,
  checkHours,
  checkResults,
  incidents,
  serverStates,
} from '../db/schema.ts';
import { createDocuments, filled } from '../documents/save.ts';
import { publish } from '../live/publish.ts';
import { removeEntries } from '../search/entries.ts';
import { createServers } from '../servers/save.ts';
import { insertMember, announceMember } from '../team/queries.ts';
import { demoServers, type DemoServer } from './inventory.ts';
import { demoPages } from './pages.ts';
import { DEPARTMENT_PRESETS, ROLE_PRESETS } from '../../contract/calls/team.ts';

const NAMES = `
  Amelia Hart, Ben Okafor, Chloe Nguyen, Daniel Weiss, Elena Rossi, Farid Haddad, Grace Lin, Hugo Martins,
  Isla Campbell, Jonas Berg, Keiko Tanaka, Liam Byrne, Maya Patel, Noah Fischer, Olivia Grant, Pavel Novak,
  Quinn Harper, Rosa Delgado, Samir Khan, Tess Walker, Uma Reddy, Victor Lindqvist, Wendy Zhao, Xavier Dubois,
  Yara Cohen`
  .trim()
  .split(/,\s+/);

/** The same 25 people each time, with undeliverable addresses. */
const demoMembers = () =>
  NAMES.map((name, n) => ({
    name,
    email: `${name.toLowerCase().replaceAll(' ', '.')}@demo.invalid`,
    role: ROLE_PRESETS[n % ROLE_PRESETS.length] ?? 'Manager',
    department: DEPARTMENT_PRESETS[n % DEPARTMENT_PRESETS.length] ?? null,
    status: n % 9 === 8 ? ('inactive' as const) : ('active' as const),
  }));

type Kind = 'server' | 'document' | 'member';

export const hasDemoData = async (db: Db): Promise<boolean> => (await db.$count(demoItems)) > 0;

/** Adds servers with 90 days of checks, matching documents, and people. Notes each for removal. */
export async function addDemoData(tx: Db, actor: Actor, orgDomain: string): Promise<DemoData> {
  // Concurrent callers wait for each other; the second one finds the data of the first.
  await tx.execute(sql`lock table ${demoItems} in exclusive mode`);
  const plans = demoServers(orgDomain);
  const quiet = { isRecorded: false };
  const made = await createServers(
    tx,
    actor,
    plans.map(({ input, status }) => ({ ...input, status })),
    { intervalSeconds: 0, ...quiet },
  );
  const serverIds = made.map(({ id }) => id);
  await addChecks(
    tx,
    plans.map((plan, index) => ({ ...plan, id: serverIds[index] ?? '' })),
  );
  const pages = demoPages();
  const documentIds = await createDocuments(
    tx,
    actor,
    pages.map(({ input }) => filled(input)),
    quiet,
  );
  const links = pages.flatMap(({ service }, index) =>
    made
      .filter(({ name }) => name.startsWith('syd-') && name.includes(`-${service.word}-`))
      .map(({ id }) => ({ serverId: id, documentId: documentIds[index] ?? '' })),
  );
  await tx.insert(serverDocuments).values(links);
  const memberIds: string[] = [];
  for (const member of demoMembers()) {
    const row = await insertMember(tx, member);
    if (!row) continue;
    await announceMember(tx, row);
    memberIds.push(row.id);
  }
  const note = (kind: Kind, ids: string[]) => ids.map((id) => ({ kind, id }));
  await tx
    .insert(demoItems)
    .values([...note('server', serverIds), ...note('document', documentIds), ...note('member', memberIds)]);
  const counts = {
    servers: serverIds.length,
    documents: documentIds.length,
    members: memberIds.length,
    days: DAYS,
  };
  await record(tx, actor, { action: 'demo.add', kind: 'demo', after: counts });
  return counts;
}

/** Removes demo data, changed or not; keeps other data. Does nothing without demo data. */
export async function removeDemoData(tx: Db, actor: Actor): Promise<void> {
  const items = await tx.delete(demoItems).returning();
  if (items.length === 0) return;
  const ids = (kind: Kind) => items.filter((item) => item.kind === kind).map(({ id }) => id);
  const all = items.map(({ id }) => id);
  for (const kind of ['server', 'document', 'member'] as const) await removeEntries(tx, kind, ids(kind));
  await tx.delete(watches).where(inArray(watches.subjectId, all));
  const leadsToOne = ids('server').map((id) => like(notifications.link, `%${id}%`));
  await tx.delete(notifications).where(or(...leadsToOne));
  await tx.delete(servers).where(inArray(servers.id, ids('server')));
  await tx.delete(documents).where(inArray(documents.id, ids('document')));
  await tx.delete(teamMembers).where(inArray(teamMembers.id, ids('member')));
  await record(tx, actor, { action: 'demo.remove', kind: 'demo', before: { items: items.length } });
  for (const topic of ['servers', 'documents', 'team'] as const)
    await publish(tx, { type: 'changed', topic });
}

const DAYS = 90;
/** A past result covers this many hours, a result of the last day this many minutes. */
const HOURS = 6;
const MINUTES = 30;
const RESULTS = HOURS * 60;

type Planned = DemoServer & { id: string };

/** Generates check results: figures that vary around a level, short outages, and the current state. */
async function addChecks(tx: Db, planned: Planned[]): Promise<void> {
  const checked = planned.filter(({ status }) => status !== 'unknown');
  const plan = sql`(select * from json_to_recordset(${JSON.stringify(
    checked.map(({ id, status, level: [cpu, memory, disk], uptimeSeconds }) => ({
      id,
      status,
      cpu,
      memory,
      disk,
      uptime: uptimeSeconds,
    })),
  )}::json) as p(id uuid, status text, cpu real, memory real, disk real, uptime bigint))`;
  // Deterministic: depends only on the server and the hour.
  const wave = (at: string) => sql.raw(`(abs(hashtext(p.id::text || ${at}::text)) % 100)`);
  await tx.execute(sql`
    insert into ${checkHours} (server_id, hour, results, good, bad, latency_ms, cpu_usage, memory_usage, disk_usage)
    select p.id, h, ${RESULTS}, ${RESULTS} - bad, bad, 5 + w / 5.0, least(100, p.cpu + w / 5.0), least(100, p.memory + w / 20.0),
      least(100, p.disk + w / 50.0)
    from ${plan} p,
      generate_series(date_trunc('hour', now()) - ${DAYS} * interval '1 day', date_trunc('hour', now()) - interval '25 hours',
        ${HOURS} * interval '1 hour') h,
      lateral (select ${wave('h')} as w) waves,
      lateral (select case when w = 7 then 25 else 0 end as bad) outages`);
  await tx.execute(sql`
    insert into ${checkResults} (server_id, at, outcome, message, latency_ms, cpu_usage, memory_usage, disk_usage)
    select p.id, t, outcome,
      case outcome when 'bad' then 'The connection was refused'
        when 'warning' then 'Disk is 96 % used' else 'It answered 200' end,
      case outcome when 'bad' then null else 5 + w / 5.0 end, p.cpu + w / 5.0,
             least(100, p.memory + w / 20.0), least(100, p.disk + w / 50.0)
    from ${plan} p,
      generate_series(now() - interval '23 hours', now() - interval '1 minute', ${MINUTES} * interval '1 minute') t,
      lateral (select ${wave('t')} as w) waves,
      lateral (select case p.status when 'maintenance' then 'maintenance' when 'warning' then 'warning'
        when 'offline' then case when t > now() - interval '2 hours' then 'bad' else 'good' end else 'good' end as outcome) outcomes`);
  await tx.execute(sql`
    insert into ${incidents} (server_id, started_at, message)
    select p.id, now() - interval '2 hours', 'The connection was refused' from ${plan} p where p.status = 'offline'`);
  await tx.execute(sql`
    update ${servers} s set cpu_usage = p.cpu, memory_usage = p.memory, disk_usage = p.disk, uptime = p.uptime,
      last_health_check = now() - interval '1 minute', certificate_expires_at = null,
      last_message = case p.status when 'offline' then 'The connection was refused'
        when 'warning' then 'Disk is 96 % used' else 'It answered 200' end,
      created_at = now() - (1 + abs(hashtext(p.id::text)) % 300) * interval '1 day',
      status_since = now() - case p.status when 'offline' then 2 else 24 * (1 + abs(hashtext(p.id::text)) % 30) end * interval '1 hour',
      measured_at = now() - interval '1 minute'
    from ${plan} p where s.id = p.id`);
  await tx.delete(serverStates).where(
    inArray(
      serverStates.serverId,
      planned.map(({ id }) => id),
    ),
  );
  await tx.execute(sql`
    insert into ${serverStates} (server_id, at, status, simulated, before, was_simulated)
    select p.id, now() - interval '2 hours', 'offline', false, 'online', false from ${plan} p where p.status = 'offline'`);
}
