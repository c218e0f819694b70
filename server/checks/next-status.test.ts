import { expect, test } from 'vitest';
import type { Outcome } from '../../contract/calls/checks.ts';
import { confirmsOutage, nextStatus, type StatusCount } from './next-status.ts';

function statuses(start: StatusCount['status'], outcomes: Outcome[], retries: number): string[] {
  let standing: StatusCount = { status: start, worseInRow: 0, badInRow: 0 };
  return outcomes.map((outcome) => (standing = nextStatus(standing, outcome, retries)).status);
}

test('INFRA-11 the status falls only after the configured number of bad results in a row, and rises at once', () => {
  expect(statuses('online', ['bad', 'bad', 'bad', 'good'], 3)).toEqual([
    'online',
    'online',
    'offline',
    'online',
  ]);
  expect(statuses('online', ['bad', 'bad', 'good', 'bad', 'bad'], 3)).toEqual(Array(5).fill('online'));
  expect(statuses('online', ['bad'], 0)).toEqual(['offline']);
});

test('INFRA-11 20 alternating results change nothing', () => {
  const flapping = Array.from({ length: 20 }, (_, index): Outcome => (index % 2 === 0 ? 'bad' : 'good'));
  expect(new Set(statuses('online', flapping, 2))).toEqual(new Set(['online']));
});

test('INFRA-11 an unknown result is neither up nor down, and only people end maintenance', () => {
  expect(statuses('offline', ['unknown', 'unknown'], 1)).toEqual(['offline', 'offline']);
  expect(statuses('unknown', ['unknown', 'good'], 1)).toEqual(['unknown', 'online']);
  expect(statuses('maintenance', ['bad', 'good'], 1)).toEqual(['maintenance', 'maintenance']);
});

test('INFRA-11 a warning follows the same rule, and is better than offline', () => {
  expect(statuses('online', ['warning', 'warning'], 2)).toEqual(['online', 'warning']);
  expect(statuses('offline', ['warning'], 3)).toEqual(['warning']);
  expect(statuses('online', ['warning', 'bad', 'bad'], 2)).toEqual(['online', 'warning', 'offline']);
  expect(statuses('warning', ['bad', 'warning', 'bad', 'bad'], 2)).toEqual([
    'warning',
    'warning',
    'warning',
    'offline',
  ]);
  expect(statuses('offline', ['bad', 'bad', 'bad'], 2)).toEqual(['offline', 'offline', 'offline']);
});

test('INFRA-11 a server that somebody set to offline is found down after the same number of bad results', () => {
  let standing: StatusCount = { status: 'offline', worseInRow: 0, badInRow: 0 };
  const found = (['bad', 'unknown', 'bad', 'bad', 'unknown'] as const).map((outcome) => {
    standing = nextStatus(standing, outcome, 3);
    return confirmsOutage(outcome, standing);
  });
  expect(found).toEqual([false, false, false, true, false]);
});
