// Days, months and times of day as questions name them, on a wall clock that stands still.
import { describe, expect, test } from 'vitest';
import { takeCalendarSpan } from './calendar.ts';
import { Sentence } from './words.ts';

/** A Sunday. */
const NOW = '2026-11-22 17:55';
const read = (time: string) => takeCalendarSpan(new Sentence(`What changed ${time}?`), NOW);

describe('AI-10 a time that a question names', () => {
  test.each([
    ['on 22/11/2026', '2026-11-22 00:00', '2026-11-23 00:00', 'on 22 November 2026'],
    ['on 5/6/2026', '2026-06-05 00:00', '2026-06-06 00:00', 'on 5 June 2026'],
    ['on 11/22/2026', '2026-11-22 00:00', '2026-11-23 00:00', 'on 22 November 2026'],
    ['on 3/11', '2026-11-03 00:00', '2026-11-04 00:00', 'on 3 November 2026'],
    ['on 2026-11-01', '2026-11-01 00:00', '2026-11-02 00:00', 'on 1 November 2026'],
    ['on the 3rd of November', '2026-11-03 00:00', '2026-11-04 00:00', 'on 3 November 2026'],
    ['on Dec 24', '2025-12-24 00:00', '2025-12-25 00:00', 'on 24 December 2025'],
    ['in October', '2026-10-01 00:00', '2026-11-01 00:00', 'in October 2026'],
    ['in December', '2025-12-01 00:00', '2026-01-01 00:00', 'in December 2025'],
    ['in October 2025', '2025-10-01 00:00', '2025-11-01 00:00', 'in October 2025'],
    ['in 2025', '2025-01-01 00:00', '2026-01-01 00:00', 'in 2025'],
    ['last night', '2026-11-21 18:00', '2026-11-22 06:00', 'last night (18:00 to 6:00)'],
    ['this morning', '2026-11-22 00:00', '2026-11-22 12:00', 'this morning (0:00 to 12:00)'],
    ['yesterday morning', '2026-11-21 06:00', '2026-11-21 12:00', 'yesterday morning (6:00 to 12:00)'],
    ['on Friday night', '2026-11-20 18:00', '2026-11-21 06:00', 'on Friday night (18:00 to 6:00)'],
    ['last weekend', '2026-11-14 00:00', '2026-11-16 00:00', 'on the weekend of 14 November 2026'],
    ['since 14:00', '2026-11-22 14:00', undefined, 'since 14:00 today'],
    ['since 23:50', '2026-11-21 23:50', undefined, 'since 23:50 yesterday'],
    ['since yesterday 14:00', '2026-11-21 14:00', undefined, 'since 14:00 yesterday'],
    ['since 2 pm yesterday', '2026-11-21 14:00', undefined, 'since 14:00 yesterday'],
    ['since Monday at 9:30 am', '2026-11-16 09:30', undefined, 'since 9:30 on Monday'],
    ['last Sunday', '2026-11-15 00:00', '2026-11-16 00:00', 'on Sunday, 15 November 2026'],
    ['at 2 am', '2026-11-22 02:00', '2026-11-22 02:01', 'at 2:00 today'],
    ['at midnight', '2026-11-22 00:00', '2026-11-22 00:01', 'at 0:00 today'],
    ['on Friday at 23:59', '2026-11-20 23:59', '2026-11-21 00:00', 'at 23:59 on Friday'],
    ['at 11 pm', '2026-11-21 23:00', '2026-11-21 23:01', 'at 23:00 yesterday'],
    ['since October', '2026-10-01 00:00', undefined, 'since October 2026'],
  ])('AI-10 %s', (time, from, until, said) => {
    expect(read(time)).toEqual({ from, said, ...(until ? { until } : {}) });
  });

  test.each([
    ['on 31/02/2026', 'The calendar has no day “31/02/2026”.'],
    ['since 2026-13-01', 'The calendar has no day “2026-13-01”.'],
    ['since 25:00', 'No day has such a time.'],
    ['on 25/12/2026', 'Nothing is recorded yet: 25 December 2026 is still to come.'],
    ['this evening', 'Nothing is recorded yet: this evening (18:00 to 24:00) is still to come.'],
    ['tomorrow', '“tomorrow” is still to come: only what has happened is recorded.'],
  ])('AI-10 %s is no time of the past', (time, lack) => {
    expect(read(time)).toEqual({ lack });
  });

  test.each([
    'between the racks',
    'on web-2026',
    'with 24 disks',
    'with 3/11 cores',
    'for the service in may be stale',
  ])('AI-10 %s is no time', (time) => {
    expect(read(time)).toBeUndefined();
  });
});
