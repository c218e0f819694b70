import pLimit from 'p-limit';
import type pg from 'pg';
import type { Database } from './open.ts';

/** Maximum lag of a usable standby. */
const MOST_BEHIND_MS = 5_000;
const LOOK_EVERY_MS = 1_000;
const ANSWER_MS = 2_000;
/** Maximum noted positions while a standby does not advance. */
const MOST_SAMPLES = 100;

/** A position in the database's log, in bytes. Later changes have higher positions. */
export type Position = bigint;

export type StandbyState = { isUsed: boolean; behindSeconds: number | null; problem: string | null };

type Log = { info(text: string): void; warn(text: string): void };

export type Standby = Awaited<ReturnType<typeof watchStandby>>;

/**
 * Decides whether a standby is usable. Notes the position of the database and of the standby once a second. The standby
 * is as old as the last noted position that it has reached. Only our own clock counts: a standby without its primary,
 * with paused replay or without an answer falls behind in the same way.
 */
export async function watchStandby(database: Database, standby: Database, log: Log) {
  const look = standbyReader(standby);
  /** Noted positions that the standby has not reached, with the last time that each was current. */
  let ahead: { at: number; position: Position }[] = [];
  let replayed: Position = 0n;
  /** The standby shows everything committed until this time. */
  let goodUntil = -Infinity;
  let problem: string | null = null;
  let wasUsed = true;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const onFailure = new Set<() => void>();

  const isUsed = () => problem === null && performance.now() - goodUntil <= MOST_BEHIND_MS;

  function fail(reason: string) {
    problem = reason;
    goodUntil = -Infinity;
    for (const listener of onFailure) listener();
  }

  async function lookAtStandby(): Promise<Position> {
    const reply = await look().catch(() => 'is not reachable');
    if (typeof reply === 'string') {
      fail(reply);
      return replayed;
    }
    replayed = reply;
    problem = null;
    const reached = ahead.findLast(({ position }) => position <= replayed);
    if (reached) {
      goodUntil = reached.at;
      ahead = ahead.filter(({ at }) => at > reached.at);
    }
    return replayed;
  }

  async function lookAtBoth() {
    const at = performance.now();
    const position = await inTime(positionOf(database)).catch(() => undefined);
    if (position !== undefined) ahead.push({ at, position });
    // Keeps the first position, which gives the lag, and the last one, which shows when the standby has caught up.
    if (ahead.length > MOST_SAMPLES) ahead.splice(1, 1);
    await lookAtStandby();
    if (isUsed() !== wasUsed) {
      wasUsed = isUsed();
      if (wasUsed) log.info('the standby is used for reads again');
      else log.warn(`reads use the database, because the standby ${state().problem}`);
    }
    if (!isStopped) timer = setTimeout(() => void lookAtBoth(), LOOK_EVERY_MS).unref();
  }

  const state = () => stateOf(isUsed() ? (ahead[0]?.at ?? performance.now()) : goodUntil, isUsed(), problem);

  await lookAtBoth();
  return {
    db: standby.db,
    isUsed,
    state,
    fail,
    /** Calls back each time the standby fails, until the returned function is called. */
    onFailure(listener: () => void) {
      onFailure.add(listener);
      return () => onFailure.delete(listener);
    },
    /** The standby's position at the last look. */
    replayed: () => replayed,
    lookAtStandby,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await look.end();
    },
  };
}

/** `since`: time from which on the standby lacks changes. */
function stateOf(since: number, isUsed: boolean, problem: string | null): StandbyState {
  const behindSeconds = since === -Infinity ? null : Math.round(performance.now() - since) / 1_000;
  if (isUsed) return { isUsed, behindSeconds, problem: null };
  const late =
    behindSeconds === null ? 'has not caught up' : `is ${Math.round(behindSeconds)} seconds behind`;
  return { isUsed, behindSeconds, problem: problem ?? late };
}

/**
 * End of the last record. At a page boundary the server reports the position after the page header, which a standby
 * reaches only with the next record.
 */
const LAST_POSITION = `
  select (last - '0/0'::pg_lsn - case
    when page.file_offset = 40 then 40
    when page.file_offset % current_setting('wal_block_size')::int = 24 then 24
    else 0 end)::text as position
  from pg_current_wal_insert_lsn() as last, pg_walfile_name_offset(last) as page`;

/** The position after everything that has been committed. */
export async function positionOf({ pool }: Pick<Database, 'pool'>): Promise<Position> {
  const { rows } = await pool.query<{ position: string }>(LAST_POSITION);
  return BigInt(rows[0]?.position ?? 0);
}

const IDENTITY = `
  select system_identifier || ' ' || oid as id from pg_control_system(), pg_database where datname = current_database()`;

/** Whether both are the same database, on one server or its copies. Throws when one is unavailable. */
export async function isSameDatabase(one: Database, other: Database): Promise<boolean> {
  const [first, second] = await Promise.all(
    [one, other].map(async ({ pool }) => (await pool.query<{ id: string }>(IDENTITY)).rows[0]?.id),
  );
  return first === second;
}

async function inTime<T>(reply: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const limit = setTimeout(reject, ANSWER_MS, new Error('the database does not answer in time'));
  return Promise.race([reply, promise]).finally(() => clearTimeout(limit));
}

const REPLAYED = `
  select case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::text end as position`;

/**
 * Reads the standby's position, or its problem. Uses a separate connection, so that a busy pool does not make a good
 * standby look dead.
 */
function standbyReader(standby: Database) {
  let client: pg.Client | undefined;
  const connected = async () => {
    if (client) return client;
    const fresh = standby.newClient();
    await fresh.connect();
    client = fresh;
    return fresh;
  };
  const end = async () => {
    const old = client;
    client = undefined;
    await old?.end();
  };
  const ask = async (): Promise<Position | string> => {
    try {
      const reply = connected().then((own) => own.query<{ position: string | null }>(REPLAYED));
      const position = (await inTime(reply)).rows[0]?.position;
      return position ? BigInt(position) : 'is not a standby';
    } catch (error) {
      await end();
      throw error;
    }
  };
  // A connection runs one query at a time.
  const inTurn = pLimit(1);
  return Object.assign(() => inTurn(ask), { end });
}
