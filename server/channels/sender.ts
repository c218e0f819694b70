import { randomInt } from 'node:crypto';
import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm';
import pLimit from 'p-limit';
import type { Database, Db } from '../db/open.ts';
import { channels, deliveries, users } from '../db/schema.ts';
import { findOnDuty } from '../alerts/duty.ts';
import { unlessUnavailable } from '../http/errors.ts';
import type { Log } from '../jobs/run.ts';
import type { Keys } from '../secret.ts';
import { withoutOverlap } from '../work/without-overlap.ts';
import { noteChannel } from './note-channel.ts';
import { recipientsOf, send, type Outcome, type Ways } from './send.ts';
import { opened, type ChannelRow } from './settings.ts';

export type Sender = {
  /** Sends everything that is due. */
  run(): Promise<void>;
  stop(): Promise<void>;
};

const POLL_MS = 1_000;
/** While a node sends a message, others leave it alone for this long. Longer than any attempt. */
const LEASE_S = 60;
/** Messages that are taken at once, and channels that are sent to at the same time. */
const PORTION = 200;
const CHANNELS = 16;

/** Pauses before the next attempts, in seconds. After the last one, the last pause is repeated for a day. */
const PAUSES_S = [5, 30, 120, 600, 3_600, 21_600];
const MOST_ATTEMPTS = 10;
const MOST_RETRY_AFTER_S = 21_600;

/**
 * Sends the messages that the engine has stored. A message is leased while it is sent: if the node dies, another one sends it
 * again with the same id, so that receivers recognise it. One channel gets its messages in order; a slow one delays no other.
 */
export function startSender({ db }: Database, keys: Keys, ways: Ways, log: Log): Sender {
  const atOnce = pLimit(CHANNELS);
  const work = async () => {
    const due = await takeDue(db);
    const byChannel = [...Map.groupBy(due, ({ channel }) => channel.id).values()];
    await Promise.all(byChannel.map((of) => atOnce(() => sendInOrder(db, of, keys, ways))));
  };
  const run = withoutOverlap(() =>
    work().catch((error: unknown) => unlessUnavailable(error, () => log.error({ err: error }, 'channels'))),
  );
  let running = Promise.resolve();
  const timer = setInterval(() => void (running = run()), POLL_MS);
  return {
    run,
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

type Due = { delivery: typeof deliveries.$inferSelect; channel: ChannelRow };

/** The oldest waiting message of each channel decides whether the channel is due, so that none overtakes another. */
async function takeDue(db: Db): Promise<Due[]> {
  return db.transaction(async (tx) => {
    const rows = await tx
      .select({ delivery: deliveries, channel: channels })
      .from(deliveries)
      .innerJoin(channels, eq(channels.id, deliveries.channelId))
      .where(and(eq(deliveries.state, 'waiting'), lte(deliveries.nextTryAt, sql`now()`), channels.active))
      .orderBy(asc(deliveries.createdAt), asc(deliveries.id))
      .limit(PORTION)
      .for('update', { of: deliveries, skipLocked: true });
    const ids = rows.map(({ delivery }) => delivery.id);
    if (ids.length > 0)
      await tx
        .update(deliveries)
        .set({ nextTryAt: sql`now() + ${LEASE_S} * interval '1 second'` })
        .where(inArray(deliveries.id, ids));
    return rows;
  });
}

/** After a failure the rest waits for the same time. */
async function sendInOrder(db: Db, due: Due[], keys: Keys, ways: Ways): Promise<void> {
  let failure: { pauseS: number } | undefined;
  for (const { delivery, channel } of due) {
    if (failure) {
      // oxlint-disable-next-line no-await-in-loop -- In order.
      await postpone(db, delivery.id, failure.pauseS);
      continue;
    }
    const settings = opened(keys, channel);
    const { id, message } = delivery;
    // oxlint-disable-next-line no-await-in-loop
    const to = channel.kind === 'duty' ? await listOnDuty(db) : recipientsOf(settings);
    // oxlint-disable-next-line no-await-in-loop
    const outcome = await send({ id, kind: channel.kind, settings, message, to }, ways);
    // oxlint-disable-next-line no-await-in-loop
    failure = await noteOutcome(db, { delivery, channel }, outcome);
  }
}

async function listOnDuty(db: Db): Promise<string[]> {
  const onDuty = await findOnDuty(db);
  if (!onDuty) return [];
  const rows = await db.select({ email: users.email }).from(users).where(eq(users.id, onDuty.personId));
  return rows.map(({ email }) => email);
}

const postpone = (db: Db, id: string, pauseS: number) =>
  db
    .update(deliveries)
    .set({ nextTryAt: sql`now() + ${pauseS} * interval '1 second'` })
    .where(eq(deliveries.id, id));

/** Whether another attempt may help: no reply, a busy or broken receiver. */
const isWorthRepeating = ({ status }: Outcome) =>
  status === null || status === 408 || status === 429 || status >= 500;

/** Stores what came of an attempt. Returns the pause when the channel must wait. */
async function noteOutcome(db: Db, { delivery, channel }: Due, outcome: Outcome) {
  const attempts = delivery.attempts + 1;
  const isOver = outcome.isSent || !isWorthRepeating(outcome) || attempts >= MOST_ATTEMPTS;
  const pauseS = pauseOf(attempts, outcome);
  await db.transaction(async (tx) => {
    await tx
      .update(deliveries)
      .set({
        attempts,
        lastStatus: outcome.status,
        lastError: outcome.isSent ? null : outcome.text,
        ...(outcome.isSent && { state: 'sent' as const, sentAt: sql`now()` }),
        ...(!outcome.isSent && isOver && { state: 'stopped' as const }),
        ...(!isOver && { nextTryAt: sql`now() + ${pauseS} * interval '1 second'` }),
      })
      .where(eq(deliveries.id, delivery.id));
    await noteChannel(tx, channel, outcome);
  });
  return isOver ? undefined : { pauseS };
}

function pauseOf(attempts: number, { retryAfter }: Outcome): number {
  const pause = PAUSES_S[Math.min(attempts, PAUSES_S.length) - 1] ?? 5;
  const asked = Math.min(Number(retryAfter) || 0, MOST_RETRY_AFTER_S);
  // Messages that failed together are not repeated together.
  return Math.max(asked, pause * (0.9 + randomInt(200) / 1_000));
}
