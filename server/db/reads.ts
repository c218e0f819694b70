import { WrongSetting } from '../config.ts';
import { isDatabaseUnavailable } from '../http/errors.ts';
import type { Database, Db } from './open.ts';
import {
  isSameDatabase,
  positionOf,
  watchStandby,
  type Position,
  type Standby,
  type StandbyState,
} from './standby.ts';

/** Higher than every position, so that the standby is not used. */
export const UNKNOWN: Position = 2n ** 64n;
const LOOK_AGAIN_MS = 20;

/** Chooses where stale-tolerant reads run: on the standby of READ_DATABASE_URL while it is usable, else on the database. */
export type Reads = {
  /** Runs a read, and again on the database if the standby fails. `after`: position of the caller's last change. */
  read<T>(run: (db: Db) => Promise<T>, after: Position): Promise<T>;
  /** Log position after everything that has been committed; undefined without a standby. */
  position(): Promise<Position | undefined>;
  /** Calls back, in order, when reads show everything that has been committed by now. */
  whenReadable(then: () => void): void;
  /** From now on no read is older than this moment: access changed, and nobody may see what was closed. */
  noteAccessChange(): void;
  /** Undefined without a standby. */
  state(): StandbyState | undefined;
  stop(): Promise<void>;
};

export const readsWithoutStandby = ({ db }: Pick<Database, 'db'>): Reads => ({
  read: (run) => run(db),
  position: async () => undefined,
  whenReadable: (then) => then(),
  noteAccessChange: () => undefined,
  state: () => undefined,
  stop: async () => undefined,
});

/**
 * Throws WrongSetting when READ_DATABASE_URL leads to a different database. Waits for an unavailable standby in the
 * background.
 */
export async function readsFromStandby(
  database: Database,
  standby: Database,
  log: Parameters<typeof watchStandby>[2],
): Promise<Reads> {
  // An unavailable standby is no error: the database serves until it appears.
  if (!(await isSameDatabase(database, standby).catch(() => true)))
    throw new WrongSetting(
      'READ_DATABASE_URL: must lead to a streaming standby of the database of DATABASE_URL.',
    );
  const watched = await watchStandby(database, standby, log);
  let accessChange: Position = 0n;
  let accessChanges = 0;
  return {
    async read(run, after) {
      if (!watched.isUsed() || watched.replayed() < after || watched.replayed() < accessChange)
        return run(database.db);
      const result = await onStandby(watched, run);
      return result ? result.value : run(database.db);
    },
    position: () => positionOf(database),
    whenReadable: queueFor(database, watched),
    noteAccessChange() {
      accessChange = UNKNOWN;
      const number = ++accessChanges;
      positionOf(database).then(
        (position) => {
          if (number === accessChanges) accessChange = position;
        },
        // The next change, or a new connection, sets it again.
        () => undefined,
      );
    },
    state: watched.state,
    async stop() {
      await watched.stop();
      await standby.close();
    },
  };
}

/** Returns undefined when the standby failed, including a failure noticed during the read. */
async function onStandby<T>(
  standby: Standby,
  run: (db: Db) => Promise<T>,
): Promise<{ value: T } | undefined> {
  const { promise: failed, resolve: giveUp } = Promise.withResolvers<undefined>();
  const forget = standby.onFailure(() => giveUp(undefined));
  try {
    return await Promise.race([run(standby.db).then((value) => ({ value })), failed]);
  } catch (error) {
    if (isDatabaseUnavailable(error)) standby.fail('is not reachable');
    else if (!isRecoveryConflict(error)) throw error;
    return undefined;
  } finally {
    forget();
  }
}

/** A standby cancels queries that need rows which the primary has removed. */
function isRecoveryConflict(error: unknown): boolean {
  const { code, cause } = error as { code?: string; cause?: { code?: string } };
  return (cause?.code ?? code) === '40001';
}

/** One position query serves all waiting callers. */
function queueFor(database: Database, standby: Standby): Reads['whenReadable'] {
  let waiting: (() => void)[] = [];
  let isServing = false;

  async function serve() {
    isServing = true;
    while (waiting.length > 0) {
      const served = waiting;
      waiting = [];
      const target = standby.isUsed() ? await positionOf(database).catch(() => 0n) : 0n;
      while (standby.isUsed() && (await standby.lookAtStandby()) < target)
        await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
      for (const then of served) then();
    }
    isServing = false;
  }

  return (then) => {
    if (!isServing && !standby.isUsed()) return then();
    waiting.push(then);
    if (!isServing) void serve();
    return undefined;
  };
}
