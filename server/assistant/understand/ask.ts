import {
  READABLE,
  type Ask,
  type InventoryQuery,
  type ReadableField,
} from '../../../contract/inventory-query.ts';
import { QUERY_LIMITS } from '../../../contract/server-words.ts';
import { uniqueFields, type GroupField, type UniqueField } from '../../../contract/server-fields.ts';
import { readAverage } from './averages.ts';
import { beside, startOf, type Part } from './conditions.ts';
import type { Meaning } from './meaning.ts';
import {
  asksFor,
  figureLeft,
  groupLeft,
  is,
  isGroup,
  isOnlyFiller,
  meaningOf,
  means,
  mark,
  near,
} from './spans.ts';
import type { Span } from './spans.ts';

/** Servers in a ranking when the question gives no number. */
const RANKED = 5;
type Asking = { parts: Part[]; from: InventoryQuery['from'] | undefined; hasHosts: boolean };
type Extreme = Extract<Meaning, { is: 'extreme' }>;

/** Reads which information the question wants about the matching servers. Run it after the conditions are read. */
export function readAsk(spans: Span[], { parts, from, hasHosts }: Asking): Ask {
  const take = (ask: string): boolean => {
    const [first, ...others] = spans.filter((one) => meaningOf(one, 'ask')?.ask === ask);
    // "How many in total" asks twice for the same. "How many here and how many there" are two questions.
    const isSame = ({ text }: Span) => text.toLowerCase() === first?.text.toLowerCase();
    mark(first, ...others.filter((one) => !isSame(one)));
    return first !== undefined;
  };
  if (take('overview')) {
    mark(...spans.filter((span) => is(span, 'field')));
    return { kind: 'group', by: 'status' };
  }
  // "Is web-1 ok?" asks for reasons, "is the certificate of web-1 ok?" for the certificate.
  const isOk = hasHosts && spans.some((one) => means(one, 'attention'));
  if (take('why') || (isOk && !spans.some((one) => is(one, 'field', 'figure')))) return { kind: 'why' };
  if (take('availability') || isUptimeOfPeriod(spans)) return { kind: 'availability', ...timeLeft(spans) };
  const average = readAverage(spans);
  if (average) return average;
  if (take('share') || (!hasHosts && parts.length > 0 && take('all'))) return { kind: 'share', of: [] };
  const isOfServers = from === undefined || from === 'servers';
  const duplicates = isOfServers && !hasHosts ? readDuplicates(spans) : undefined;
  if (duplicates) return duplicates;
  // These lists begin with the last one.
  if (from === 'outages' || from === 'changes')
    mark(...spans.filter(({ text }) => /^(?:last|latest)$/i.test(text)));
  const howLong = parts.length > 0 || hasHosts ? readHowLong(spans, parts) : undefined;
  const found =
    howLong ??
    readTop(spans, from) ??
    (isOfServers && !hasHosts ? readLast(spans) : undefined) ??
    (hasHosts || !(isOfServers || from === 'outages') ? undefined : readGroup(spans, parts));
  if (found) return found;
  if (take('count')) return { kind: 'count' };
  if (from === 'changes') return { kind: 'list', fields: [] };
  // People have none of the fields of servers.
  const fields = from === 'members' ? [] : readFields(spans, hasHosts);
  return { kind: hasHosts && from !== 'outages' ? 'value' : 'list', fields };
}

/** "The uptime of production this month" is a share of time; an uptime of now has no period. */
function isUptimeOfPeriod(spans: Span[]): boolean {
  const uptime = spans.find((span) => is(span, 'figure') && meaningOf(span, 'figure')?.figure === 'uptime');
  if (!uptime || !spans.some((span) => is(span, 'time'))) return false;
  mark(uptime, ...spans.filter((span) => asksFor(span, 'average')));
  return true;
}

const uniqueIn = (span: Span): UniqueField | undefined =>
  uniqueFields.find((field) => field === meaningOf(span, 'field')?.field);

/** "servers with duplicate IP addresses", "which servers share a hostname?" Only some fields should differ everywhere. */
function readDuplicates(spans: Span[]): Ask | undefined {
  for (const [index, span] of spans.entries()) {
    if (!is(span, 'duplicate')) continue;
    const isUnique = (one: Span) => uniqueIn(one) !== undefined;
    const named = near(spans, index, 3, isUnique) ?? near(spans, index, -3, isUnique);
    const of = named && uniqueIn(named);
    if (!of) continue;
    mark(named, ...spans.filter((one) => is(one, 'duplicate') || (is(one, 'ask') && asksFor(one, 'count'))));
    return { kind: 'duplicates', of };
  }
  return undefined;
}

export const hasAsk = (spans: Span[]): boolean =>
  spans.some((span) => means(span, 'ask', 'extreme', 'owns', 'where', 'when', 'each'));

/**
 * Divides the conditions of a share at the verb: "what share of the production servers is virtual?" asks which part of
 * production is virtual. Without a verb the subject divides them. One condition alone is always the part.
 */
