import type { ServerLimits } from '../../../contract/shared/server-limits.ts';
import { minutesOf, secondsOf } from '../../lib/minutes.ts';

type FigureKey = Exclude<keyof ServerLimits['thresholds'], 'disks'>;

export const FIGURE_LABELS: [FigureKey, string][] = [
  ['cpuUsage', 'CPU'],
  ['memoryUsage', 'Memory'],
  ['diskUsage', 'Disks'],
];

export const EXPIRES_LABELS: [keyof ServerLimits['expires'], string][] = [
  ['licence', 'Licence'],
  ['warranty', 'Warranty'],
  ['contract', 'Contract'],
  ['domain', 'Domain'],
];

type Row = { percent: string; minutes: string };

/** What is typed: texts, which the server checks. */
export type LimitsDraft = {
  figures: Record<FigureKey, Row>;
  disks: (Row & { place: string })[];
  expires: Record<keyof ServerLimits['expires'], string>;
  leadDays: string;
};

const NOTHING: Row = { percent: '', minutes: '' };
export const NO_DISK = { ...NOTHING, place: '' };

const rowOf = (limit: { percent: number; seconds: number } | undefined): Row =>
  limit
    ? { percent: String(limit.percent), minutes: limit.seconds > 0 ? minutesOf(limit.seconds) : '' }
    : NOTHING;

export const draftOf = ({ thresholds, expires, leadDays }: ServerLimits): LimitsDraft => ({
  figures: {
    cpuUsage: rowOf(thresholds.cpuUsage),
    memoryUsage: rowOf(thresholds.memoryUsage),
    diskUsage: rowOf(thresholds.diskUsage),
  },
  disks: (thresholds.disks ?? []).map((disk) => ({ ...rowOf(disk), place: disk.place })),
  expires: {
    licence: expires.licence ?? '',
    warranty: expires.warranty ?? '',
    contract: expires.contract ?? '',
    domain: expires.domain ?? '',
  },
  leadDays: String(leadDays),
});

/** The server refuses what is no number, as with minutes. */
const number = (typed: string) => (typed.trim() === '' ? NaN : Number(typed));

const thresholdOf = ({ percent, minutes }: Row) => ({
  percent: number(percent),
  seconds: minutes.trim() === '' ? 0 : secondsOf(minutes),
});

const isEmpty = ({ percent, minutes }: Row) => percent.trim() === '' && minutes.trim() === '';

/** The body of the call. Empty rows are left out. */
export function limitsOf({ figures, disks, expires, leadDays }: LimitsDraft): ServerLimits {
  const given = FIGURE_LABELS.filter(([key]) => !isEmpty(figures[key]));
  const named = disks.filter((disk) => !isEmpty(disk) || disk.place.trim() !== '');
  const days = Object.entries(expires).filter(([, day]) => day !== '');
  return {
    thresholds: {
      ...Object.fromEntries(given.map(([key]) => [key, thresholdOf(figures[key])])),
      ...(named.length > 0 && {
        disks: named.map((disk) => ({ ...thresholdOf(disk), place: disk.place })),
      }),
    },
    expires: Object.fromEntries(days),
    leadDays: number(leadDays),
  };
}
