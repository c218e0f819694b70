import type { Ask, Condition } from '../../../contract/shared/inventory-query.ts';
import { averageOf, isMany, placeOf } from './ranking.ts';
import type { Matched, Pattern, Piece } from './pattern.ts';
import { isOffline, isPast, NOW, outageTime, timeCondition, timeOf } from './time-patterns.ts';

/** The time of outages that a row may name. Undefined if there is one that no condition can say. */
function conditionsIn(match: Matched): Condition[] | undefined {
  if (!match.has('time')) return [];
  const recovered = match.one('event')?.of === 'recovered';
  const condition = recovered
    ? timeCondition('recovered', timeOf(match))
    : match.has('down', 'fell', 'value')
      ? outageTime(match)
      : timeCondition('outage', timeOf(match));
  return condition && [condition];
}

/** A list, a number or a ranking of outages. */
const outages = (match: Matched, ask?: Ask): Piece | undefined => {
  const where = conditionsIn(match);
  return where && { from: 'outages', where, ...(ask && { ask }) };
};

const direction = (match: Matched) =>
  match.has('shortest', 'first') || match.one('number')?.of === 'place' ? 'asc' : 'desc';

/** "Last outages" are all of them; "last outage" and "last 3 outages" are a ranking. */
function byBegin(match: Matched): Piece | undefined {
  const isAll = !match.has('number') && match.text('outages').endsWith('s');
  const number = match.all('number').find(({ of }) => of === 'plain');
  return outages(
    match,
    isAll
      ? { kind: 'list', fields: [] }
      : { kind: 'top', by: 'createdAt', direction: direction(match), ...placeOf(number, 1) },
  );
}

const byLength = (match: Matched): Piece | undefined => {
  const number = match.one('number');
  return outages(match, {
    kind: 'top',
    by: 'duration',
    direction: match.has('shortest') ? 'asc' : 'desc',
    ...placeOf(number, 1),
  });
};

/** What lasts is ranked as outages, and what was as the time that servers were down. */
function longestDown(match: Matched): Piece | undefined {
  const where = conditionsIn(match);
  if (!where || !isOffline(match)) return undefined;
  const by = 'duration' as const;
  const rank = {
    kind: 'top' as const,
    by,
    direction: match.has('shortest') ? ('asc' as const) : ('desc' as const),
    take: isMany(match) ? 5 : 1,
  };
  const isLasting = where.some((one) => one.kind === 'time' && one.event === 'down');
  if (where.length === 0 && !isPast(match))
    return { from: 'outages', where: [{ kind: 'time', event: 'down', to: NOW }], ask: rank };
  if (isLasting) return { from: 'outages', where, ask: rank };
  // One server has no ranking.
  return match.context.isOfHost ? undefined : { from: 'servers', where, ask: rank };
}

/** Servers without any outage have no place in a ranking by their number, and one server has no ranking. */
function mostDown(match: Matched): Piece | undefined {
  const where = conditionsIn(match);
  if (!where || match.context.isOfHost || match.has('least') || (match.has('value') && !isOffline(match)))
    return undefined;
  const number = match.one('number');
  return {
    from: 'servers',
    where,
    ask: { kind: 'top', by: 'outages', direction: 'desc', ...placeOf(number, isMany(match) ? 5 : 1) },
  };
}

const mostOutages = (match: Matched): Piece | undefined => {
  if (match.context.isOfHost || match.has('least')) return undefined;
  const where = conditionsIn(match);
  const number = match.one('number');
  return (
    where && {
      from: 'outages',
      where,
      ask: { kind: 'top', by: 'outages', direction: 'desc', ...placeOf(number, 5) },
    }
  );
};

function groupsOfOutages(match: Matched): Piece | undefined {
  const where = conditionsIn(match);
  const by = match.one('group', 'groups')?.of;
  return (
    where && {
      from: 'outages',
      where,
      ask: { kind: 'group', by, order: match.has('least') ? 'fewest' : 'most' } as Ask,
    }
  );
}

/** "What went down last?", "which server came back last?" */
function lastDown(match: Matched): Piece | undefined {
  const recovered = match.one('event')?.of === 'recovered';
  const where = conditionsIn(match);
  if (!where || (!recovered && !isOffline(match))) return undefined;
  const number = match.all('number').find(({ of }) => of === 'plain');
  const ask: Ask = {
    kind: 'top',
    by: 'createdAt',
    direction: direction(match),
    ...placeOf(number, isMany(match) ? 5 : 1),
  };
  const isAny = recovered && where.length === 0;
  return { from: 'outages', where: isAny ? [{ kind: 'time', event: 'recovered', to: NOW }] : where, ask };
}

