import { describe, expect, test } from 'vitest';
import { timesIn } from './times-in-words.ts';

/** Wednesday, 11 March 2026, 09:30 in Sydney. */
const NOW = new Date('2026-03-10T22:30:00Z');
const at = { now: NOW, timeZone: 'Australia/Sydney' };
const spanIn = (text: string, where = at) => {
  const [first, ...others] = timesIn(text, where);
  return { from: first?.from, to: first?.to, others: others.length };
};

describe('AI-10 times in a question', () => {
  test.each([
    ['what changed today', '2026-03-11', '2026-03-12'],
    ['what changed yesterday?', '2026-03-10', '2026-03-11'],
    ['outages on Monday', '2026-03-09', '2026-03-10'],
    ['outages on Friday', '2026-03-06', '2026-03-07'],
    ['since Monday', '2026-03-09', undefined],
    ['before 1 March 2026', undefined, '2026-03-01'],
    ['between Monday and today', '2026-03-09', '2026-03-12'],
    ['from 3 August to 9 August 2025', '2025-08-03', '2025-08-10'],
    ['in February', '2026-02-01', '2026-03-01'],
    ['in October', '2025-10-01', '2025-11-01'],
    ['on 25/12/2025', '2025-12-25', '2025-12-26'],
    ['this week', '2026-03-09', undefined],
    ['last week', '2026-03-02', '2026-03-09'],
    ['last month', '2026-02-01', '2026-03-01'],
    ['this quarter', '2026-01-01', undefined],
    ['last year', '2025-01-01', '2026-01-01'],
    ['in the last week', '1w', undefined],
    ['in the last 7 days', '7d', undefined],
    ['within the past three months', '3mo', undefined],
    ['more than 30 days ago', undefined, '30d'],
    ['less than 2 hours ago', '2h', undefined],
    ['2 days ago', '2026-03-09', '2026-03-10'],
    ['in the next 30 days', undefined, '+30d'],
    ['last night', '2026-03-10T07:00:00.000Z', '2026-03-10T21:00:00.000Z'],
    ['tonight', '2026-03-11T07:00:00.000Z', '2026-03-11T21:00:00.000Z'],
    ['this morning', '2026-03-10T13:00:00.000Z', '2026-03-11T01:00:00.000Z'],
    ['yesterday afternoon', '2026-03-10T01:00:00.000Z', '2026-03-10T07:00:00.000Z'],
    ['who changed lds-mail-01 today', '2026-03-11', '2026-03-12'],
    ['in the last 15 min', '15m', undefined],
    ['in last 2 hrs', '2h', undefined],
    ['last 24h', '24h', undefined],
    ['in the past 30mins', '30m', undefined],
    ['more than 2 wks ago', undefined, '2w'],
    ['since last week', '2026-03-02', undefined],
    ['since last night', '2026-03-10T07:00:00.000Z', undefined],
    ['since midnight', '2026-03-10T13:00:00.000Z', undefined],
    ['since 11pm', '2026-03-10T12:00:00.000Z', undefined],
    ['between Monday and now', '2026-03-09', '2026-03-10T22:30:00.000Z'],
    ['within the hour', '1h', undefined],
    ['last weekend', '2026-03-07', '2026-03-09'],
    ['in 2025', '2025-01-01', '2026-01-01'],
    ['before 2025', undefined, '2025-01-01'],
    ['at 23:00 yesterday', '2026-03-10T12:00:00.000Z', '2026-03-10T13:00:00.000Z'],
    ['at 23:10 yesterday', '2026-03-10T12:10:00.000Z', '2026-03-10T12:11:00.000Z'],
    ['after 3am', '2026-03-10T16:00:00.000Z', undefined],
    ['between 3am and 5am', '2026-03-10T16:00:00.000Z', '2026-03-10T18:00:00.000Z'],
    ['between 3 and 5 am', '2026-03-10T16:00:00.000Z', '2026-03-10T18:00:00.000Z'],
    ['between 22:00 and 3:00', '2026-03-10T11:00:00.000Z', '2026-03-10T16:00:00.000Z'],
  ])('AI-10 %s', (text, from, to) => {
    expect(spanIn(text)).toEqual({ from, to, others: 0 });
  });

  test('AI-10 tonight, asked after midnight, is the night that is not over', () => {
    const night = { ...at, now: new Date('2026-03-10T16:00:00Z') };
    expect(spanIn('down tonight', night)).toMatchObject({ from: '2026-03-10T07:00:00.000Z' });
  });

  test.each([
    ['this month', '2026-03-01', '2026-04-01'],
    ['this week', '2026-03-09', '2026-03-16'],
    ['by Friday', undefined, '2026-03-13'],
    ['on Friday', '2026-03-13', '2026-03-14'],
    ['in January', '2027-01-01', '2027-02-01'],
    ['before 1 February', undefined, '2027-02-01'],
    ['last month', '2026-02-01', '2026-03-01'],
    ['over the weekend', '2026-03-14', '2026-03-16'],
    ['next month', '2026-04-01', '2026-05-01'],
    ['next week', '2026-03-16', '2026-03-23'],
    ['in the next month', undefined, '+1mo'],
  ])('AI-10 %s, of something in the future', (text, from, to) => {
    expect(spanIn(text, { ...at, isAhead: true } as typeof at)).toEqual({ from, to, others: 0 });
  });

  test.each([
    'memory from 20% to 70%',
    'cpu over 80',
    'servers with 8 cores',
    'Windows Server 2019',
    'lds-mail-01 pm',
    'restart web-1.',
    'what is down right now',
    '10.0.0.0/8',
  ])('AI-10 %s names no time', (text) => {
    expect(timesIn(text, at)).toEqual([]);
  });

  test.each([
    'on 31 December 9999',
    '9999-12-31T23:59:59.999Z',
    'in the year 500 BC',
    'more than 9999 years ago',
    '9999 years ago',
    'since 1 January 0050 at 03:00',
  ])('AI-10 %s stays within years of four digits', (text) => {
    const moments = ['Pacific/Auckland', 'America/St_Johns']
      .flatMap((timeZone) => timesIn(text, { ...at, timeZone }))
      .flatMap(({ from, to }) => [from, to].filter((moment) => moment !== undefined));
    expect(moments).toEqual(
      moments.map(() => expect.stringMatching(/^\d{4}-\d\d-\d\d(T.*Z)?$|^\d{1,4}[a-z]+$/)),
    );
  });

  test('AI-10 the day is that of the reader, also when clocks change', () => {
    const beforeMidnight = new Date('2026-12-31T12:58:00Z');
    expect(spanIn('today', { now: beforeMidnight, timeZone: 'Australia/Sydney' }).from).toBe('2026-12-31');
    expect(spanIn('today', { now: beforeMidnight, timeZone: 'Pacific/Auckland' }).from).toBe('2027-01-01');
    // Clocks in London go forward on 29 March 2026 at 1:00.
    const change = { now: new Date('2026-03-29T12:00:00Z'), timeZone: 'Europe/London' };
    expect(spanIn('at 03:00 today', change).from).toBe('2026-03-29T02:00:00.000Z');
    expect(spanIn('at 00:30 today', change).from).toBe('2026-03-29T00:30:00.000Z');
  });
});
