import type { Ask, ReadableField } from '../../../contract/shared/inventory-query.ts';
import { ReadableField as Readable } from '../../../contract/shared/inventory-query.ts';
import { QUERY_LIMITS } from '../../../contract/shared/server-words.ts';
import { uniqueFields } from '../../../contract/shared/server-fields.ts';
import { means, type Meaning } from './meaning.ts';
import type { Matched, Pattern, Piece } from './pattern.ts';
import { averageOf, isMany, placeOf, RANKED } from './ranking.ts';
import { NOW, timeOf } from './time-patterns.ts';
import { isGroupField } from './spans.ts';

type Top = Extract<Ask, { kind: 'top' }>;
type Direction = Top['direction'];
const opposite = (direction: Direction): Direction => (direction === 'desc' ? 'asc' : 'desc');
const readable = (name: string | undefined): ReadableField | undefined => Readable.safeParse(name).data;

function top(match: Matched, by: Top['by'], direction: Direction): Piece {
  const number = match.one('number');
  const isSorted = match.has('sorted', 'each') && !match.has('most', 'rank', 'number');
  const place = isSorted ? { take: QUERY_LIMITS.take } : placeOf(number, isMany(match) ? RANKED : 1);
  return { ask: { kind: 'top', by, direction, ...place } };
}

/** "Highest cpu", "least disk space left" */
function ranked(match: Matched): Piece | undefined {
  const by = match.has('responseTime') ? 'responseTime' : match.one('figure')?.of;
  const direction = match.has('least', 'lowest') ? 'asc' : 'desc';
  const number = match.one('number');
  if (by === undefined || (number && number.of !== 'plain' && number.of !== 'place')) return undefined;
  return top(match, by as Top['by'], match.has('free') ? opposite(direction) : direction);
}

/** "Busiest server", whose word says by what. */
function rankedByWord(match: Matched): Piece | undefined {
  const { of, by } = match.one('rank') ?? {};
  const named = match.one('figure')?.of;
  if (by === undefined || (named !== undefined && named !== by)) return undefined;
  const piece = top(match, by as Top['by'], of === 'asc' ? 'asc' : 'desc');
  // What has expired does not expire next.
  return by === 'certificate'
    ? { ...piece, where: [{ kind: 'time', event: 'certificate', from: NOW }] }
    : piece;
}

const LAST: Record<string, Top['by']> = {
  added: 'createdAt',
  changed: 'updatedAt',
  checked: 'lastHealthCheck',
};
function lastEvent(match: Matched): Piece | undefined {
  const by = LAST[match.one('event')?.of ?? ''];
  return by && top(match, by, match.has('last') ? 'desc' : 'asc');
}

const groupIn = (match: Matched) => {
  const by = match.one('group', 'groups')?.of;
  return isGroupField(by) ? by : undefined;
};

const grouped = (match: Matched): Piece | undefined => {
  const by = groupIn(match);
  return by && { ask: { kind: 'group', by } };
};

/** "Which operating systems do we run?" asks for all values, unless the plural is one of several words in the middle. */
const allGroups = (match: Matched): Piece | undefined => {
  const first = match.context.spans.findIndex((span) => !span.isFiller && !means(span, 'count'));
  return first === match.found[0]?.at || match.has('count') ? grouped(match) : undefined;
};

function leading(match: Matched): Piece | undefined {
  const by = groupIn(match);
  const number = match.one('number');
  if (!by || (number && number.of !== 'plain')) return undefined;
  const take = number?.number && placeOf(number, 1).take;
  return { ask: { kind: 'group', by, order: match.has('least') ? 'fewest' : 'most', ...(take && { take }) } };
}

const average = (match: Matched): Piece | undefined => {
  const of = match.has('responseTime') ? 'responseTime' : match.one('figure')?.of;
  const ask = of === undefined ? undefined : averageOf(match, of as Extract<Ask, { kind: 'average' }>['of']);
  return ask && { ask };
};

/** The uptime of a period is a share of time; an uptime of now has no period. */
function availability(match: Matched): Piece | undefined {
  const time = timeOf(match);
  if (match.has('figure') && match.one('figure')?.of !== 'uptime') return undefined;
  if (time?.to?.startsWith('+')) return undefined;
  return {
    ask: { kind: 'availability', ...(time?.from && { from: time.from }), ...(time?.to && { to: time.to }) },
  };
}

/** Only some fields should differ everywhere. */
function duplicates(match: Matched): Piece | undefined {
  const of = uniqueFields.find((field) => match.all('field').some((one) => one.of === field));
  return of && !match.context.isOfHost ? { ask: { kind: 'duplicates', of } } : undefined;
}

