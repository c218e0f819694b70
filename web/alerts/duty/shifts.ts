import type { Duty } from '../../../contract/calls/duty.ts';

const WEEK_MS = 7 * 86_400_000;

/** One time that an entry is on duty. */
export type Shift = { entry: Duty; from: Date; to: Date; isNow: boolean };

/** The shifts of the next seven days, the next one first. A weekly entry has up to two: the current one, and that of next week. */
export function shiftsOf(list: Duty[], now: number): Shift[] {
  return list
    .flatMap((entry) => {
      const [from, to] = [Date.parse(entry.from), Date.parse(entry.to)];
      const passed = entry.weekly ? Math.max(0, Math.ceil((now - to) / WEEK_MS)) : 0;
      const weeks = entry.weekly ? [passed, passed + 1] : [0];
      return weeks.map((week) => ({
        entry,
        from: from + week * WEEK_MS,
        to: to + week * WEEK_MS,
        isNow: entry.isNow && week === passed,
      }));
    })
    .filter(({ from, to }) => to > now && from < now + WEEK_MS)
    .toSorted((a, b) => a.from - b.from)
    .map(({ from, to, ...shift }) => ({ ...shift, from: new Date(from), to: new Date(to) }));
}
