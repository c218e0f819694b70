import { eq, ne, sql, and } from 'drizzle-orm';
import { utcTime } from '../../contract/shared/dates.ts';
import { readTime } from '../db/clock.ts';
import type { Db } from '../db/open.ts';
import { heartbeats } from '../db/schema.ts';
import { found, type Refusal } from '../http/errors.ts';
import { hit, type Limit } from '../http/rate-limit.ts';
import { publish } from '../live/publish.ts';
import { observe } from '../observations/observe.ts';
import { hashToken } from '../tokens.ts';
import { nextBeat } from './next-beat.ts';

/** Of one heartbeat. */
const BEATS: Limit = { name: 'beat', times: 120, seconds: 60 };
/** Characters of the output that the alert shows: its end says why a job failed. */
const LONGEST_OUTPUT = 500;

type Row = typeof heartbeats.$inferSelect;
type Beat = {
  token: string;
  /** `start`, `fail`, or an exit status; 0 by default. */
  signal?: string;
  output?: Buffer | undefined;
  scale: number;
};

/** A job reports. Refuses with 404. */
export async function beat(
  tx: Db,
  { token, signal = '0', output, scale }: Beat,
): Promise<Refusal | undefined> {
  const [row] = await tx
    .select()
    .from(heartbeats)
    .where(eq(heartbeats.tokenHash, hashToken(token)))
    .for('update');
  const heartbeat = found(row, 'Heartbeat');
  const refusal = await hit(tx, BEATS, heartbeat.id, scale);
  if (refusal) return refusal;
  const at = await readTime(tx);
  if (signal === 'start') {
    await change(tx, heartbeat, { startedAt: at });
    return undefined;
  }
  const isBad = Number(signal) !== 0;
  await change(tx, heartbeat, {
    state: isBad ? 'down' : 'up',
    startedAt: null,
    lastBeatAt: at,
    dueAt: nextBeat(heartbeat, at),
  });
  if (isBad || heartbeat.state === 'down')
    await observe(tx, [seen(heartbeat, { isBad, at, text: isBad ? failureText(signal, output) : '' })]);
  return undefined;
}

async function change(tx: Db, { id, state }: Row, values: Partial<Row>) {
  await tx.update(heartbeats).set(values).where(eq(heartbeats.id, id));
  if (values.state !== state) await publish(tx, { type: 'changed', topic: 'alerts' });
}

function failureText(signal: string, output: Buffer | undefined): string {
  const said = (output?.toString('utf8') ?? '').replaceAll('\0', '').trim();
  const text = signal === 'fail' ? 'The job failed' : `The job failed with exit status ${signal}`;
  return said ? `${text}: ${said.slice(-LONGEST_OUTPUT).toWellFormed()}` : text;
}

const seen = (
  { id, name, serverId }: Pick<Row, 'id' | 'name' | 'serverId'>,
  { isBad, at, text }: { isBad: boolean; at: Date; text: string },
) => ({
  subject: { kind: 'heartbeat' as const, id },
  kind: 'heartbeat' as const,
  isBad,
  severity: 'critical' as const,
  name,
  serverId,
  text,
  at,
});

/** A deleted heartbeat is missed by nobody. */
export const observeRemoval = (tx: Db, row: Row, at: Date) =>
  observe(tx, [seen(row, { isBad: false, at, text: '' })]);

/**
 * Notes beats that are missing. A beat is late after its time, and missing after its grace; a job that has started has its grace to
 * end. Before `upSince` none could arrive, so its grace begins then.
 */
export async function observeOverdue(db: Db, upSince: Date): Promise<void> {
  const { state, startedAt, dueAt, graceSeconds } = heartbeats;
  const expected = sql`coalesce(${startedAt}, ${dueAt})`;
  const isLate = sql`${state} = 'up' and ${startedAt} is null and ${dueAt} < now()`;
  const isDown = and(
    ne(state, 'down'),
    sql`greatest(${expected}, ${upSince}) + ${graceSeconds} * interval '1 second' < now()`,
    sql`${expected} is not null`,
  );
  if ((await db.$count(heartbeats, sql`(${isLate}) or (${isDown})`)) === 0) return;
  await db.transaction(async (tx) => {
    await tx.update(heartbeats).set({ state: 'late' }).where(isLate);
    const down = await tx.update(heartbeats).set({ state: 'down' }).where(isDown).returning();
    const at = await readTime(tx);
    await observe(
      tx,
      down.map((row) => seen(row, { isBad: true, at, text: missingText(row) })),
    );
    await publish(tx, { type: 'changed', topic: 'alerts' });
  });
}

const missingText = ({ startedAt, lastBeatAt }: Row): string =>
  startedAt
    ? `The job that started at ${utcTime(startedAt)} has not ended`
    : `The last beat was at ${utcTime(lastBeatAt)}`;
