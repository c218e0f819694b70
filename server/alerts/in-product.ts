import { and, eq, inArray, or, sql } from 'drizzle-orm';
import type { AlertMessage } from '../../contract/shared/alert-message.ts';
import { DEFAULT_TIME_ZONE, utcTime } from '../../contract/shared/dates.ts';
import { readFilter } from '../../contract/shared/filter-text.ts';
import { serverPage } from '../../contract/shared/item-address.ts';
import type { Actor } from '../actor.ts';
import { notInBin } from '../db/bin.ts';
import { readTime } from '../db/clock.ts';
import type { Db } from '../db/open.ts';
import { byName } from '../db/order.ts';
import { type maintenanceWindows, servers, users, watches } from '../db/schema.ts';
import { notify } from '../notifications/queries.ts';
import { whereServers } from '../servers/filter-sql.ts';
import { listFallenWith } from '../servers/needs.ts';
import type { Alert, Message } from './state.ts';

/**
 * Notifies those who manage or watch the server or one that its outage covers, in the ways that they chose. Alerts without a
 * server concern the administrators.
 */
export async function notifyPeople(
  tx: Db,
  { alert }: Message,
  { content, members }: { content: AlertMessage; members: readonly Alert[] },
): Promise<void> {
  const isOver = content.event === 'resolved' || content.event === 'withdrawn';
  const title = content.text && !isOver ? `${content.summary}: ${content.text}` : content.summary;
  const { serverId } = alert;
  const notification = {
    kind: 'server.status' as const,
    title,
    link: serverId === null ? `/alerts/${alert.id}` : serverPage(serverId),
    ...(serverId !== null && { subject: serverId }),
  };
  const serverIds = [alert, ...members].flatMap((one) => one.serverId ?? []);
  for (const userId of await listPeople(tx, serverIds))
    // oxlint-disable-next-line no-await-in-loop -- One connection runs one query at a time.
    await notify(tx, userId, notification);
}

/** Tells those whom planned maintenance concerns, except the one who plans it. */
export async function notifyOfWindow(
  tx: Db,
  actor: Pick<Actor, 'userId'>,
  { id, filter, from, to, reason }: typeof maintenanceWindows.$inferSelect,
): Promise<void> {
  const matches = whereServers(readFilter(filter), { now: await readTime(tx), timeZone: DEFAULT_TIME_ZONE });
  const rows = await tx
    .select({ id: servers.id, name: servers.name })
    .from(servers)
    .where(and(notInBin(servers), matches))
    .orderBy(byName(servers.name))
    .limit(MOST_SERVERS);
  const ids = rows.map((row) => row.id);
  const [first, ...others] = rows;
  if (!first) return;
  const when = from && to ? `from ${utcTime(from)} to ${utcTime(to)}` : 'each week';
  const what = others.length > 0 ? `${first.name} and ${others.length} more` : first.name;
  const title = `Maintenance of ${what} ${when}: ${reason}`;
  for (const userId of await listPeople(tx, [...ids, ...(await listFallenWith(tx, ids))]))
    if (userId !== actor.userId)
      // oxlint-disable-next-line no-await-in-loop -- One connection runs one query at a time.
      await notify(tx, userId, { kind: 'server.status', title, link: '/alerts/maintenance', subject: id });
}

/** Servers of a window whose people are told. */
const MOST_SERVERS = 10_000;

async function listPeople(tx: Db, serverIds: string[]): Promise<string[]> {
  const isConcerned =
    serverIds.length === 0
      ? eq(users.role, 'admin')
      : or(
          inArray(
            users.id,
            tx
              .select({ id: watches.userId })
              .from(watches)
              .where(and(eq(watches.kind, 'server'), inArray(watches.subjectId, serverIds))),
          ),
          inArray(
            users.id,
            tx
              .select({ id: sql<string>`${servers.managedBy}` })
              .from(servers)
              .where(and(inArray(servers.id, serverIds), sql`${servers.managedBy} is not null`)),
          ),
        );
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.accountStatus, 'active'), isConcerned))
    .orderBy(users.id);
  return rows.map(({ id }) => id);
}
