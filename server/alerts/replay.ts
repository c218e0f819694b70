import type { Observation } from '../observations/observation.ts';
import { desc, eq, gte, isNull, or, sql } from 'drizzle-orm';
import type * as z from 'zod';
import type { NewAlertRule, Replay } from '../../contract/calls/alert-rules.ts';
import { readTime } from '../db/clock.ts';
import type { Db } from '../db/open.ts';
import { incidents, servers } from '../db/schema.ts';
import type { Schedule } from '../servers/schedule.ts';
import { summaryOf } from './compose.ts';
import { listFallen, loadNeeds, type Needs } from '../servers/needs.ts';
import { matchRules } from './load.ts';
import type { Alert, Alerts, Facts, Message, Rule } from './state.ts';
import { step } from './step.ts';

const DAYS = 30;
/** The newest outages of this time; more would take longer than a person waits. */
const MOST_INCIDENTS = 20_000;
/** Messages that are shown, and at which a rule that repeats too often is cut off. */
const MOST_SHOWN = 50;
const MOST_MESSAGES = 100_000;
/** The engine decides every few seconds. */
const TICK_MS = 2_000;
/** An alert waits at most this long for the state of what it depends on. */
const SOON_MS = 60_000;

type Outage = { from: number; to: number };
type History = { events: Observation[]; outages: Map<string, Outage[]>; end: number };

/** What a rule would have sent about the outages of the last 30 days, with today's servers and dependencies. */
export async function replayRule(
  db: Db,
  fields: z.output<typeof NewAlertRule>,
  schedule: Schedule,
): Promise<Replay> {
  const now = await readTime(db);
  const history = await loadHistory(db, now, schedule);
  const ids = [...history.outages.keys()];
  const [rule] = await matchRules(db, [{ ...fields, id: 'replayed' }], { ids, now });
  const needs = await loadNeeds(db, ids);
  const names = new Map(history.events.map(({ serverId, name }) => [serverId ?? '', name]));
  const sent = rule ? replay(history, rule, needs) : [];
  const alone = rule && needs.size > 0 ? replay(history, rule, new Map()) : sent;
  return {
    messages: sent.length,
    withoutDependencies: alone.length,
    list: sent
      .slice(-MOST_SHOWN)
      .toReversed()
      .map(({ at, message }) => ({
        at: new Date(at).toISOString(),
        summary: summaryOf(message, behindIn(message.alert, needs, names), new Date(at)),
      })),
  };
}

