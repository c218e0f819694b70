import { DAYS_OF_WARNING } from '../../../contract/calls/checks.ts';
import {
  AGE_PATTERN,
  type Comparison,
  type Condition,
  type QueryEvent,
} from '../../../contract/shared/inventory-query.ts';
import { instantOf } from '../../servers/filter-sql.ts';
import { means, type Time } from './meaning.ts';
import type { Matched, Pattern, Piece } from './pattern.ts';

/** An age of nothing, so that a stored query moves with the clock. */
export const NOW = '+0d';
const EVENTS: Record<string, QueryEvent> = {
  added: 'added',
  changed: 'changed',
  recovered: 'recovered',
  checked: 'checked',
};

export const timeOf = (match: Matched): Time | undefined => match.one('time')?.time;
const isNot = (match: Matched) => match.has('not', 'none', 'never');

/** A time of an event. Nothing but the end of a certificate is known in advance. */
export function timeCondition(event: QueryEvent, time: Time | undefined, not = false): Condition | undefined {
  if (!time || time.to?.startsWith('+') || (time.from ?? time.to) === undefined) return undefined;
  const { from, to } = time;
  return { kind: 'time', event, ...(from && { from }), ...(to && { to }), ...(not && { not: true }) };
}

const asPiece = (condition: Condition | undefined, more: Piece = {}): Piece | undefined =>
  condition && { ...more, where: [condition] };

const eventIn = (match: Matched): Piece | undefined => {
  const event = EVENTS[match.one('event')?.of ?? ''];
  return event && asPiece(timeCondition(event, timeOf(match), isNot(match)));
};

/** Whether the question is about what was, not about what is. */
export const isPast = (match: Matched): boolean => {
  const cue = match.found.find(({ meaning }) => ['down', 'fell', 'value', 'event'].includes(meaning.is));
  return (
    match.found.some(({ meaning }) => meaning.is === 'fell' || meaning.of === 'past') ||
    match.context.spans
      .slice(0, cue?.at ?? 0)
      .some((span) => means(span, 'past') || span.meanings.some(({ of }) => of === 'past'))
  );
};

/** "Down", or a status that means it. */
export const isOffline = (match: Matched): boolean => {
  const value = match.one('value');
  return match.has('down', 'fell') || (value?.of === 'status' && value.values?.includes('offline') === true);
};

/** "Down for 2 days", "offline since Monday" last; "was down since Monday" includes outages that ended. */
export function outageTime(match: Matched, not = false): Condition | undefined {
  const time = timeOf(match);
  if (!time || !isOffline(match)) return undefined;
  if (not || match.has('fell'))
    return timeCondition(match.has('fell') && !not ? 'failed' : 'outage', time, not);
  const wasDown = isPast(match);
  // No condition says how long an outage was that ended.
  if (time.isDuration && wasDown) return undefined;
  const to = time.isDuration ? time.from : wasDown ? undefined : time.since;
  return to === undefined ? timeCondition('outage', time) : { kind: 'time', event: 'down', to };
}

const downAt = (match: Matched): Piece | undefined => asPiece(outageTime(match));
const notDown = (match: Matched): Piece | undefined =>
  match.has('outages')
    ? asPiece(timeCondition('outage', timeOf(match), true), { from: 'servers' })
    : asPiece(outageTime(match, true));

/** "Down for more than 2 hours": an outage that lasts. */
function downFor(match: Matched): Piece | undefined {
  const number = match.number();
  const op = match.one('compare')?.of as Comparison | undefined;
  if (!number || !op || !isOffline(match) || isPast(match)) return undefined;
  const age = ageOf(number.value);
  return { where: [{ kind: 'time', event: 'down', ...(op.startsWith('<') ? { from: age } : { to: age }) }] };
}

/** Seconds as an age, in the largest unit that counts them without a rest. */
function ageOf(seconds: number): string {
  const sizes: [number, string][] = [
    [86_400, 'd'],
    [3_600, 'h'],
    [60, 'm'],
  ];
  const [size, unit] = sizes.find(([one]) => seconds % one === 0 && seconds / one < 10_000) ?? [86_400, 'd'];
  return `${Math.min(9_999, Math.ceil(seconds / size))}${unit}`;
}

