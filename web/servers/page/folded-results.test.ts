import { expect, test } from 'vitest';
import type { RecordedResult } from '../../../contract/calls/checks.ts';
import { foldResults } from './folded-results.ts';

const result = (minute: number, message: string, more: Partial<RecordedResult> = {}): RecordedResult => ({
  at: `2026-03-01T17:${String(minute).padStart(2, '0')}:00.000Z`,
  results: 1,
  good: 1,
  warnings: 0,
  bad: 0,
  latencyMs: minute,
  cpuUsage: null,
  memoryUsage: null,
  diskUsage: null,
  outcome: 'warning',
  message,
  simulated: false,
  ...more,
});
const DISK = 'Disk is 96 % used';

test('INFRA-12 the log folds equal entries in a row, with their number and the time of the first', () => {
  const hour = result(0, DISK, { outcome: null, message: null });
  const log = foldResults([
    hour,
    result(2, DISK),
    result(3, DISK),
    result(4, DISK),
    result(5, 'It answered 200', { outcome: 'good' }),
    result(6, DISK),
    result(7, DISK, { outcome: 'bad' }),
    result(8, DISK, { outcome: 'bad', simulated: true }),
  ]);
  expect(log.map(({ last, count, since }) => [last.at.slice(14, 16), count, since.slice(14, 16)])).toEqual([
    ['08', 1, '08'],
    ['07', 1, '07'],
    ['06', 1, '06'],
    ['05', 1, '05'],
    ['04', 3, '02'],
  ]);
  expect(foldResults([])).toEqual([]);
});
