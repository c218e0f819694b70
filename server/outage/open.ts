import { join } from 'node:path';
import type { Config } from '../config.ts';
import { systemClock, type Clock } from '../db/clock.ts';
import type { Database } from '../db/open.ts';
import { orCopyOf, withoutCopy, type Copy, type OrCopy } from '../http/or-copy.ts';
import type { Log } from '../jobs/run.ts';
import type { LiveEngine } from '../live/engine.ts';
import { copyOf } from './copy.ts';
import { openCopyFile, type CopyFile } from './file.ts';
import { keepCopy } from './keep.ts';

type Parts = {
  database: Database;
  live: LiveEngine;
  config: Pick<Config, 'DATA_DIR' | 'CHECK_INTERVAL_SECONDS'>;
};

export type Outage = {
  orCopy: OrCopy;
  /** Undefined if the file could not be opened. */
  copy?: Copy;
  update(): Promise<void>;
  stop(): Promise<void>;
};

/**
 * Keeps a copy of what people read in DATA_DIR/outage.sqlite, for the time when the database is away. Without it (another node
 * has the file, or the disk is full) the product works, and calls fail in that time.
 */
export function openOutage({ config, ...parts }: Parts, log: Log, now: Clock = systemClock): Outage {
  let file: CopyFile;
  try {
    file = openCopyFile(join(config.DATA_DIR, 'outage.sqlite'));
  } catch (error) {
    log.error({ err: error }, 'there is no copy for outages');
    return { orCopy: withoutCopy, update: async () => undefined, stop: async () => undefined };
  }
  const copy = copyOf(file, now);
  return { orCopy: orCopyOf(copy, parts.live), copy, ...keepCopy({ ...parts, config, file }, log) };
}