/** What expires in the next days has not expired yet. */
function expiring(match: Matched): Piece | undefined {
  const time = match.has('soon') ? { to: `+${DAYS_OF_WARNING}d` } : timeOf(match);
  if (!time) return undefined;
  const { from, to } = time;
  // "Expires within two weeks" is in the future.
  const isAge = from !== undefined && AGE_PATTERN.test(from) && !from.startsWith('+');
  const until = isAge ? `+${from}` : to;
  const since = until?.startsWith('+') ? (isNot(match) ? undefined : NOW) : from;
  return certificate({ ...(since && { from: since }), ...(until && { to: until }) }, isNot(match));
}

const expired = (match: Matched): Piece => certificate(timeOf(match) ?? { to: NOW }, isNot(match));

const certificate = ({ from, to }: Time, not: boolean): Piece => ({
  where: [
    {
      kind: 'time',
      event: 'certificate',
      ...(from && { from }),
      ...(to && { to }),
      ...(not && { not: true }),
    },
    ...(not ? [{ kind: 'filled' as const, field: 'certificate' as const }] : []),
  ],
});

/** A server that booted within a period has been up no longer than since its start, and at least since its end. */
function booted(match: Matched): Piece | undefined {
  const { from, to } = timeOf(match) ?? {};
  const { at } = match.context;
  const uptime = (op: Comparison, moment: string): Condition => {
    const seconds = Math.round((at.now.getTime() - instantOf(moment, at).getTime()) / 1_000);
    return { kind: 'figure', field: 'uptime', op, value: Math.max(0, seconds) };
  };
  if (to?.startsWith('+')) return undefined;
  // What runs since Monday did not boot within the time, but before it.
  if (isNot(match) !== match.has('running', 'up'))
    return from === undefined ? undefined : { where: [uptime('>', from)] };
  const isOver = to !== undefined && instantOf(to, at) < at.now;
  const where = [...(from === undefined ? [] : [uptime('<', from)]), ...(isOver ? [uptime('>=', to)] : [])];
  return where.length > 0 ? { where } : undefined;
}

/** What happened when. A time may stand before or behind what happened. */
export const TIME_PATTERNS: Pattern[] = [
  ['[not]? [event] … [time]', 'servers added in the last 7 days', eventIn],
  ['[time] … [event]', 'this week, which servers were added?', eventIn],
  ['[down|value:status] … [time]', 'what was down yesterday?', downAt],
  ['[fell] … [time]', 'what went down yesterday?', downAt],
  ['[time] … [down|fell]', 'yesterday, what went down?', downAt],
  ['[not|never] [down|fell] … [time]', 'servers never down since Tuesday', notDown],
  ['[none] [outages] … [time]', 'servers without outages this month', notDown],
  ['[down|value:status] [compare] [number:time]', 'down for more than 2 hours', downFor],
  ['[not]? [expires] … [time|soon]', 'certificates that expire in the next 30 days', expiring],
  ['[time] … [expires]', 'in the next 30 days, which certificates expire?', expiring],
  ['[not]? [expired] … [time]?', 'which certificates expired?', expired],
  [
    '[expires]',
    'certificates that run out',
    ({ context }) =>
      context.isOfHost
        ? { fields: ['certificate'] }
        : {
            where: [{ kind: 'time', event: 'certificate', from: NOW }],
            ask: { kind: 'top', by: 'certificate', direction: 'asc', take: 50 },
          },
    1.2,
  ],
  ['[not|never]? [reboot] … [time]', 'servers rebooted in the last 7 days', booted],
  ['[running|up] … [time]', 'servers up for 30 days', booted],
  ['[running|up] [time] [above]', 'up for 30 days or more', booted],
  [
    '[changes] … [time]',
    'what changed today?',
    (m) => asPiece(timeCondition('changed', timeOf(m)), { from: 'changes' }),
  ],
  [
    '[time] … [changes]',
    'today, what changed?',
    (m) => asPiece(timeCondition('changed', timeOf(m)), { from: 'changes' }),
  ],
  [
    '[outages] … [time]',
    'outages this week',
    (m) => asPiece(timeCondition('outage', timeOf(m)), { from: 'outages' }),
  ],
  [
    '[time] … [outages]',
    'this week, which outages were there?',
    (m) => asPiece(timeCondition('outage', timeOf(m)), { from: 'outages' }),
  ],
];
