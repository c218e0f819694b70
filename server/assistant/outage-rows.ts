import { eq, inArray, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { exactTime } from '../../contract/dates.ts';
import type { Db } from '../db/open.ts';
import { incidents, servers } from '../db/schema.ts';
import { durationText } from './host-answers.ts';
import { serverLink } from './literal.ts';
import { askedOf } from './server-answers.ts';
import type { Telling } from './server-answers.ts';
import { ended, lasted } from './outage-times.ts';
import type { TimeSpan } from './time-span.ts';

/** Outages named in one answer. */
export const LISTED = 10;

export type Outage = {
  id: string;
  name: string;
  startedAt: Date;
  endedAt: Date | null;
  seconds: number;
  total: number;
  hosts: number;
  /** How many lasted as long as this one. */
  ties: number;
  /** Of all of them, in the time that was named. */
  allSeconds: number;
};

/** Outages of the servers that are meant; `total` counts those that are not among the first. */
export async function outagesWhere(
  db: Db,
  those: SQL | undefined,
  order: SQL | typeof incidents.startedAt,
  span?: TimeSpan,
): Promise<Outage[]> {
  const from = span ? sql`greatest(${incidents.startedAt}, ${span.from})` : incidents.startedAt;
  const until = span?.until ? sql`least(${ended}, ${span.until})` : ended;
  return db
    .select({
      id: servers.id,
      name: servers.name,
      startedAt: incidents.startedAt,
      endedAt: incidents.endedAt,
      seconds: lasted,
      total: sql<number>`count(*) over ()::int`,
      ties: sql<number>`count(*) over (partition by round(${lasted}))::int`,
      allSeconds: sql<number>`sum(extract(epoch from ${until} - ${from})) over ()::float8`,
      // How many different ones there are, which a window cannot count.
      hosts: sql<number>`(dense_rank() over (order by ${servers.id}) + dense_rank() over (order by ${servers.id} desc) - 1)::int`,
    })
    .from(incidents)
    .innerJoin(servers, eq(servers.id, incidents.serverId))
    .where(those)
    .orderBy(order, incidents.id)
    .limit(LISTED);
}

export const outageLines = (
  rows: Outage[],
  timeZone: string,
  besides = new Map<string, string[]>(),
): string[] =>
  rows.map(({ endedAt, startedAt, seconds, id, name }) => {
    const end = endedAt ? ` until ${exactTime(endedAt, timeZone)}` : ', still down';
    const parts = [
      `${exactTime(startedAt, timeZone)}${end}`,
      durationText(seconds),
      ...(besides.get(id) ?? []),
    ];
    return `- ${serverLink({ id, name })} · ${parts.join(' · ')}`;
  });

/** What is asked besides of each server: "which servers went down today, and who owns them?" */
export async function toldBesides(db: Db, rows: Outage[], telling: Telling): Promise<Map<string, string[]>> {
  if ((telling.asked ?? []).length === 0 || rows.length === 0) return new Map();
  const ids = rows.map(({ id }) => id);
  const those = await db.select().from(servers).where(inArray(servers.id, ids));
  return new Map(those.map((row) => [row.id, askedOf(row, telling)]));
}

export const restOf = (total: number, shown: number) =>
  shown > 0 && total > shown ? ['', `And ${total - shown} more.`] : [];
