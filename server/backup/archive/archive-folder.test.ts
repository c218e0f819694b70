import { mkdir, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { aFolder } from '../../../test/product-processes.ts';
import { endOf, listPeriods, logFolder, missingSegment, rangeOf, removeOld } from './archive-folder.ts';
import { formatPosition, parsePosition, positionOfSegment, segmentName } from './log-position.ts';

type Files = { segments: string[]; bases: { day: number; from: string }[]; until: number };

const dayAt = (day: number) => new Date(Date.UTC(2026, 0, day, 2, 30));
const segment = (number: number) => segmentName(1, BigInt(number) * 0x100_0000n);

/** An archive period that began on the first of January. */
async function aPeriod(archive: string, { segments, bases, until }: Files, name = '20260101T023000Z') {
  const folder = join(archive, name);
  await mkdir(logFolder(folder), { recursive: true });
  const note = { system: '7', timeline: 1, major: 18, begin: '0/1000028' };
  await writeFile(join(folder, 'period.json'), JSON.stringify(note));
  await writeFile(join(folder, 'until'), dayAt(until).toISOString());
  for (const each of segments) await writeFile(join(logFolder(folder), each), '');
  for (const { day, from } of bases) {
    const base = { finishedAt: dayAt(day).toISOString(), from, to: from, bytes: 1 };
    await writeFile(join(folder, `base-${day}.zip`), '');
    await writeFile(join(folder, `base-${day}.json`), JSON.stringify(base));
  }
  return folder;
}

test('OPS-04 segments of the log have the names that PostgreSQL gives them', () => {
  expect(segmentName(1, parsePosition('0/3000028'))).toBe('000000010000000000000003');
  expect(segmentName(18, parsePosition('A2/FF000000'))).toBe('00000012000000A2000000FF');
  expect(positionOfSegment('00000012000000A2000000FF')).toBe(parsePosition('A2/FF000000'));
  expect(positionOfSegment('00000002.history')).toBeUndefined();
  expect(formatPosition(parsePosition('A2/FF000028'))).toBe('A2/FF000028');
});

test('OPS-04 the archive continues at the end of its log, also after a kill at any point', async () => {
  const archive = await aFolder();
  const begun = await aPeriod(archive, { segments: [], bases: [], until: 1 }, '20260101T000000Z');
  expect((await listPeriods(archive)).map(endOf)).toEqual([parsePosition('0/1000000')]);
  await writeFile(join(logFolder(begun), `${segment(1)}.gz.part`), '');
  await writeFile(join(logFolder(begun), `${segment(1)}.partial`), '');
  expect((await listPeriods(archive)).map(endOf)).toEqual([parsePosition('0/1000000')]);
  // The process was killed between compressing the segment and removing the original.
  await writeFile(join(logFolder(begun), `${segment(1)}.gz`), '');
  expect((await listPeriods(archive)).map(endOf)).toEqual([parsePosition('0/2000000')]);
});

test('OPS-04 finds a gap in the log, and only the log after a complete base counts as recoverable', async () => {
  const archive = await aFolder();
  const bases = [
    { day: 2, from: '0/1000028' },
    { day: 3, from: '0/4000028' },
  ];
  const segments = [`${segment(1)}.gz`, `${segment(3)}.gz`, `${segment(4)}.gz`, `${segment(5)}.partial`];
  await aPeriod(archive, { segments, bases, until: 4 });
  const [period] = await listPeriods(archive);
  if (!period) throw new Error('no period');
  expect(period.bases.map((base) => missingSegment(period, base))).toEqual([segment(2), undefined]);
  expect(rangeOf(period)).toEqual({ from: dayAt(3), until: dayAt(4) });
  expect(rangeOf({ ...period, until: dayAt(2) })).toBeUndefined();
});

test('OPS-04 the retention removes old periods, bases and log, and nothing that recovery still needs', async () => {
  const archive = await aFolder();
  const old = await aPeriod(archive, { segments: [], bases: [], until: 3 }, '20260101T000000Z');
  const bases = [2, 4, 6, 8].map((day) => ({ day, from: `0/${day}000028` }));
  const segments = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `${segment(number)}.gz`);
  const folder = await aPeriod(archive, { segments, bases, until: 9 }, '20260102T000000Z');
  await removeOld(archive, folder, new Date(dayAt(5)));
  expect(existsSync(old)).toBe(false);
  const [kept] = await listPeriods(archive);
  // Recovery to the fifth of January needs the base of the fourth and its log.
  expect(kept?.bases.map(({ finishedAt }) => new Date(finishedAt).getUTCDate())).toEqual([4, 6, 8]);
  expect(kept?.segments.map((position) => segmentName(1, position))).toEqual([4, 5, 6, 7, 8].map(segment));
  expect(existsSync(join(folder, 'base-2.zip'))).toBe(false);
});
