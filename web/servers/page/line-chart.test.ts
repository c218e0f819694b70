import { expect, test } from 'vitest';
import { timeLabels } from './line-chart.tsx';

const at = (text: string) => Date.parse(text) / 1000;

test.each([
  ['Australia/Sydney', ['11:00 pm', '25/11', '1:00 am']],
  ['Europe/Vienna', ['1:00 pm', '2:00 pm', '3:00 pm']],
  ['Asia/Kolkata', ['5:30 pm', '6:30 pm', '7:30 pm']],
])('INFRA-12 the axis of a chart is in the time zone of the account: %s', (timeZone, labels) => {
  const hours = ['2026-11-24T12:00:00Z', '2026-11-24T13:00:00Z', '2026-11-24T14:00:00Z'].map(at);
  expect(timeLabels(hours, 3_600, { timeZone })).toEqual(labels);
});

test('INFRA-12 days on the axis of a chart have the format of the product', () => {
  const days = ['2026-11-23T13:00:00Z', '2026-11-24T13:00:00Z'].map(at);
  expect(timeLabels(days, 86_400, { timeZone: 'Australia/Sydney' })).toEqual(['24/11', '25/11']);
});

test('INFRA-12 a minute with several ticks of the axis is labelled once', () => {
  const seconds = ['2026-11-24T12:00:20Z', '2026-11-24T12:00:40Z', '2026-11-24T12:01:00Z'].map(at);
  expect(timeLabels(seconds, 20, { timeZone: 'Europe/Vienna' })).toEqual(['1:00 pm', '', '1:01 pm']);
});
