import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { lastDaily } from '../daily.ts';
import { systemClock, type Clock } from '../db/clock.ts';
import { unlessUnavailable } from '../http/errors.ts';
import type { Log } from '../jobs/run.ts';
import { MANIFEST } from './folder.ts';
import { makeKit, type KitParts, type MadeKit } from './make.ts';
import type { KitPages } from './pages.ts';

const LOOK_MS = 60_000;
/** Wait after a failure. */
const RETRY_MS = 3_600_000;

type Parts = Omit<KitParts, 'pages' | 'config'> & {
  config: KitParts['config'] & Pick<Config, 'KIT_DIR' | 'KIT_TIME'>;
  /** Loads the built screens. */
  openPages(): Promise<KitPages>;
};

/** When the kit of a folder was made; undefined without one. */
const madeAt = async (folder: string): Promise<Date | undefined> =>
  (await stat(join(folder, MANIFEST.signature)).catch(() => undefined))?.mtime;

/**
 * Makes the kit of KIT_DIR once a day, and at once if there is none. Each node makes its own: a kit is for the time when
 * the other machines are away. The file system keeps the time of the last one.
 */
export function scheduleKits({ openPages, ...parts }: Parts, log: Log, now: Clock = systemClock) {
  const { KIT_DIR: folder, KIT_TIME: time } = parts.config;
  let failedAt = -Infinity;
  let running: Promise<void> | undefined;

  async function makeIfDue(): Promise<MadeKit | undefined> {
    if (!folder || time === 'off' || performance.now() - failedAt < RETRY_MS) return undefined;
    const last = await madeAt(folder);
    if (last && last >= lastDaily(time, now())) return undefined;
    try {
      const choice = { categories: [], servers: '', restricted: [] };
      const kit = await makeKit({ ...parts, pages: await openPages() }, folder, choice);
      log.info({ kit }, 'a kit for outages was made');
      return kit;
    } catch (error) {
      // An outage ends by itself, and then the kit is due at once.
      unlessUnavailable(error, () => {
        failedAt = performance.now();
        log.error({ err: error }, `the kit of ${folder} could not be made`);
      });
      return undefined;
    }
  }

  const timer = setInterval(() => {
    running ??= makeIfDue().then(() => (running = undefined));
  }, LOOK_MS);
  timer.unref();
  return {
    makeIfDue,
    /** A kit that is being made is given up with its connection to the database. */
    stop: async () => clearInterval(timer),
  };
}
