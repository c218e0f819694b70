import { constants } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, copyFile, glob, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { syncFolder } from '../../sync-folder.ts';
import { writeWhole } from '../../whole-file.ts';
import { nextSegment, parsePosition, positionOfSegment, segmentName, segmentStart } from './log-position.ts';

/*
 * What an archive looks like. A period is a part of the log without a gap, in a folder that is named by its begin:
 *
 *   20260131T023000Z/period.json             which database it is of, and where it begins
 *   20260131T023000Z/until                   up to when everything is in it
 *   20260131T023000Z/secret                  a copy of DATA_DIR/secret
 *   20260131T023000Z/base-20260131….zip      the files of the database, with base-20260131….json once it is whole
 *   20260131T023000Z/log/0000….gz            a whole segment of the log
 *   20260131T023000Z/log/0000….partial       the segment that is being written
 *   objects/                                 images, for all periods
 */

const Position = z.string().regex(/^[0-9A-F]+\/[0-9A-F]+$/);

const PeriodNote = z.object({
  /** PostgreSQL's system identifier, timeline and major version. */
  system: z.string(),
  timeline: z.number().int(),
  major: z.number().int(),
  begin: Position,
});
type PeriodNote = z.infer<typeof PeriodNote>;

const BaseNote = z.object({
  /** The database can be recovered from this moment on. */
  finishedAt: z.iso.datetime(),
  /** Start of the log that recovery needs at least. */
  from: Position,
  to: Position,
  bytes: z.number(),
});
export type Base = z.infer<typeof BaseNote> & { path: string };

export type Period = PeriodNote & {
  folder: string;
  /** The archive is complete up to this moment; undefined before the first note. */
  until: Date | undefined;
  /** Oldest first. */
  bases: Base[];
  /** Start positions of the present segments, in order; the last one may be partial. */
  segments: bigint[];
  hasPartial: boolean;
};

export const logFolder = (period: string): string => join(period, 'log');
export const objectsFolder = (archive: string): string => join(archive, 'objects');
const PERIOD = /^\d{8}T\d{6}Z$/;

/** A stamp such as `20260131T023000Z`: valid in file names and sortable by time. */
export const stampOf = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

export async function beginPeriod(archive: string, note: PeriodNote, at: Date): Promise<Period> {
  const folder = join(archive, stampOf(at));
  await mkdir(logFolder(folder), { recursive: true, mode: 0o700 });
  await writeWhole(join(folder, 'period.json'), JSON.stringify(note));
  await syncFolder(archive);
  return readPeriod(folder);
}

const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });

/** Oldest first. Skips an unfinished folder without a note. */
export async function listPeriods(archive: string): Promise<Period[]> {
  const names = (await namesIn(archive)).filter((name) => PERIOD.test(name)).toSorted();
  const periods = await Promise.all(
    names.map((name) =>
      readPeriod(join(archive, name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return [];
        throw error;
      }),
    ),
  );
  return periods.flat();
}

export async function readPeriod(folder: string): Promise<Period> {
  const note = PeriodNote.parse(JSON.parse(await readFile(join(folder, 'period.json'), 'utf8')));
  const until = new Date(await readFile(join(folder, 'until'), 'utf8').catch(() => ''));
  const bases: Base[] = [];
  for (const name of (await namesIn(folder)).toSorted()) {
    const [, stem] = /^(base-.*)\.json$/.exec(name) ?? [];
    if (!stem) continue;
    const base = BaseNote.parse(JSON.parse(await readFile(join(folder, name), 'utf8')));
    bases.push({ ...base, path: join(folder, `${stem}.zip`) });
  }
  const names = await namesIn(logFolder(folder));
  const segments = names.flatMap((name) => {
    const [, stem] = /^([0-9A-F]{24})\.(?:gz|partial)$/.exec(name) ?? [];
    return stem === undefined ? [] : (positionOfSegment(stem) ?? []);
  });
  return {
    ...note,
    folder,
    until: Number.isNaN(until.getTime()) ? undefined : until,
    bases,
    segments: [...new Set(segments)].toSorted((a, b) => Number(a - b)),
    // A killed process may leave the partial file of a complete segment.
    hasPartial: names.some(
      (name) => name.endsWith('.partial') && !names.includes(name.replace(/partial$/, 'gz')),
    ),
  };
}

