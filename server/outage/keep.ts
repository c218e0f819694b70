import { setImmediate as turn } from 'node:timers/promises';
import type { Config } from '../config.ts';
import { systemClock } from '../db/clock.ts';
import type { Database } from '../db/open.ts';
import { lastDaily } from '../daily.ts';
import { unlessUnavailable } from '../http/errors.ts';
import { LongList } from '../http/long-list.ts';
import type { Log } from '../jobs/run.ts';
import type { LiveEngine } from '../live/engine.ts';
import { withoutOverlap } from '../work/without-overlap.ts';
import type { CopyFile } from './file.ts';
import { readSessions } from './sources.ts';
import {
  documentsIn,
  entriesIn,
  forgetMarks,
  KINDS,
  serversIn,
  setState,
  stateOf,
  storeSessions,
  type Kind,
  type Stored,
} from './stored.ts';

/** Changes of a burst are read together. */
const BURST_MS = 500;
const LOOK_MS = 5_000;
/** An event comes at most so long after its change (server/live/burst.ts). */
const EVENT_MS = 1_000;
/** Sessions begin and are extended without an event. */
const SESSIONS_MS = 15_000;
/** Everything is read anew at this time in UTC: an event may have been lost, or a name of an author changed. */
const REBUILD_AT = '04:10';
/** Rows that are written before other requests have their turn. */
const AT_ONCE = 50;

const TOPICS: Partial<Record<string, Kind>> = { documents: 'document', servers: 'server', team: 'member' };

type Parts = {
  database: Database;
  live: LiveEngine;
  file: CopyFile;
  config: Pick<Config, 'CHECK_INTERVAL_SECONDS'>;
};

/** Keeps the copy like the database: all of it at the start, then what live events name, and all of it each night. */
export function keepCopy({ database: { db }, live, file, config }: Parts, log: Log) {
  const waiting = changesOfAll();
  const schedule = { intervalSeconds: config.CHECK_INTERVAL_SECONDS };
  let sessionsReadAt = -Infinity;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  async function readChanges() {
    // Events of changes that were committed before have come.
    const asOf = new Date(systemClock().getTime() - EVENT_MS);
    try {
      if (beginsRebuild(file)) waiting.addAll();
      const taken = waiting.take();
      for (const [kind, which] of taken) {
        const ids = which === 'all' ? undefined : [...which];
        if (kind === 'document') await copyRows(file, documentsIn(file, db), ids);
        if (kind === 'server') await copyRows(file, serversIn(file, db, schedule), ids);
        await copyRows(file, entriesIn(file, db, kind), ids);
      }
      if (performance.now() - sessionsReadAt >= SESSIONS_MS) {
        storeSessions(file, await readSessions(db));
        sessionsReadAt = performance.now();
      }
      // Only a connection that lasted has brought all events.
      if (live.isConnected()) setState(file, 'as-of', asOf.toISOString());
    } catch (error) {
      waiting.addAll();
      sessionsReadAt = -Infinity;
      unlessUnavailable(error, () => log.error({ err: error }, 'the copy for outages could not be updated'));
    }
  }

  const update = withoutOverlap(async () => {
    if (stopped || !live.isConnected()) return;
    await readChanges();
  });
  const updateSoon = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      void update();
    }, BURST_MS).unref();
  };
  const subscriptions = [
    live.subscribe(({ event, accounts, access }) => {
      if (accounts || access) sessionsReadAt = -Infinity;
      const kind = event?.type === 'changed' ? TOPICS[event.topic] : undefined;
      if (kind && event?.type === 'changed') waiting.add(kind, event.id);
      if (kind || accounts || access) updateSoon();
    }),
    live.onConnection(() => {
      // Events of the time without a connection are lost.
      waiting.addAll();
      sessionsReadAt = -Infinity;
      if (live.isConnected()) updateSoon();
    }),
  ];
  const looking = setInterval(() => void update(), LOOK_MS).unref();
  void update();
  return {
    /** Reads whatever has changed, also without an event; resolves when the copy has it. */
    update: () => {
      waiting.addAll();
      sessionsReadAt = -Infinity;
      return update();
    },
    async stop() {
      for (const unsubscribe of subscriptions) unsubscribe();
      clearInterval(looking);
      clearTimeout(timer);
      stopped = true;
      // A run that began before ends first.
      await update();
      file.close();
    },
  };
}

/** Once a night, no mark counts any more. */
function beginsRebuild(file: CopyFile): boolean {
  const now = systemClock();
  const isRebuilt = (stateOf(file, 'rebuilt') ?? '') >= lastDaily(REBUILD_AT, now).toISOString();
  if (isRebuilt) return false;
  forgetMarks(file);
  setState(file, 'rebuilt', now.toISOString());
  return true;
}

/** What has to be read: ids, or `all`. Everything at first. */
function changesOfAll() {
  const waiting = new Map<Kind, Set<string> | 'all'>();
  const addAll = () => KINDS.forEach((kind) => waiting.set(kind, 'all'));
  addAll();
  return {
    addAll,
    add(kind: Kind, id: string | undefined) {
      const ids = waiting.get(kind);
      if (ids === 'all') return;
      if (id === undefined) waiting.set(kind, 'all');
      else waiting.set(kind, (ids ?? new Set()).add(id));
    },
    take() {
      const taken = [...waiting];
      waiting.clear();
      return taken;
    },
  };
}

/** Reads rows whose mark differs, and removes what is gone. */
async function copyRows<T extends { id: string }>(
  file: CopyFile,
  stored: Stored<T>,
  ids?: string[],
): Promise<void> {
  const there = await stored.marks(ids);
  const marks = new Map(there.map(({ id, mark }) => [id, mark]));
  const kept = stored.kept(ids);
  file.together(() => {
    for (const id of kept.keys()) if (!marks.has(id)) stored.remove(id);
  });
  const changed = there.filter(({ id, mark }) => kept.get(id) !== mark);
  for await (const portion of new LongList<T>(changed, stored.read).portions())
    for (let start = 0; start < portion.length; start += AT_ONCE) {
      const rows = portion.slice(start, start + AT_ONCE);
      file.together(() => rows.forEach((row) => stored.store(row, marks.get(row.id) ?? '')));
      await turn();
    }
}
