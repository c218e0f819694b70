import { and, desc, eq, inArray, isNull, lte, sql, type SQL } from 'drizzle-orm';
import * as z from 'zod';
import type { Alert as AlertView, alerts as calls } from '../../contract/calls/alerts.ts';
import type { Result } from '../../contract/calls/endpoint.ts';
import { ALERT_LIMITS, type AlertState } from '../../contract/shared/alert-words.ts';
import type { Reader } from '../actor.ts';
import { readTime } from '../db/clock.ts';
import type { Db } from '../db/open.ts';
import { byName } from '../db/order.ts';
import { alerts, servers } from '../db/schema.ts';
import { decodeCursor, encodeCursor, PositionInstant } from '../http/cursor.ts';
import { Page } from '../http/endpoint.ts';
import { found } from '../http/errors.ts';
import { alertOfRow, listOpenWindows, type AlertRow } from './load.ts';
import { listRunbooks } from './runbooks.ts';
import { listTimeline } from './timeline.ts';

/** Position: start and id of the last row. */
const Position = z.tuple([PositionInstant, z.uuid()]);

/** Their deliveries go with them. */
export async function removeOldAlerts(db: Db): Promise<void> {
  await db.delete(alerts).where(sql`${alerts.resolvedAt} < now() - interval '400 days'`);
}

type Query = {
  state?: AlertState | 'open' | undefined;
  taken?: 'false' | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
};

function matching({ state, taken }: Query): SQL | undefined {
  const states: AlertState[] = state === 'open' ? ['pending', 'firing'] : state ? [state] : [];
  return and(
    states.length > 0 ? inArray(alerts.state, states) : isNull(alerts.resolvedAt),
    taken && isNull(alerts.acknowledgedAt),
  );
}

export async function listAlerts(db: Db, reader: Reader, { limit = 50, cursor, ...query }: Query) {
  const position = cursor ? decodeCursor(cursor, Position) : undefined;
  const those = matching(query);
  const rows = await db
    .select()
    .from(alerts)
    .where(
      and(
        those,
        position &&
          sql`(${alerts.startedAt}, ${alerts.id}) < (${position[0]}::timestamptz, ${position[1]}::uuid)`,
      ),
    )
    .orderBy(desc(alerts.startedAt), desc(alerts.id))
    .limit(limit + 1);
  const items = await describe(db, rows.slice(0, limit), { reader, searches: 0 });
  const last = rows.length > limit ? items.at(-1) : undefined;
  return new Page(items, await db.$count(alerts, those), last && encodeCursor([last.startedAt, last.id]));
}

/** One alert with its timeline. Refuses with 404. */
export async function findAlert(db: Db, reader: Reader, id: string): Promise<Result<typeof calls.find>> {
  const rows = await db.select().from(alerts).where(eq(alerts.id, id));
  const alert = found((await describe(db, rows, { reader, searches: 1 }))[0], 'Alert');
  return { ...alert, timeline: await listTimeline(db, id) };
}

/** A list shows linked documents only: a search for each row would take too long. */
async function describe(
  db: Db,
  rows: AlertRow[],
  { reader, searches }: { reader: Reader; searches: number },
): Promise<AlertView[]> {
  const ids = [...new Set(rows.flatMap(({ serverId, causeId }) => [serverId ?? [], causeId ?? []].flat()))];
  const named = await listNames(db, inArray(servers.id, ids), ids.length);
  const runbooks = await listRunbooks(db, reader, rows.map(alertOfRow), searches);
  const behind = await listCovered(db, rows);
  const silences = await listSilences(db, rows);
  const find = (id: string | null) => named.find((one) => one.id === id) ?? null;
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    state: row.state,
    severity: row.severity,
    server: find(row.serverId),
    subject: row.subject,
    text: row.text,
    cause: find(row.causeId),
    startedAt: row.startedAt.toISOString(),
    firedAt: row.firedAt?.toISOString() ?? null,
    acknowledgedBy: row.acknowledgedBy,
    acknowledgedAt: row.acknowledgedAt?.toISOString() ?? null,
    note: row.note,
    resolvedAt: row.resolvedAt?.toISOString() ?? null,
    silence: silences.get(row.id) ?? null,
    runbooks: (runbooks.get(row.id) ?? []).map(({ id, name }) => ({ id, title: name })),
    ...((row.kind === 'down' && row.resolvedAt === null && behind.get(row.serverId)) || NOTHING_BEHIND),
  }));
}

const listNames = async (db: Db, those: SQL, n: number) =>
  n === 0 ? [] : db.select({ id: servers.id, name: servers.name }).from(servers).where(those);

type Behind = Pick<AlertView, 'behind' | 'behindCount'>;

const NOTHING_BEHIND: Behind = { behind: [], behindCount: 0 };

/** The first servers by name whose alerts an outage covers now, and how many there are. */
async function listCovered(db: Db, rows: AlertRow[]): Promise<Map<string | null, Behind>> {
  const ids = rows.flatMap(({ serverId, kind }) => (kind === 'down' && serverId ? [serverId] : []));
  if (ids.length === 0) return new Map();
  const covered = db
    .selectDistinct({ causeId: alerts.causeId, id: servers.id, name: servers.name })
    .from(alerts)
    .innerJoin(servers, eq(servers.id, alerts.serverId))
    .where(
      and(
        inArray(alerts.causeId, ids),
        isNull(alerts.resolvedAt),
        sql`${alerts.serverId} <> ${alerts.causeId}`,
      ),
    )
    .as('covered');
  const ofCause = sql`partition by ${covered.causeId}`;
  const placed = db
    .select({
      causeId: covered.causeId,
      id: covered.id,
      name: covered.name,
      place: sql`row_number() over (${ofCause} order by ${byName(covered.name)}, ${covered.id})`
        .mapWith(Number)
        .as('place'),
      count: sql`count(*) over (${ofCause})`.mapWith(Number).as('count'),
    })
    .from(covered)
    .as('placed');
  const named = await db
    .select()
    .from(placed)
    .where(lte(placed.place, ALERT_LIMITS.behind))
    .orderBy(placed.place);
  return new Map(
    [...Map.groupBy(named, ({ causeId }) => causeId)].map(([causeId, those]) => [
      causeId,
      { behind: those.map(({ id, name }) => ({ id, name })), behindCount: those[0]?.count ?? 0 },
    ]),
  );
}

/** Who silenced these alerts, why, and until when. */
async function listSilences(
  db: Db,
  rows: AlertRow[],
): Promise<Map<string, NonNullable<AlertView['silence']>>> {
  const silenced = rows.filter(({ state }) => state === 'silenced');
  if (silenced.length === 0) return new Map();
  const now = await readTime(db);
  const windows = await listOpenWindows(db, { ids: silenced.flatMap(({ serverId }) => serverId ?? []), now });
  return new Map(
    silenced.map(({ id, serverId, silencedBy, silenceReason, silencedUntil }) => {
      const window = windows.find(({ servers: those }) => serverId !== null && those.has(serverId))?.window;
      const byPerson = silencedBy !== null && silencedUntil !== null && silencedUntil > now;
      if (byPerson)
        return [id, { by: silencedBy, reason: silenceReason ?? '', until: silencedUntil.toISOString() }];
      return [
        id,
        window
          ? { by: window.by, reason: window.reason, until: window.to?.toISOString() ?? null }
          : { by: 'The inventory', reason: 'The status of the server is maintenance', until: null },
      ];
    }),
  );
}
