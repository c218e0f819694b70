import { expect, test } from 'vitest';
import type { Duty } from '../../../contract/calls/duty.ts';
import { shiftsOf } from './shifts.ts';

const NOW = Date.parse('2026-03-04T12:00:00Z');

const entry = (from: string, to: string, more: Partial<Duty> = {}): Duty => ({
  id: `${from} ${to}`,
  person: { id: 'ann', name: 'Ann' },
  from: `${from}:00Z`,
  to: `${to}:00Z`,
  weekly: false,
  isNow: false,
  ...more,
});

const times = (list: Duty[]) =>
  shiftsOf(list, NOW).map(({ from, to, isNow }) => [from.toISOString(), to.toISOString(), isNow]);

test('ALERT-81 the shifts of seven days are in their order, without those that are over or later', () => {
  const later = entry('2026-03-12T00:00', '2026-03-12T08:00');
  const over = entry('2026-03-04T00:00', '2026-03-04T08:00');
  const next = entry('2026-03-05T00:00', '2026-03-05T08:00');
  const current = entry('2026-03-04T08:00', '2026-03-04T16:00', { isNow: true });
  expect(times([later, over, next, current])).toEqual([
    ['2026-03-04T08:00:00.000Z', '2026-03-04T16:00:00.000Z', true],
    ['2026-03-05T00:00:00.000Z', '2026-03-05T08:00:00.000Z', false],
  ]);
});

test('ALERT-81 a weekly shift is shown when it is next, also twice within the seven days', () => {
  const past = entry('2026-01-06T20:00', '2026-01-07T13:00', { weekly: true, isNow: true });
  expect(times([past])).toEqual([
    ['2026-03-03T20:00:00.000Z', '2026-03-04T13:00:00.000Z', true],
    ['2026-03-10T20:00:00.000Z', '2026-03-11T13:00:00.000Z', false],
  ]);
});
