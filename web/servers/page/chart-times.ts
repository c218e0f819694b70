import { exactTime } from '../../../contract/dates.ts';

/** Seconds. */
const DAY = 86_400;

/**
 * Labels of a time axis in the account's time zone: the date if the steps are days or at midnight, else the time.
 * Repeated labels are omitted, as with steps below a minute.
 */
export function timeLabels(instants: number[], step: number, timeZone: string): string[] {
  const labels = instants.map((seconds) => {
    const [date = '', time = ''] = exactTime(new Date(seconds * 1000), timeZone).split(', ');
    const day = date.split('/').slice(0, 2).join('/');
    return step >= DAY || time === '12:00 am' ? day : time;
  });
  return labels.map((label, index) => (label === labels[index - 1] ? '' : label));
}