/** About the past: "when a server goes down, whom do I call?" is another question. */
function whenDown(match: Matched): Piece | undefined {
  const recovered = match.one('event')?.of === 'recovered';
  if (!recovered && !isOffline(match)) return undefined;
  const isOfPast = / (?:was|were)$/.test(match.text('when')) || match.has('past');
  return match.context.isOfHost || isOfPast ? outages(match) : undefined;
}

const lengthOf = (match: Matched): Piece | undefined => {
  const where = conditionsIn(match);
  const ask = averageOf(match, 'duration');
  return where && ask && { from: 'outages', where, ask };
};

const serversWithOutage = (match: Matched): Piece | undefined => {
  const where = conditionsIn(match);
  return (
    where && {
      from: 'servers',
      where: where.length > 0 ? where : [{ kind: 'filled', field: 'outage' }],
      ask: { kind: 'count' },
    }
  );
};

/** Outages, and servers by their outages. */
export const OUTAGE_PATTERNS: Pattern[] = [
  ['[outages]', 'outages of web-1', () => ({ from: 'outages' })],
  ['[last] [outages]', 'last outage', byBegin],
  ['[last|first] [number:plain]? [outages] … [time]?', 'last 3 outages', byBegin],
  ['[number:place] [outages] … [time]?', 'first outage of Web Team this month', byBegin],
  ['[number]? [longest|shortest] [number]? [outages] … [time]?', 'longest outage this week', byLength],
  ['[outages] [length]? [longest|shortest]', 'which outage lasted the longest?', byLength],
  [
    '[count] … [outages] … [time]?',
    'how many outages were there this week?',
    (m) => outages(m, { kind: 'count' }),
  ],
  ['[count] [servers] … [outages] … [time]?', 'how many servers had outages this week?', serversWithOutage],
  [
    '[often] … [down|fell|outages|value:status] … [time]?',
    'how often was web-1 down this month?',
    (m) => (m.has('value') && !isOffline(m) ? undefined : outages(m, { kind: 'count' })),
  ],
  [
    '[down|value:status] … [longest|shortest] … [time]?',
    'which server has been down the longest?',
    longestDown,
  ],
  ['[longest|shortest] [down|value:status]', 'longest offline server', longestDown],
  [
    '[down|fell|value:status] [most|least] … [time]?',
    'which server was down most often this month?',
    mostDown,
  ],
  [
    '[servers] … [most|least] [outages] … [time]?',
    'which server had the most outages this month?',
    mostOutages,
  ],
  ['[most] [number]? [servers] … [outages] … [time]?', 'top 3 servers by outages', mostOutages],
  ['[group] … [most|least] [outages] … [time]?', 'which team had the most outages?', groupsOfOutages],
  [
    '[down|fell|event:recovered|value:status] [last|first|number:place] … [time]?',
    'what went down last?',
    lastDown,
  ],
  [
    '[last|first] [number]? [servers]? [down|fell|event:recovered|value:status] … [time]?',
    'last 3 servers that went down',
    lastDown,
  ],
  ['[when] … [last] [down|fell|value:status]', 'when was web-1 last down?', lastDown],
  ['[when] [past]? … [down|fell|event:recovered|value:status]', 'when did web-1 go down?', whenDown],
  [
    '[howLong:past] … [down|fell|value:status] … [time]?',
    'how long was web-1 down?',
    (m) => (isOffline(m) ? outages(m) : undefined),
  ],
  ['[average] [outages] [length] … [each]? [group]? … [time]?', 'average outage length per team', lengthOf],
  ['[average] [length] [outages] … [time]?', 'average length of outages this week', lengthOf],
  ['[number]? [percentile] … [outages] [length]', '90th percentile of outage lengths', lengthOf],
  [
    '[howLong] … [outages|down] [length]? … [average] … [time]?',
    'how long do outages last on average?',
    lengthOf,
  ],
  ['[average] … [howLong] … [down] … [time]?', 'on average how long is a server down this week?', lengthOf],
  ['[average]? [downtime] … [time]?', 'how much downtime did we have on Monday?', lengthOf],
];
