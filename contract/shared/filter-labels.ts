import { exactTime, type TimeStyle } from './dates.ts';
import {
  AGE_PATTERN,
  type Comparison,
  type Condition,
  type FilledField,
  type Filter,
  type Moment,
  type QueryEvent,
} from './inventory-query.ts';
import { SERVER_FIELDS, shortLabel, type Figure, type ServerField } from './server-fields.ts';

/** Describes filters for chips and replies: "Environment: production", "CPU over 80 %", "added in the last 7 days". */

export const FIGURE_LABELS: Record<Figure, string> = {
  cpuUsage: 'CPU',
  memoryUsage: 'Memory',
  diskUsage: 'Disk',
  uptime: 'Uptime',
};
const COMPARISONS: Record<Comparison, string> = {
  '<': 'under',
  '<=': 'at most',
  '>': 'over',
  '>=': 'at least',
};
const EXTRA_LABELS: Record<Exclude<FilledField, ServerField>, string> = {
  check: 'health check',
  document: 'linked document',
  outage: 'recorded outage',
  certificate: 'certificate',
  lastHealthCheck: 'check result',
  ...FIGURE_LABELS,
};
const EVENTS: Record<QueryEvent, string> = {
  added: 'added',
  changed: 'changed',
  outage: 'down',
  failed: 'failed',
  down: 'ongoing outage began',
  recovered: 'recovered',
  checked: 'checked',
  certificate: 'certificate expires',
};

export function labelOf(condition: Condition, style?: TimeStyle): string {
  const not = 'not' in condition && condition.not ? 'not ' : '';
  switch (condition.kind) {
    case 'is':
      return `${not}${shortLabel(condition.field)}: ${condition.values.join(' or ')}`;
    case 'figure':
      return `${FIGURE_LABELS[condition.field]} ${COMPARISONS[condition.op]} ${figureText(condition.field, condition.value)}`;
    case 'filled':
      return `${not ? 'no' : 'has'} ${filledLabel(condition.field)}`;
    case 'time':
      return `${not}${EVENTS[condition.event]} ${spanLabel(condition.from, condition.to, style)}`;
    case 'address':
      return `${not}IP in ${condition.cidr}`;
    case 'text':
      return `${not}${condition.exact ? 'word' : 'text'} “${condition.text}”`;
    case 'server':
      return `${not}${condition.ids.length === 1 ? 'this server' : `these ${condition.ids.length} servers`}`;
  }
}

/** All conditions on one line; empty without any. */
export const filterLabel = (filter: Filter, style?: TimeStyle): string =>
  filter.map((group) => group.map((one) => labelOf(one, style)).join(' or ')).join(', ');

const filledLabel = (field: FilledField): string =>
  field in SERVER_FIELDS
    ? shortLabel(field as ServerField)
    : EXTRA_LABELS[field as keyof typeof EXTRA_LABELS];

/** A percentage, or for the uptime a duration in its largest whole unit. */
export function figureText(figure: Figure, value: number): string {
  if (figure !== 'uptime') return `${Math.round(value * 100) / 100} %`;
  const units: [number, string][] = [
    [86_400, 'day'],
    [3_600, 'hour'],
    [60, 'minute'],
  ];
  const [seconds, unit] = units.find(([size]) => value >= size) ?? [1, 'second'];
  const count = Math.round((value / seconds) * 10) / 10;
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

const UNITS: Record<string, string> = { m: 'minute', h: 'hour', d: 'day', w: 'week', mo: 'month', y: 'year' };

/** "in the last 7 days", "more than 7 days ago", "since 2026-01-31", "from … to …". Instants are in the reader's time zone. */
export function spanLabel(from: Moment | undefined, to: Moment | undefined, style?: TimeStyle): string {
  const momentLabel = (moment: Moment) => labelOfMoment(moment, style);
  if (isNow(from) && to?.startsWith('+')) return `in the next ${ageLabel(to)}`;
  if (from !== undefined && to !== undefined && isOneDay(from, to)) return `on ${from}`;
  if (from !== undefined && to !== undefined) return `from ${momentLabel(from)} to before ${momentLabel(to)}`;
  if (from !== undefined)
    return isAge(from) && !isNow(from)
      ? from.startsWith('+')
        ? `after ${ageLabel(from)}`
        : `in the last ${ageLabel(from)}`
      : `since ${momentLabel(from)}`;
  if (to === undefined) return '';
  return isAge(to) && !isNow(to)
    ? to.startsWith('+')
      ? `within ${ageLabel(to)}`
      : `more than ${ageLabel(to)} ago`
    : `before ${momentLabel(to)}`;
}

const isOneDay = (from: Moment, to: Moment) =>
  from.length === 10 && to.length === 10 && Date.parse(to) - Date.parse(from) === 86_400_000;

const isNow = (moment: Moment | undefined) => moment !== undefined && /^\+?0\D/.test(moment);

const isAge = (moment: Moment) => AGE_PATTERN.test(moment);

function ageLabel(moment: Moment): string {
  const [, count = '', unit = ''] = AGE_PATTERN.exec(moment) ?? [];
  return `${count} ${UNITS[unit]}${count === '1' ? '' : 's'}`;
}

function labelOfMoment(moment: Moment, style?: TimeStyle): string {
  if (isNow(moment)) return 'now';
  if (isAge(moment)) return moment.startsWith('+') ? `in ${ageLabel(moment)}` : `${ageLabel(moment)} ago`;
  return moment.length === 10 ? moment : exactTime(moment, style);
}