export function divideShare(spans: Span[], parts: Part[]): { whole: Part[]; part: Part[] } {
  // "Are all servers in Leeds online?"
  const isOfAll = spans.some((span) => asksFor(span, 'all'));
  const last = isOfAll ? parts.toSorted((a, b) => startOf(spans, b) - startOf(spans, a))[0] : undefined;
  if (last) return { whole: parts.filter(({ group }) => group !== last.group), part: [last] };
  const share = spans.findIndex((span) => asksFor(span, 'share'));
  const verb = spans.findIndex(({ text }, at) => at > share && VERB.test(text));
  const divider = verb < 0 ? spans.findIndex((span) => means(span, 'source')) : verb;
  const part = parts.filter((one) => startOf(spans, one) >= divider);
  return part.length > 0
    ? { whole: parts.filter((one) => !part.includes(one)), part }
    : { whole: [], part: parts };
}

const VERB = /^(?:is|are|was|were|has|have|runs?|uses?)\b/i;

/** "how long has it been down" gets the reason; "how long has it been up" gets the uptime. */
function readHowLong(spans: Span[], parts: Part[]): Ask | undefined {
  const span = spans.find((one) => is(one, 'howLong'));
  if (!span) return undefined;
  mark(span, ...spans.filter((one) => is(one, 'running')));
  const isDown = parts.some(({ condition }) => condition.kind === 'is' && condition.field === 'status');
  const isUp = spans.some((one) => means(one, 'running') || /(?:^| )up$/i.test(one.text));
  return isDown || (parts.length === 0 && !isUp) ? { kind: 'why' } : { kind: 'value', fields: ['uptime'] };
}

/** A time that no event used; it limits what happened. */
function timeLeft(spans: Span[]): { from?: string; to?: string } {
  const span = spans.find((one) => is(one, 'time'));
  const { from, to } = meaningOf(span, 'time')?.time ?? {};
  mark(span);
  return { ...(from && { from }), ...(to && { to }) };
}

/** "top 5 by memory", "busiest server", "longest outage", "which location has the most servers" */
function readTop(spans: Span[], from: InventoryQuery['from'] | undefined): Ask | undefined {
  const meaning = spans.map((one) => meaningOf(one, 'extreme')).find(Boolean);
  if (!meaning) return undefined;
  const { direction: asked } = meaning;
  const number = spans.find((one) => one.number?.unit === '' && !one.isUsed);
  const written = number?.number && placeOf(number.number, 1);
  const takeAll = () => mark(number, ...spans.filter((one) => is(one, 'extreme', 'each')));
  if (from === 'outages') {
    // "Which outage lasted the longest?"
    mark(...spans.filter((one) => meaningOf(one, 'measure')?.of === 'duration'));
    const isOfServers = meaning.by === undefined && spans.some((one) => meaningOfSource(one) === 'servers');
    // Servers without any outage have no place in this ranking.
    if (isOfServers && asked === 'asc') return undefined;
    const isOfGroups = meaning.by === undefined && !isOfServers && written?.nth === undefined;
    const group = isOfGroups ? groupLeft(spans) : undefined;
    takeAll();
    if (group) return leadingGroups(group, asked, written?.take);
    return {
      kind: 'top',
      by: isOfServers ? 'outages' : meaning.by === 'createdAt' ? 'createdAt' : 'duration',
      direction: asked,
      take: isOfServers ? RANKED : 1,
      ...written,
    };
  }
  const figure = spans.find((one) => is(one, 'figure'));
  const free = figure && beside(spans, [figure], 'free');
  const direction = free ? (asked === 'desc' ? 'asc' : 'desc') : asked;
  // The highest of each group is not a ranking of all.
  const isOfEach = spans.some(
    (one, at) => is(one, 'each') && isGroup(meaningOf(spans[at + 1], 'field')?.field),
  );
  if (isOfEach && (figure ?? meaning.by) !== undefined) return undefined;
  const by = rankedBy(meaning, spans);
  if (by) {
    mark(free);
    takeAll();
    const place = meaning.isSort ? { take: QUERY_LIMITS.take } : (written ?? { take: manyIn(spans) });
    return { kind: 'top', by, direction, ...place, fields: readFields(spans, false) };
  }
  const group = written?.nth === undefined && !meaning.isOfFigure ? groupLeft(spans) : undefined;
  if (!group) return undefined;
  takeAll();
  // "Which team owns the most servers?"
  mark(...spans.filter((one) => is(one, 'owns')));
  return leadingGroups(group, asked, written?.take);
}

/** "which server was added last?", "the 3 servers that were checked last" */
function readLast(spans: Span[]): Ask | undefined {
  for (const [index, span] of spans.entries()) {
    const { direction } = (is(span, 'order') && meaningOf(span, 'order')) || {};
    const isEvent = (one: Span) => timeOfEvent(one) !== undefined;
    const event = direction && (near(spans, index, -1, isEvent) ?? near(spans, index, 1, isEvent));
    const by = event && timeOfEvent(event);
    if (!by) continue;
    mark(span, event);
    return { kind: 'top', by, direction, ...placeIn(spans), fields: readFields(spans, false) };
  }
  return undefined;
}