const shown = (...meanings: (Meaning | undefined)[]): Piece | undefined => {
  const fields = meanings.flatMap((one) => readable(one?.of) ?? []);
  return fields.length > 0 && fields.length === meanings.length ? { fields } : undefined;
};

const EVENT_FIELDS: Record<string, ReadableField> = {
  added: 'createdAt',
  changed: 'updatedAt',
  checked: 'lastHealthCheck',
  recovered: 'status',
};
const ofHost = (match: Matched, field: ReadableField | undefined): Piece | undefined =>
  match.context.isOfHost && field ? { fields: [field] } : undefined;

const isStatus = (match: Matched) => match.one('value') === undefined || match.one('value')?.of === 'status';

/** "Who is Jane Doe?", "Jane's email": people by the words that identify them. */
const person = (match: Matched): Piece | undefined => {
  const where = match.all('person').map(({ text = '' }) => ({ kind: 'text' as const, text }));
  return { from: 'members', where };
};
const isWholeName = (match: Matched) => match.one('person')?.text?.includes(' ') === true;

/** What to say about the servers. */
export const ASK_PATTERNS: Pattern[] = [
  ['[servers]', 'all servers', () => ({ from: 'servers' })],
  ['[changes]', 'what changed?', () => ({ from: 'changes' })],
  ['[changes] … [last]', 'who changed web-1 last?', () => ({ from: 'changes' })],
  ['[people]', 'how many people are there?', () => ({ from: 'members' })],
  ['[people] … [person] [field]?', 'people of Operations', person],
  ['[who] [person]', 'who is Jane Doe?', person],
  ['[person] [contact|job|field]', "Jane Doe's email", person, 1.1],
  ['[contact|job] … [person]', 'email of Jane Doe', person],
  [
    '[person]',
    'Jane Doe',
    (m) => (isWholeName(m) || m.context.previous?.from === 'members' ? person(m) : undefined),
    1.3,
  ],
  [
    '[contact|job]',
    'who is Jane Doe? and her email?',
    (m) => (m.context.previous?.from === 'members' ? { from: 'members' } : undefined),
  ],
  ['[count] … [total]?', 'how many servers are there?', () => ({ ask: { kind: 'count' } })],
  ['[servers] [total]', 'servers in total', () => ({ from: 'servers', ask: { kind: 'count' } })],
  ['[total] [servers]', 'total servers', () => ({ from: 'servers', ask: { kind: 'count' } })],
  ['[share]', 'what share of production is virtual?', () => ({ ask: { kind: 'share', of: [] } })],
  ['[all]', 'are all servers in Leeds online?', () => ({ ask: { kind: 'share', of: [] } })],
  ['[average] [figure]', 'average cpu', average],
  ['[figure] … [average]', 'cpu of production on average', average],
  ['[average] … [figure] … [each] [group]', 'average cpu per team', average],
  ['[group] … [most]? [average] [figure]', 'which location has the highest average cpu?', average],
  ['[number] [percentile] … [figure|responseTime]', '95th percentile of cpu', average],
  ['[average]? [responseTime]', 'average response time', average],
  ['[average] … [responseTime] … [each] [group]', 'average response time per location', average],
  ['[group] … [most] [average]? [responseTime]', 'which team has the highest latency?', average],
  ['[number]? [most|least|worst] [free]? [figure] [free]?', 'second highest cpu', ranked],
  ['[lowest] [figure]', 'low cpu', ranked, 1.1],
  ['[number] [servers]? … [most|least] [free]? [figure]', 'the three servers with the most memory', ranked],
  ['[most] [number]? [servers]? [each] [figure|responseTime]', 'top 5 servers by memory', ranked],
  ['[servers]? [sorted] [figure]', 'servers sorted by cpu', ranked],
  ['[servers] [each] [figure]', 'servers by cpu', ranked],
  ['[most|least] [average]? [responseTime]', 'which server has the highest latency?', ranked],
  ['[number]? [rank] [number]? [servers|figure]?', 'busiest server', (m) => withSource(m, rankedByWord(m))],
  ['[rank] [servers]? [each] [figure]', 'busiest server by cpu', rankedByWord],
  ['[when] … [rank]', 'when was web-1 last rebooted?', rankedByWord],
  ['[oldest|longest] [figure:uptime]', 'longest uptime', (m) => top(m, 'uptime', 'desc')],
  ['[newest|shortest] [figure:uptime]', 'shortest uptime', (m) => top(m, 'uptime', 'asc')],
  ['[event] [last|first]', 'which server was added last?', lastEvent],
  ['[last|first] [event]', 'the servers that were last changed', lastEvent],
  ['[count|each]? … [each] [group|groups] [owns]?', 'servers per environment', grouped],
  ['[count] [groups] [owns]?', 'how many locations are there?', grouped],
  ['[groups] [owns]?', 'which operating systems do we run?', allGroups],
  ['[number]? [most|least] [group|groups]', 'most common operating system', leading],
  ['[group] [most|least]', 'which operating system is most common?', leading],
  ['[most] [number] [groups]', 'top 3 locations', leading],
  ['[group] [owns]? … [most|least] [servers]', 'which team owns the most servers?', leading],
  ['[duplicate] … [field]', 'servers with duplicate IP addresses', duplicates],
  ['[count]? … [field] … [duplicate]', 'which hostnames are used twice?', duplicates],
  ['[why]', 'why is web-1 down?', () => ({ ask: { kind: 'why' } })],
  ['[well|attention]', 'is web-1 ok?', (m) => (m.context.isOfHost ? { ask: { kind: 'why' } } : undefined)],
  [
    '[field|figure] … [well]',
    'is the certificate of web-1 ok?',
    (m) => (m.context.isOfHost ? shown(m.one('field', 'figure')) : undefined),
  ],
  ['[availability] … [time]?', 'availability of production this month', availability],
  ['[average]? [figure:uptime] … [time]', 'uptime of production this month', availability],
  ['[overview]', 'check server status', () => ({ ask: { kind: 'group', by: 'status' } })],
  [
    '[howLong] … [down|value:status]?',
    'how long has web-1 been down?',
    (m) => (isStatus(m) && m.one('howLong')?.of === undefined ? { ask: { kind: 'why' } } : undefined),
  ],
  ['[howLong] … [running|up]', 'how long has web-1 been up?', () => ({ fields: ['uptime'] })],
  ['[versus]', 'production vs staging', () => ({ says: ['versus'] })],
  ['[more] … [than]', 'are there more servers in Leeds than in Dublin?', () => ({ says: ['versus'] })],
  ['[more] … [or]', 'are there more servers in Leeds or in Dublin?', () => ({ says: ['versus'] })],
  ['[field]', 'servers with their IP', (m) => shown(m.one('field')), 1.2],
  ['[figure] [free]?', 'memory of web-1', (m) => shown(m.one('figure')), 1.2],
  ['[free] [figure]', 'free memory of web-1', (m) => shown(m.one('figure')), 1.2],
  ['[owns]', 'who owns web-1?', () => ({ fields: ['teamOwner'] }), 1.2],
  ['[where]', 'where is web-1?', () => ({ fields: ['serverLocation'] })],
  ['[running|up]', 'is web-1 up?', (m) => ofHost(m, 'status'), 1.2],
  ['[contact]', 'phone number for web-1', (m) => ofHost(m, 'keyContacts')],
  [
    '[when]? … [event]',
    'when was web-1 added?',
    (m) => ofHost(m, EVENT_FIELDS[m.one('event')?.of ?? '']),
    1.2,
  ],
  ['[when] … [reboot]', 'when did web-1 boot?', (m) => ofHost(m, 'uptime')],
  ['[when] … [field]', 'when was the last check of web-1?', (m) => shown(m.one('field'))],
  ['[when]? … [expires|expired]', 'when does web-1 expire?', (m) => ofHost(m, 'certificate'), 1.2],
  ['[manual]', 'how do I restart a mail relay?', () => ({ says: ['manual'] })],
  ['[documents]', 'which documents changed yesterday?', () => ({ says: ['manual', 'documents'] }), 1.2],
  ['[only]', 'only the virtual ones', () => ({})],
  ['[also]', 'what about Dublin?', () => ({})],
];

const withSource = (match: Matched, piece: Piece | undefined): Piece | undefined =>
  piece && (match.has('servers') ? { ...piece, from: 'servers' } : piece);

/** What the inventory does not record: the phrase at this place of the pattern stays unread. */
export const UNRECORDED: { shape: string; example: string; unread: number }[] = [
  { shape: '[event:changed] [field]', example: 'which servers changed owner this week?', unread: 1 },
  { shape: '[attention] [field]', example: 'servers on the wrong network', unread: 0 },
  { shape: '[value] [field:name]', example: 'servers with web in the name', unread: 0 },
  { shape: '[field:name] [value]', example: 'servers whose name contains web', unread: 1 },
  { shape: '[each] [group] [and] [group]', example: 'how many servers per os and environment?', unread: 3 },
];
