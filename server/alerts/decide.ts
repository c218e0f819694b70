import { inArray, sql } from 'drizzle-orm';
import { observeOverdue } from '../alert-inputs/beats.ts';
import { readTime } from '../db/clock.ts';
import { tryTurn } from '../db/hold-turn.ts';
import type { Db } from '../db/open.ts';
import { alertObservations, alerts as alertRows, servers } from '../db/schema.ts';
import { publish } from '../live/publish.ts';
import type { Schedule } from '../servers/schedule.ts';
import { compose, type Addresses } from './compose.ts';
import { notifyPeople } from './in-product.ts';
import { loadAlerts, loadFacts, takeObservations } from './load.ts';
import type { Alerts, Message } from './state.ts';
import { step } from './step.ts';
import { listChannelKinds, storeAlerts, storeDeliveries } from './store.ts';

/** `upSince`: since when this node receives beats without a pause. */
export type Deciding = Schedule & Addresses & { upSince: Date };

/** Decides now about everything that was seen. */
export async function runAlerts(db: Db, options: Deciding): Promise<void> {
  await observeOverdue(db, options.upSince);
  if (!(await isWorkThere(db))) return;
  await db.transaction(async (tx) => {
    if (!(await tryTurn(tx, 'alerts', 'engine'))) return;
    const [seen, now] = [await takeObservations(tx, options), await readTime(tx)];
    const before = await loadAlerts(tx, seen);
    const { alerts } = step(before, { type: 'observed', observations: seen }, now.getTime());
    const facts = await loadFacts(tx, openOf(alerts), now);
    const decided = step(alerts, { type: 'tick', facts }, now.getTime());
    const changed = [...decided.alerts]
      .filter(([key, alert]) => before.get(key) !== alert)
      .map(([, alert]) => alert);
    await storeAlerts(tx, changed);
    await send(tx, decided.messages, { alerts: decided.alerts, now, addresses: options });
    await checkSoon(tx, decided.checkNow);
    if (changed.length > 0) await publish(tx, { type: 'changed', topic: 'alerts' });
  });
}

const openOf = (alerts: Alerts) => [...alerts.values()].filter(({ resolvedAt }) => resolvedAt === null);

async function isWorkThere(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ is_there: boolean }>(sql`
    select exists (select from ${alertObservations})
      or exists (select from ${alertRows} where resolved_at is null) as is_there`);
  return rows[0]?.is_there === true;
}

async function send(
  tx: Db,
  messages: Message[],
  { alerts, now, addresses }: { alerts: Alerts; now: Date; addresses: Addresses },
) {
  const kinds = await listChannelKinds(tx, [...new Set(messages.map(({ channelId }) => channelId))]);
  const sent = messages.filter(({ channelId }) => kinds.has(channelId));
  if (sent.length === 0) return;
  const contents = await compose(tx, sent, { alerts, now, addresses });
  const isInProduct = ({ channelId }: Message) => kinds.get(channelId) === 'in-product';
  const covered = Map.groupBy(openOf(alerts), ({ causeId }) => causeId);
  const written = sent.flatMap((message, n) => {
    const content = contents[n];
    return content ? [{ message, content, isDone: isInProduct(message) }] : [];
  });
  await storeDeliveries(tx, written);
  for (const { message, content, isDone } of written) {
    const { kind, serverId } = message.alert;
    const members = kind === 'down' && serverId !== null ? (covered.get(serverId) ?? []) : [];
    // oxlint-disable-next-line no-await-in-loop -- One connection runs one query at a time.
    if (isDone) await notifyPeople(tx, message, { content, members });
  }
}

/** The next look of a checker takes these checks. Rows that are being checked at this moment are left alone. */
async function checkSoon(tx: Db, ids: ReadonlySet<string>) {
  if (ids.size === 0) return;
  const waiting = tx
    .select({ id: servers.id })
    .from(servers)
    .where(sql`${servers.id} = any(${sql.param([...ids])}::uuid[]) and ${servers.nextCheckAt} > now()`)
    .for('update', { skipLocked: true });
  await tx
    .update(servers)
    .set({ nextCheckAt: sql`now()` })
    .where(inArray(servers.id, waiting));
}
