import { asc, desc, eq, sql } from 'drizzle-orm';
import type { TimelineEntry } from '../../contract/calls/alerts.ts';
import type { MessageEvent } from '../../contract/shared/alert-words.ts';
import type { Db } from '../db/open.ts';
import { alertNotes, alerts, channels, deliveries } from '../db/schema.ts';

/** Messages and notes that are shown: the newest ones. */
const MOST_SHOWN = 200;

const EVENT_WORDS: Record<MessageEvent, string> = {
  firing: 'Told that it began',
  repeat: 'Told again',
  escalated: 'Told because nobody had taken it',
  flapping: 'Told that it keeps changing',
  withdrawn: 'Told that it was a false alarm',
  resolved: 'Told that it is over',
};

/** What happened to an alert, oldest first. */
export async function listTimeline(db: Db, id: string): Promise<TimelineEntry[]> {
  const entries = [
    ...(await listStates(db, id)),
    ...(await listMessages(db, id)),
    ...(await listNotes(db, id)),
  ];
  return entries
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() }));
}

type Entry = Omit<TimelineEntry, 'at'> & { at: Date };

async function listStates(db: Db, id: string): Promise<Entry[]> {
  const { startedAt, firedAt, resolvedAt, text } = alerts;
  const [row] = await db
    .select({ startedAt, firedAt, resolvedAt, text })
    .from(alerts)
    .where(eq(alerts.id, id));
  if (!row) return [];
  const state = (what: Entry['what'], at: Date | null, said = '') =>
    at === null ? [] : [{ at, by: null, what, text: said }];
  return [
    ...state('started', row.startedAt, row.text),
    ...state('fired', row.firedAt),
    ...state('resolved', row.resolvedAt),
  ];
}

async function listMessages(db: Db, id: string): Promise<Entry[]> {
  const rows = await db
    .select({
      at: sql<Date>`coalesce(${deliveries.sentAt}, ${deliveries.createdAt})`.mapWith(deliveries.createdAt),
      by: channels.name,
      event: deliveries.event,
      state: deliveries.state,
      lastError: deliveries.lastError,
    })
    .from(deliveries)
    .innerJoin(channels, eq(channels.id, deliveries.channelId))
    .where(eq(deliveries.alertId, id))
    .orderBy(desc(deliveries.createdAt), desc(deliveries.id))
    .limit(MOST_SHOWN);
  return rows.map(({ at, by, event, state, lastError }) => {
    const problem = { waiting: 'not sent yet', stopped: 'not delivered', sent: '' }[state];
    const words = [problem, lastError ?? ''].filter(Boolean).join(': ');
    return { at, by, what: 'told', text: words ? `${EVENT_WORDS[event]} (${words})` : EVENT_WORDS[event] };
  });
}

async function listNotes(db: Db, id: string): Promise<Entry[]> {
  const { at, by, what, text } = alertNotes;
  return db
    .select({ at, by, what, text })
    .from(alertNotes)
    .where(eq(alertNotes.alertId, id))
    .orderBy(asc(at), asc(alertNotes.id))
    .limit(MOST_SHOWN);
}