/** Position where the log continues: the start of the incomplete segment. */
export function endOf({ segments, hasPartial, begin }: Period): bigint {
  const last = segments.at(-1);
  if (last === undefined) return segmentStart(parsePosition(begin));
  return hasPartial ? last : nextSegment(last);
}

/** The first missing segment after a base. */
export function missingSegment({ segments, timeline }: Period, base: Base): string | undefined {
  const there = new Set(segments);
  const last = segments.at(-1) ?? 0n;
  const needed = segmentStart(parsePosition(base.to) - 1n);
  const end = last > needed ? last : needed;
  for (let at = segmentStart(parsePosition(base.from)); at <= end; at = nextSegment(at))
    if (!there.has(at)) return segmentName(timeline, at);
  return undefined;
}

/** First and last moment that can be recovered from a period; undefined when there is none. */
export function rangeOf(period: Period): { from: Date; until: Date } | undefined {
  const base = period.bases.find((each) => missingSegment(period, each) === undefined);
  if (!base || !period.until) return undefined;
  const from = new Date(base.finishedAt);
  return period.until < from ? undefined : { from, until: period.until };
}

/**
 * Removes what only moments before `since` need: periods that ended earlier, bases that a later but old enough base
 * replaces, and the log before the first remaining base.
 */
export async function removeOld(archive: string, current: string, since: Date): Promise<void> {
  for (const period of await listPeriods(archive)) {
    if (period.folder !== current && (period.until ?? new Date(0)) < since) {
      await rm(period.folder, { recursive: true, force: true });
      continue;
    }
    const first = Math.max(
      0,
      period.bases.findLastIndex(({ finishedAt }) => new Date(finishedAt) < since),
    );
    for (const { path } of period.bases.slice(0, first)) {
      await rm(path.replace(/\.zip$/, '.json'), { force: true });
      await rm(path, { force: true });
    }
    const kept = period.bases[first];
    if (!kept) continue;
    for (const segment of period.segments) {
      if (nextSegment(segment) > parsePosition(kept.from)) break;
      const path = join(logFolder(period.folder), segmentName(period.timeline, segment));
      for (const ending of ['gz', 'partial']) await rm(`${path}.${ending}`, { force: true });
    }
  }
}

/**
 * Copies a file to the same path in another folder, where it appears when it is complete. Returns false if the file
 * does not exist.
 */
export async function copyObject(key: string, from: string, to: string): Promise<boolean> {
  const [source, target] = [join(from, key), join(to, key)];
  if (!(await stat(source).catch(() => undefined))) return false;
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const part = `${target}.part`;
  await copyFile(source, part, constants.COPYFILE_FICLONE);
  const file = await open(part, 'r+');
  await file.sync();
  await file.close();
  await rename(part, target);
  await syncFolder(dirname(target));
  return true;
}

/**
 * Copies images that the archive lacks. Images never change. The modification time of a file says when a row last
 * referenced it.
 */
export async function archiveObjects(keys: string[], from: string, to: string, now: Date): Promise<void> {
  for (const key of keys) {
    const path = join(to, key);
    const known = await stat(path).catch(() => undefined);
    if (known || (await copyObject(key, from, to))) await utimes(path, now, now);
  }
}

/** Removes images that no row has referenced since then. */
export async function removeOldObjects(folder: string, since: Date): Promise<void> {
  for await (const entry of glob('**/*', { cwd: folder, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && (await stat(path)).mtime < since) await rm(path, { force: true });
  }
}