function timeOfEvent(span: Span) {
  const event = is(span, 'event') ? meaningOf(span, 'event')?.event : undefined;
  return event === 'added' || event === 'changed' || event === 'checked' ? EVENT_FIELDS[event] : undefined;
}

const leadingGroups = (by: GroupField, direction: Extreme['direction'], take: number | undefined): Ask => ({
  kind: 'group',
  by,
  order: direction === 'desc' ? 'most' : 'fewest',
  ...(take !== undefined && { take }),
});

/** How many servers of a ranking a number means, or which place. */
export function placeOf(number: Span['number'], otherwise: number): { take: number; nth?: number } {
  const count = number && Math.min(QUERY_LIMITS.take, Math.max(1, Math.round(number.value)));
  if (!number?.isOrdinal) return { take: count ?? otherwise };
  return { take: 1, ...(count !== 1 && { nth: count }) };
}

/** How many of a ranking a question asks for, or which place. */
export function placeIn(spans: Span[]): { take: number; nth?: number } {
  const number = spans.find((one) => one.number?.unit === '' && !one.isUsed);
  mark(number);
  return number ? placeOf(number.number, 1) : { take: manyIn(spans) };
}

/** Rows of a ranking whose question has no number: one, or several after a plural. */
const manyIn = (spans: Span[]): number =>
  spans.some(({ text }) => MANY.has(text.toLowerCase())) ? RANKED : 1;

/** Plural words. */
const MANY = new Set(['servers', 'hosts', 'machines', 'boxes', 'disks', 'top', 'ones']);
const meaningOfSource = (span: Span) => {
  const source = span.meanings.find((one) => one.is === 'source');
  return source?.is === 'source' ? source.from : undefined;
};
function rankedBy({ by }: Extreme, spans: Span[]) {
  const response = spans.find((span) => meaningOf(span, 'measure')?.of === 'responseTime');
  if (response) mark(response, ...spans.filter((span) => asksFor(span, 'average')));
  if (response) return 'responseTime';
  return by === undefined || by === 'duration' ? figureLeft(spans) : by;
}

/** "per environment", "which operating systems do we run", "how many locations" */
function readGroup(spans: Span[], parts: Part[]): Ask | undefined {
  const at = spans.findIndex((one) => isGroup(meaningOf(one, 'field')?.field));
  const field = meaningOf(spans[at], 'field');
  if (!field || !isGroup(field.field)) return undefined;
  const each = spans.slice(Math.max(0, at - 3), at + 2).find((one) => is(one, 'each'));
  const isFirst = spans.slice(0, at).every((one) => isOnlyFiller(one) || is(one, 'ask'));
  const isAll = field.isPlural === true && (parts.length === 0 || isFirst);
  if (!each && !isAll) return undefined;
  mark(each, spans[at], ...spans.filter((one) => meaningOf(one, 'ask')?.ask === 'count' || is(one, 'owns')));
  return { kind: 'group', by: field.field };
}

const EVENT_FIELDS = {
  added: 'createdAt',
  changed: 'updatedAt',
  checked: 'lastHealthCheck',
  outage: 'status',
  failed: 'status',
  down: 'status',
  recovered: 'status',
  certificate: 'certificate',
} as const;

/** The fields that the question asks for. */
function readFields(spans: Span[], hasHosts: boolean): ReadableField[] {
  const fields = new Set<ReadableField>();
  for (const [index, span] of spans.entries()) {
    const field = requestedField(span, hasHosts);
    // "Which servers changed owner?" asks for the change of a field, which no query has.
    const isOfChange = spans[index - 1]?.meanings.some(
      (one) => one.is === 'event' && one.event === 'changed',
    );
    if (field === undefined || isOfChange) continue;
    mark(span, means(span, 'figure') ? beside(spans, [span], 'free') : undefined);
    const readable = READABLE.find((one) => one === field);
    if (readable) fields.add(readable);
  }
  return [...fields];
}

/** What a person has, but no server. */
const OF_PEOPLE = /^(?:title|department|job)$/i;

function requestedField(span: Span, hasHosts: boolean): string | undefined {
  const named = meaningOf(span, 'field')?.field ?? meaningOf(span, 'figure')?.figure;
  if (named) return named;
  if (is(span, 'owns')) return 'teamOwner';
  if (is(span, 'where')) return /^where/i.test(span.text) ? 'serverLocation' : undefined;
  if (!hasHosts) return undefined;
  const event = meaningOf(span, 'event')?.event;
  if (event) return EVENT_FIELDS[event];
  if (is(span, 'reboot')) return 'uptime';
  if (is(span, 'contact') && !OF_PEOPLE.test(span.text)) return 'keyContacts';
  return !span.isUsed && (is(span, 'running') || /^up$/i.test(span.text)) ? 'status' : undefined;
}
