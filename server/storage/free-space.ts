import { stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Disk } from '../../contract/system.ts';
import type { Config } from '../config.ts';
import { isDatabaseFull } from '../http/errors.ts';

type DiskLevel = Disk['level'];

/** The port to the file system of a folder. `device` identifies the file system. */
type MeasureDisk = (folder: string) => Promise<{ device: number; free: number; size: number }>;

export type FreeSpace = {
  /** The last measurement. */
  disks(): Disk[];
  /** Whether calls that store rows, or files, are currently refused. */
  isFull(kind: 'database' | 'files'): boolean;
  /** Whether a full disk keeps PostgreSQL from running. */
  stopsDatabase(): boolean;
  /** Receives every failed call, since the disk of an external database cannot be measured. */
  noteFailure(error: unknown): void;
  /** Calls back when isFull('database') changes, until the returned function is called. */
  onChange(listener: () => void): () => void;
  look(): Promise<void>;
  stop(): void;
};

const GB = 1024 ** 3;
const MB = 1024 ** 2;
/** The smaller limit applies: a percentage suits small disks, an absolute size large ones. */
const LEVELS = [
  { level: 'full', bytes: 300 * MB, share: 0.05 },
  { level: 'low', bytes: 2 * GB, share: 0.1 },
] as const;
/** Hysteresis: the level improves only with this much more space, so that it does not flap. */
const BETTER = 1.1;

const LOOK_MS = 5_000;
/** How long writes are refused after PostgreSQL ran out of space, before one is tried again. */
const REFUSED_MS = 10_000;

/** PostgreSQL's log messages about a full disk; it runs without a locale. */
const NO_ROOM = /No space left on device|Dis[ck] quota exceeded/;

type Options = {
  measure?: MeasureDisk;
  /** Why the embedded PostgreSQL does not run. */
  problem?: () => string | undefined;
  /** Called for each disk after every measurement. */
  onLook?: (disk: Disk) => Promise<unknown>;
};

/** Measures the product's disks every few seconds, skipping those that cannot be measured. */
export async function watchFreeSpace(config: Config, options: Options = {}): Promise<FreeSpace> {
  const { measure = measureDisk, problem = () => undefined, onLook = async () => undefined } = options;
  let disks: Disk[] = [];
  let refusedUntil = -Infinity;
  const listeners = new Set<() => void>();
  let wasFull = false;
  let looking: Promise<void> | undefined;

  const isFull = (kind: 'database' | 'files') =>
    disks.some(
      ({ level, holds }) => level === 'full' && (holds.includes(kind) || holds.includes('database')),
    ) || performance.now() < refusedUntil;

  function announceChange() {
    if (isFull('database') === wasFull) return;
    wasFull = !wasFull;
    for (const listener of listeners) listener();
  }

  async function lookOnce() {
    const before = new Map(disks.map(({ folder, level }) => [folder, level]));
    const found = new Map<number, Disk>();
    for (const { folder, holds } of foldersOf(config)) {
      const measured = await measure(folder).catch(() => undefined);
      if (!measured || measured.size === 0) continue;
      const { device, free, size } = measured;
      const known = found.get(device);
      if (known) known.holds = [...new Set([...known.holds, ...holds])];
      else found.set(device, { folder, holds, free, size, level: levelOf(free, size, before.get(folder)) });
    }
    disks = [...found.values()];
    announceChange();
    for (const disk of disks) await onLook(disk);
  }
  // A file system that does not respond, such as a network share, has one pending query at most.
  const look = () => (looking ??= lookOnce().finally(() => (looking = undefined)));

  await look();
  const timer = setInterval(() => void look().catch(() => undefined), LOOK_MS);
  timer.unref();
  return {
    disks: () => disks,
    isFull,
    stopsDatabase: () =>
      NO_ROOM.test(problem() ?? '') ||
      disks.some(({ level, holds }) => level === 'full' && holds.includes('database')),
    noteFailure(error) {
      if (!isDatabaseFull(error)) return;
      refusedUntil = performance.now() + REFUSED_MS;
      announceChange();
      setTimeout(announceChange, REFUSED_MS + 1).unref();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    look,
    stop: () => clearInterval(timer),
  };
}

/**
 * Bytes that a backup may use on the disk of a folder. Leaves twice the limit of a full disk, so that backups never
 * block changes.
 */
export async function spaceForBackup(folder: string): Promise<number> {
  const { free, size } = await measureDisk(folder);
  const [{ bytes, share }] = LEVELS;
  return Math.max(0, free - 2 * Math.min(bytes, size * share));
}

function levelOf(free: number, size: number, before: DiskLevel = 'enough'): DiskLevel {
  let isAsBad = false;
  for (const { level, bytes, share } of LEVELS) {
    isAsBad ||= level === before;
    const limit = Math.min(bytes, size * share);
    if (free < (isAsBad ? limit * BETTER : limit)) return level;
  }
  return 'enough';
}

/** DATA_DIR comes first, so that a disk shared by several folders has its name. */
function foldersOf({ DATA_DIR, DATABASE_URL, S3_BUCKET }: Config): Pick<Disk, 'folder' | 'holds'>[] {
  return [
    { folder: DATA_DIR, holds: [] },
    ...(DATABASE_URL ? [] : [{ folder: join(DATA_DIR, 'postgres'), holds: ['database' as const] }]),
    ...(S3_BUCKET ? [] : [{ folder: join(DATA_DIR, 'objects'), holds: ['files' as const] }]),
  ];
}

/** Space for unprivileged accounts. A missing folder will be created on its parent's disk. */
const measureDisk: MeasureDisk = async (folder) => {
  try {
    const [{ dev }, { bavail, blocks, bsize }] = await Promise.all([stat(folder), statfs(folder)]);
    return { device: dev, free: bavail * bsize, size: blocks * bsize };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(folder) === folder) throw error;
    return measureDisk(dirname(folder));
  }
};
