import { inArray, like, or, sql } from 'drizzle-orm';
import type { DemoData } from '../../contract/demo.ts';
import type { Actor } from '../actor.ts';
import { record } from '../audit/record.ts';
import type { Db } from '../db/open.ts';
import { demoItems, documents, notifications, serverDocuments, servers } from '../db/schema.ts';
import { teamMembers, watches } from '../db/schema.ts';
import { createDocuments, filled } from '../documents/save.ts';
import { publish } from '../live/publish.ts';
import { removeEntries } from '../search/entries.ts';
import { createServers } from '../servers/save.ts';
import { insertMember, tellOf } from '../team/queries.ts';
import { addChecks, DAYS } from './checks.ts';
import { demoServers } from './inventory.ts';
import { demoPages } from './pages.ts';
import { DEPARTMENT_PRESETS, ROLE_PRESETS } from '../../contract/team.ts';

const NAMES = `
  Amelia Hart, Ben Okafor, Chloe Nguyen, Daniel Weiss, Elena Rossi, Farid Haddad, Grace Lin, Hugo Martins,
  Isla Campbell, Jonas Berg, Keiko Tanaka, Liam Byrne, Maya Patel, Noah Fischer, Olivia Grant, Pavel Novak,
  Quinn Harper, Rosa Delgado, Samir Khan, Tess Walker, Uma Reddy, Victor Lindqvist, Wendy Zhao, Xavier Dubois,
  Yara Cohen`
  .trim()
  .split(/,\s+/);

/** The same 25 people each time, with addresses that no mail server delivers to. */
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

/** Servers with 90 days of checks, documents that go with them, and people; each is noted, so that it can be taken away. */
export async function addDemoData(tx: Db, actor: Actor, orgDomain: string): Promise<DemoData> {
  // Two who ask at once wait for each other; the second one finds what the first one made.
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
    await tellOf(tx, row);
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

/** Whatever was changed of it meanwhile; what people made themselves stays. Does nothing where there is none. */
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
