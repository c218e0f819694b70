import type { WeeklyRange } from '../../contract/shared/alert-words.ts';

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const clocks = new Map<string, Intl.DateTimeFormat>();

/** Whether a moment lies within a range. One that passes midnight belongs to the day on which it begins. */
export function isWithin({ days, from, to, zone }: WeeklyRange, moment: number): boolean {
  const { day, time } = localTime(moment, zone);
  const passesMidnight = to <= from;
  if (time >= from) return days.includes(day) && (passesMidnight || time < to);
  return passesMidnight && time < to && days.includes(day === 1 ? 7 : day - 1);
}

function localTime(moment: number, zone: string): { day: number; time: string } {
  const clock =
    clocks.get(zone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
  clocks.set(zone, clock);
  const parts = Object.fromEntries(clock.formatToParts(moment).map(({ type, value }) => [type, value]));
  return {
    day: DAYS.indexOf(parts['weekday'] ?? '') + 1,
    time: `${parts['hour'] ?? ''}:${parts['minute'] ?? ''}`,
  };
}
