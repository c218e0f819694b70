import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { syncFolder } from '../../sync-folder.ts';
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
  /** PostgreSQL's mark of a database, its timeline, and its major version. */
  system: z.string(),
  timeline: z.number().int(),
  major: z.number().int(),
  begin: Position,
});
export type PeriodNote = z.infer<typeof PeriodNote>;

const BaseNote = z.object({
  /** From this moment on the database can be recovered. */
  finishedAt: z.iso.datetime(),
  /** The log that has to be replayed, at the least. */
  from: Position,
  to: Position,
  bytes: z.number(),
});
export type Base = z.infer<typeof BaseNote> & { path: string };

export type Period = PeriodNote & {
  folder: string;
  /** Up to when everything that was acknowledged is in it; undefined where nothing was noted yet. */
  until: Date | undefined;
  /** Oldest first. */
  bases: Base[];
  /** Where the segments begin that are there, in order; the last one may be partial. */
  segments: bigint[];
  hasPartial: boolean;
};

export const logFolder = (period: string): string => join(period, 'log');
export const objectsFolder = (archive: string): string => join(archive, 'objects');
const PERIOD = /^\d{8}T\d{6}Z$/;

/** `20260131T023000Z`, which file systems take and which sorts by time. */
export const stampOf = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

/** Appears under its name when it is whole and on the disk. */
export async function writeWhole(path: string, content: string | Buffer): Promise<void> {
  const file = await open(`${path}.part`, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.part`, path);
  await syncFolder(dirname(path));
}

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

/** Oldest first. A folder that was begun and has no note yet is left out. */
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
    // A kill may leave the partial one of a segment that is whole.
    hasPartial: names.some(
      (name) => name.endsWith('.partial') && !names.includes(name.replace(/partial$/, 'gz')),
    ),
  };
}

/** Where the log goes on: the begin of the segment that is not whole. */
export function endOf({ segments, hasPartial, begin }: Period): bigint {
  const last = segments.at(-1);
  if (last === undefined) return segmentStart(parsePosition(begin));
  return hasPartial ? last : nextSegment(last);
}

/** The first segment after a base that should be there and is not. */
export function missingSegment({ segments, timeline }: Period, base: Base): string | undefined {
  const there = new Set(segments);
  const last = segments.at(-1) ?? 0n;
  const needed = segmentStart(parsePosition(base.to) - 1n);
  const end = last > needed ? last : needed;
  for (let at = segmentStart(parsePosition(base.from)); at <= end; at = nextSegment(at))
    if (!there.has(at)) return segmentName(timeline, at);
  return undefined;
}

/** From the first moment to the last that can be recovered from a period; undefined where none can. */
export function rangeOf(period: Period): { from: Date; until: Date } | undefined {
  const base = period.bases.find((each) => missingSegment(period, each) === undefined);
  if (!base || !period.until) return undefined;
  const from = new Date(base.finishedAt);
  return period.until < from ? undefined : { from, until: period.until };
}

/**
 * Removes what is needed for moments before `since` only: periods that ended before it, bases that have a later one which is
 * old enough, and the log before the first base that stays.
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
