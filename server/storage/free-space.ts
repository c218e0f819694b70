import { stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Disk } from '../../contract/calls/system.ts';
import type { Config } from '../config.ts';
import { isDatabaseFull, isDatabaseUnavailable } from '../http/errors.ts';
import type { DiskReserve } from './disk-reserve.ts';

type DiskLevel = Disk['level'];

/** The port to the file system of a folder. `device` identifies the file system. `inodes` is 0 where it has no limit. */
type MeasureDisk = (folder: string) => Promise<Measured>;
type Usable = Required<Omit<Measured, 'device'>>;
type FoundDisk = Measured & Pick<Disk, 'folder' | 'holds'>;
type Measured = { device: number; free: number; size: number; freeInodes?: number; inodes?: number };

export type FreeSpace = {
  /** The last measurement. */
  disks(): Disk[];
  /** Whether calls that store rows, or files, are currently refused. */
  isFull(kind: 'database' | 'files'): boolean;
  /** Whether a full disk keeps PostgreSQL from running. */
  stopsDatabase(): boolean;
  /** Receives every failed call: a disk fills up between two measurements, and that of an external database is not measured. */
  noteFailure(error: unknown): Promise<void>;
  /** Releases the reserve. False when there was none, so that another try would fail too. */
  makeRoom(): Promise<boolean>;
  /** Calls back when isFull('database') changes, until the returned function is called. */
  onChange(listener: () => void): () => void;
  look(): Promise<void>;
  stop(): void;
};

const GB = 1024 ** 3;
const MB = 1024 ** 2;
/** The smaller limit applies: a percentage suits small disks, an absolute size large ones. */
const LEVELS = [
  { level: 'full', bytes: 300 * MB, inodes: 1_000, share: 0.05 },
  { level: 'low', bytes: 2 * GB, inodes: 10_000, share: 0.1 },
] as const;
const [FULL] = LEVELS;
/** Hysteresis: the level improves only with this much more space, so that it does not flap. */
const BETTER = 1.1;

const LOOK_MS = 5_000;
/** How long writes are refused after PostgreSQL ran out of space, before one is tried again. */
const REFUSED_MS = 10_000;
/** How long a failed call waits for a measurement. */
const LOOK_LIMIT_MS = 1_000;

/** PostgreSQL's log messages about a full disk; it runs without a locale. */
const NO_ROOM = /No space left on device|Dis[ck] quota exceeded/;

type Options = {
  measure?: MeasureDisk;
  /** Why the embedded PostgreSQL does not run. */
  problem?: () => string | undefined;
  /** On the disk of the embedded PostgreSQL. */
  reserve?: DiskReserve | undefined;
  /** Called for each disk after every measurement. */
  onLook?: (disk: Disk) => Promise<unknown>;
};

/** Measures the product's disks every few seconds, skipping those that cannot be measured. */
export async function watchFreeSpace(config: Config, options: Options = {}): Promise<FreeSpace> {
  const {
    measure = measureDisk,
    problem = () => undefined,
    onLook = async () => undefined,
    reserve,
  } = options;
  let disks: Disk[] = [];
  let refusedUntil = -Infinity;
  let madeRoomUntil = -Infinity;
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
    const found = new Map<number, FoundDisk>();
    for (const { folder, holds } of foldersOf(config)) {
      const measured = await measure(folder).catch(() => undefined);
      if (!measured || measured.size === 0) continue;
      const known = found.get(measured.device);
      if (known) known.holds = [...new Set([...known.holds, ...holds])];
      else found.set(measured.device, { ...measured, folder, holds });
    }
    disks = [...found.values()].map((each) => diskOf(each, reserve, before.get(each.folder)));
    announceChange();
    const ofDatabase = disks.find(({ holds }) => holds.includes('database'));
    if (reserve && ofDatabase) await keepReserve(reserve, ofDatabase, makeRoom);
    for (const disk of disks) await onLook(disk);
  }
  // A file system that does not respond, such as a network share, has one pending query at most.
  const look = () => (looking ??= lookOnce().finally(() => (looking = undefined)));

  async function makeRoom() {
    if (await reserve?.release()) madeRoomUntil = performance.now() + REFUSED_MS;
    return performance.now() < madeRoomUntil;
  }

  await look();
  const timer = setInterval(() => void look().catch(() => undefined), LOOK_MS);
  timer.unref();
  return {
    disks: () => disks,
    isFull,
    stopsDatabase: () =>
      NO_ROOM.test(problem() ?? '') ||
      disks.some(({ level, holds }) => level === 'full' && holds.includes('database')),
    makeRoom,
    async noteFailure(error) {
      // PostgreSQL ends when it cannot write its log.
      if (isDatabaseUnavailable(error))
        await Promise.race([look(), sleep(LOOK_LIMIT_MS, undefined, { ref: false })]);
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
  return Math.max(0, free - 2 * limitOf(FULL.bytes, size));
}

/** The space of a released reserve is not free: it has to come back first. */
function diskOf(found: FoundDisk, reserve: DiskReserve | undefined, before?: DiskLevel): Disk {
  const { folder, holds, free, size, freeInodes = 0, inodes = 0 } = found;
  const missing = (holds.includes('database') && reserve?.missing()) || { bytes: 0, inodes: 0 };
  const usable = { free: free - missing.bytes, size, freeInodes: freeInodes - missing.inodes, inodes };
  const ofInodes = inodes > 0 ? { freeInodes, inodes } : { freeInodes: null, inodes: null };
  return { folder, holds, free, size, ...ofInodes, level: levelOf(usable, before) };
}

/** The limit below which a disk is full. */
const limitOf = (most: number, size: number) => Math.min(most, size * FULL.share);

function levelOf({ free, size, freeInodes, inodes }: Usable, before: DiskLevel = 'enough'): DiskLevel {
  let isAsBad = false;
  for (const { level, share, ...least } of LEVELS) {
    isAsBad ||= level === before;
    const isBelow = (left: number, limit: number) => left < (isAsBad ? limit * BETTER : limit);
    if (isBelow(free, Math.min(least.bytes, size * share))) return level;
    if (inodes > 0 && isBelow(freeInodes, Math.min(least.inodes, inodes * share))) return level;
  }
  return 'enough';
}

/** Takes the reserve while there is enough space, and releases it when almost nothing is left. */
async function keepReserve(reserve: DiskReserve, disk: Disk, release: () => Promise<unknown>): Promise<void> {
  const { free, size, inodes, level } = disk;
  // The start does not wait until it is written.
  if (!reserve.isHeld() && level !== 'full' && reserve.missing().bytes > 0) return void reserve.take();
  const isEmpty =
    free < limitOf(FULL.bytes, size) / 4 ||
    (inodes !== null && (disk.freeInodes ?? 0) < limitOf(FULL.inodes, inodes) / 4);
  if (isEmpty) await release();
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
    const [{ dev }, of] = await Promise.all([stat(folder), statfs(folder)]);
    const { bavail, blocks, bsize, ffree, files } = of;
    return { device: dev, free: bavail * bsize, size: blocks * bsize, freeInodes: ffree, inodes: files };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(folder) === folder) throw error;
    return measureDisk(dirname(folder));
  }
};