function behindIn({ serverId }: Alert, needs: Needs, names: Map<string, string>) {
  const fallen = serverId === null ? [] : [...listFallen([serverId], [...needs.keys()], needs, () => false)];
  return fallen
    .map((id) => ({ id, name: names.get(id) ?? '' }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

async function loadHistory(db: Db, now: Date, { intervalSeconds }: Schedule): Promise<History> {
  const since = sql`now() - ${DAYS} * interval '1 day'`;
  const { startedAt, endedAt, message, id } = incidents;
  const rows = await db
    .select({
      id,
      startedAt,
      endedAt,
      message,
      serverId: servers.id,
      name: servers.name,
      check: servers.check,
    })
    .from(incidents)
    .innerJoin(servers, eq(servers.id, incidents.serverId))
    .where(or(gte(endedAt, since), isNull(endedAt)))
    .orderBy(desc(startedAt), desc(id))
    .limit(MOST_INCIDENTS);
  const outages = new Map<string, Outage[]>();
  const events = rows.flatMap((row): Observation[] => {
    const observation: Observation = {
      id: row.id,
      subject: { kind: 'server', id: row.serverId },
      kind: 'down',
      isBad: true,
      severity: 'critical',
      at: row.startedAt.getTime(),
      name: row.name,
      serverId: row.serverId,
      text: row.message,
      labels: {},
      checkSeconds: row.check?.intervalSeconds ?? intervalSeconds,
      confirmations: row.check?.retries ?? 0,
      isRevoked: false,
    };
    const [from, to] = [observation.at, row.endedAt?.getTime()];
    outages.set(row.serverId, [...(outages.get(row.serverId) ?? []), { from, to: to ?? Infinity }]);
    return to === undefined ? [observation] : [observation, { ...observation, at: to, isBad: false }];
  });
  return { events: events.toSorted((a, b) => a.at - b.at), outages, end: now.getTime() };
}

type SentAt = { at: number; message: Message };

/** Runs the engine over the history, at the moments at which something happens or becomes due. */
function replay({ events, outages, end }: History, rule: Rule, needs: Needs): SentAt[] {
  const sent: SentAt[] = [];
  let alerts: Alerts = new Map();
  let next = 0;
  let now = events[0]?.at ?? end;
  while (now <= end && sent.length < MOST_MESSAGES) {
    const first = next;
    while ((events[next]?.at ?? Infinity) <= now) next += 1;
    const observations = events.slice(first, next);
    ({ alerts } = step(alerts, { type: 'observed', observations }, now));
    const facts = factsAt(now, { rule, needs, outages });
    const decided = step(alerts, { type: 'tick', facts }, now);
    for (const message of decided.messages) sent.push({ at: now, message });
    alerts = withoutOld(decided.alerts, now);
    const due = Math.min(
      events[next]?.at ?? Infinity,
      ...[...alerts.values()].map((alert) => dueAt(alert, rule, now)),
    );
    now = Math.max(now + TICK_MS, due);
  }
  return sent;
}

/** Only what ended lately still counts for flapping. */
function withoutOld(alerts: Alerts, now: number): Alerts {
  const isOld = ({ resolvedAt, checkSeconds }: Alert) =>
    resolvedAt !== null && resolvedAt < now - 10 * checkSeconds * 1000;
  return new Map([...alerts].filter(([, alert]) => !isOld(alert)));
}

/** The next moment at which time alone may change something about an alert. */
function dueAt(alert: Alert, rule: Rule, now: number): number {
  const { state, isBad, changedAt, checkSeconds, confirmations, clock } = alert;
  if (state === 'resolved') return Infinity;
  if (!isBad) return changedAt + Math.max(0, confirmations - 1) * checkSeconds * 1000;
  if (alert.flapping !== 'no') return now + checkSeconds * 1000;
  if (state === 'pending') return now + TICK_MS;
  if (clock.runningSince === null) return Infinity;
  const elapsed = clock.ms + now - clock.runningSince;
  const progress = alert.rules[rule.id];
  const escalation = progress && rule.escalate[progress.escalations];
  const dues = progress
    ? [
        rule.repeatSeconds === null ? Infinity : progress.lastAt + rule.repeatSeconds * 1000,
        escalation ? progress.firedAt + escalation.afterSeconds * 1000 : Infinity,
      ]
    : [rule.delaySeconds * 1000];
  const due = now + Math.min(...dues) - elapsed;
  // Outside of its hours a rule looks again every minute.
  return rule.hours !== null && due <= now ? now + 60_000 : due;
}

type Known = { rule: Rule; needs: Needs; outages: Map<string, Outage[]> };

/**
 * The engine would have checked at once what it is not sure of; the history tells what it would have found. An outage that ends
 * soon had ended when its cause did.
 */
const factsAt = (now: number, { rule, needs, outages }: Known): Facts => ({
  rules: [rule],
  server(id) {
    const own = outages.get(id) ?? [];
    const ending = own.find(({ from, to }) => from <= now && now < to && to <= now + SOON_MS);
    return {
      needs: needs.get(id) ?? [],
      isChecked: true,
      checkedAt: ending ? ending.from : Infinity,
      isSuspect: own.some(({ from }) => now < from && from <= now + SOON_MS),
      isInMaintenance: false,
    };
  },
});
