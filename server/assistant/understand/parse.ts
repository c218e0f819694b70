import type { Understood } from '../../../contract/assistant.ts';
import { writeFilter } from '../../../contract/filter-text.ts';
import type { Ask, InventoryQuery, ReadableField } from '../../../contract/inventory-query.ts';
import { InventoryQuery as InventoryQuerySchema, READABLE } from '../../../contract/inventory-query.ts';
import type { GroupField, ServerField } from '../../../contract/server-fields.ts';
import type { Db } from '../../db/open.ts';
import { filterOf, readConditions, startOf } from './conditions.ts';
import type { Part } from './conditions.ts';
import { timesIn } from './dates.ts';
import type { At } from './dates.ts';
import { wordsInTexts } from '../../servers/queries.ts';
import { findHosts, readVocabulary } from './entities.ts';
import { merged } from './follow-up.ts';
import { GROUPS } from './lexicon.ts';
import { isOnlyFiller, meaningOf, spansOf, unreadIn } from './spans.ts';
import type { Span } from './spans.ts';
import { singular, tokensOf } from './tokens.ts';

export type Reading = {
  understood: Understood;
  /** The question asks how something is done or what is written: documents answer it. */
  isManual: boolean;
  /** It says by itself that it is about servers, outages, changes or people. */
  isInventory: boolean;
  /** Nothing but a greeting or small words. */
  isEmpty: boolean;
};

/** How many servers a ranking names when the question does not say. */
const RANKED = 5;

/** Reads a question as a query over the inventory; what no part of the query accounts for is `unread`. */
export async function understand(db: Db, text: string, at: At, previous?: InventoryQuery): Promise<Reading> {
  const tokens = tokensOf(text);
  const [vocabulary, hosts] = await Promise.all([readVocabulary(db), findHosts(db, text, tokens)]);
  const spans = spansOf(text, tokens, { vocabulary, hosts, times: timesIn(text, at) });
  const isManual = spans.some((span) => meaningOf(span, 'manual')) && !isFigureQuestion(spans);
  const found = readHosts(spans);
  const parts = [...found, ...readConditions(spans, at)];
  const from = readSource(spans, found);
  if (from === 'members') readMembers(spans, parts);
  const ask = readAsk(spans, { parts, from, hasHosts: found.length > 0 });
  if (found.length > 0 && (ask.kind === 'value' || ask.kind === 'why')) askWhetherSo(parts, ask);
  readQuestionWords(spans, from);
  const isEmpty = spans.every((span) => isOnlyFiller(span));
  if (!isManual) await readTexts(db, spans, parts, { isOfServers: from !== undefined || parts.length > 0 });
  const own: InventoryQuery = {
    from: from ?? 'servers',
    where: ask.kind === 'share' ? filterOf(parts.filter((part) => !isOfShare(spans, part))) : filterOf(parts),
    ask:
      ask.kind === 'share'
        ? { kind: 'share', of: filterOf(parts.filter((part) => isOfShare(spans, part))) }
        : ask,
  };
  const follow =
    previous && merged(spans, { own, previous, hasAsk: hasAsk(spans), hasSource: from !== undefined });
  const query = InventoryQuerySchema.parse(follow ?? own);
  if (isManual) for (const span of spans) if (meaningOf(span, 'manual')) span.isUsed = true;
  const unread = unreadIn(spans);
  return {
    understood: {
      query,
      parts: [...query.where.flat().map((condition) => ({ condition, words: wordsFor(parts, condition) }))],
      filter: writeFilter(query.where),
      unread,
    },
    isManual,
    isInventory: from !== undefined || parts.length > 0 || follow !== undefined || ask.kind !== 'list',
    isEmpty: isEmpty && parts.length === 0 && !follow,
  };
}

const wordsFor = (parts: Part[], condition: Part['condition']): string =>
  parts
    .filter((part) => JSON.stringify(part.condition) === JSON.stringify(condition))
    .flatMap(({ spans }) => spans.toSorted((a, b) => a.start - b.start).map(({ text }) => text))
    .join(' ');

/** "how many" asks for a figure even where a word of instructions stands beside it. */
const isFigureQuestion = (spans: Span[]): boolean => {
  const first = spans.find((span) => !isOnlyFiller(span));
  const filled = spans.some((span) => meaningOf(span, 'none') ?? meaningOf(span, 'with'));
  return (
    filled ||
    Boolean(
      meaningOf(first, 'ask') && meaningOf(first, 'ask')?.ask === 'count' && !meaningOf(first, 'manual'),
    )
  );
};

/** "is web-1 in production?" asks what is recorded there, "why is web-1 down?" may be asked of one that is not: neither filters. */
function askWhetherSo(parts: Part[], ask: Extract<Ask, { kind: 'value' | 'why' }>): void {
  const fields = parts.flatMap(({ condition }) => (condition.kind === 'is' ? condition.field : []));
  if (ask.kind === 'value') ask.fields.push(...fields.filter((field) => !ask.fields.includes(field)));
  const kept = parts.filter(({ condition }) => condition.kind !== 'is');
  parts.splice(0, parts.length, ...kept);
}

/** Who, when and where only say which field is asked for. */
function readQuestionWords(spans: Span[], from: InventoryQuery['from'] | undefined): void {
  if (from === undefined) return;
  for (const span of spans)
    if (
      meaningOf(span, 'who') ??
      meaningOf(span, 'when') ??
      meaningOf(span, 'where') ??
      (from === 'members' && meaningOf(span, 'contact'))
    )
      span.isUsed = true;
}

function readHosts(spans: Span[]): Part[] {
  const named = spans.filter((span) => meaningOf(span, 'host'));
  const ids = [...new Set(named.flatMap((span) => meaningOf(span, 'host')?.hosts.map(({ id }) => id) ?? []))];
  for (const span of named) span.isUsed = true;
  return ids.length > 0 ? [{ condition: { kind: 'server', ids }, spans: named, group: -1 }] : [];
}

/** What the question is about; undefined where it does not say. */
function readSource(spans: Span[], hosts: Part[]): InventoryQuery['from'] | undefined {
  const said = spans.flatMap((span) => meaningOf(span, 'source') ?? []);
  for (const span of spans) if (meaningOf(span, 'source')) span.isUsed = true;
  const from = said.find((one) => one.from !== 'servers') ?? said[0];
  if (from) {
    if (from.from === 'changes' || from.from === 'outages' || hosts.length === 0) return from.from;
    return 'servers';
  }
  const isOfPerson =
    spans.some((span) => meaningOf(span, 'member')) &&
    spans.some((span) => meaningOf(span, 'who') ?? /^(?:email|mail|phone|contact)$/i.exec(span.text));
  if (isOfPerson && hosts.length === 0) return 'members';
  return hosts.length > 0 ? 'servers' : undefined;
}

/** People are looked for by what the team says of them. */
function readMembers(spans: Span[], parts: Part[]): void {
  for (const span of spans) {
    const member = span.meanings.find((meaning) => meaning.is === 'member');
    if (member?.is !== 'member' || (span.isUsed && !span.meanings.some(({ is }) => is === 'value'))) continue;
    const known = parts.findIndex((part) => part.spans.includes(span));
    if (known >= 0) parts.splice(known, 1);
    span.isUsed = true;
    parts.push({
      condition: { kind: 'text', text: member.text },
      spans: [span],
      group: 10_000 + parts.length,
    });
  }
  for (const span of spans) if (meaningOf(span, 'who') ?? meaningOf(span, 'owns')) span.isUsed = true;
}

/**
 * Content words that nothing accounts for, but some server holds, are looked for as text. So are words that can only say which
 * servers are meant ("dns servers", "in Atlantis"): that no server holds them is an answer.
 */
async function readTexts(
  db: Db,
  spans: Span[],
  parts: Part[],
  { isOfServers }: { isOfServers: boolean },
): Promise<void> {
  if (!isOfServers) return;
  const rest = spans.filter(
    (span) => !span.isUsed && span.meanings.length === 0 && !span.number && span.text.length > 1,
  );
  const held = await wordsInTexts(
    db,
    rest.flatMap(({ text }) => [text.toLowerCase(), singular(text.toLowerCase())]),
  );
  for (const span of rest) {
    const typed = span.text.toLowerCase();
    const word = held.has(typed) ? typed : singular(typed);
    if (!held.has(word) && !isQualifier(spans, spans.indexOf(span))) continue;
    span.isUsed = true;
    parts.push({
      condition: { kind: 'text', text: held.has(word) ? word : typed },
      spans: [span],
      group: 20_000 + parts.length,
    });
  }
}

const BEFORE_PLACE = new Set(['in', 'at', 'named', 'called', 'inside']);
/** Right before the word for servers, or right behind a word of place. */
const isQualifier = (spans: Span[], index: number): boolean => {
  const next = spans[index + 1];
  const before = spans[index - 1]?.text.toLowerCase().split(' ').at(-1) ?? '';
  return (
    Boolean(next?.meanings.some((meaning) => meaning.is === 'source' && meaning.from === 'servers')) ||
    (BEFORE_PLACE.has(before) && index === spans.findLastIndex(({ text }) => text !== '?'))
  );
};

const hasAsk = (spans: Span[]): boolean =>
  spans.some(({ meanings }) =>
    meanings.some(({ is }) => ['ask', 'extreme', 'owns', 'where', 'when', 'each'].includes(is)),
  );

type Asking = { parts: Part[]; from: InventoryQuery['from'] | undefined; hasHosts: boolean };

function readAsk(spans: Span[], { parts, from, hasHosts }: Asking): Ask {
  const takeAsk = (kind: string) => {
    const span = spans.find((one) => meaningOf(one, 'ask')?.ask === kind);
    if (span) span.isUsed = true;
    return span;
  };
  if (takeAsk('overview')) {
    for (const span of spans) if (meaningOf(span, 'field')) span.isUsed = true;
    return { kind: 'group', by: 'status' };
  }
  if (takeAsk('why')) return { kind: 'why' };
  const howLong = readHowLong(spans, parts);
  if (howLong) return howLong;
  if (takeAsk('availability')) return { kind: 'availability', ...timeLeft(spans) };
  const average = takeAsk('average');
  if (average) return readAverage(spans);
  const share = takeAsk('share');
  if (share) return { kind: 'share', of: [] };
  const top = readTop(spans, from);
  if (top) return top;
  const group = readGroup(spans, { hasHosts, parts });
  if (group) return group;
  if (takeAsk('count')) return { kind: 'count' };
  const fields = readFields(spans, hasHosts);
  if (from === 'outages' || from === 'changes') return { kind: 'list', fields: [] };
  return hasHosts ? { kind: 'value', fields } : { kind: 'list', fields };
}

/** "how long has it been down" is told with why, "how long has it been up" is the uptime. */
function readHowLong(spans: Span[], parts: Part[]): Ask | undefined {
  const span = spans.find((one) => meaningOf(one, 'howLong'));
  if (!span || parts.length === 0) return undefined;
  span.isUsed = true;
  for (const one of spans) if (meaningOf(one, 'running')) one.isUsed = true;
  const isDown = parts.some(({ condition }) => condition.kind === 'is' && condition.field === 'status');
  return isDown ? { kind: 'why' } : { kind: 'value', fields: ['uptime'] };
}

/** Conditions behind the things that a share is of say which part is asked for: "what share of the production servers is virtual?" */
function isOfShare(spans: Span[], part: Part): boolean {
  const things = spans.findIndex(({ meanings }) => meanings.some(({ is }) => is === 'source'));
  return things < 0 || startOf(spans, part) > things;
}

/** A time that no event took, for what has happened in it. */
function timeLeft(spans: Span[]): { from?: string; to?: string } {
  const span = spans.find((one) => meaningOf(one, 'time'));
  const time = meaningOf(span, 'time')?.time;
  if (span) span.isUsed = true;
  return { ...(time?.from && { from: time.from }), ...(time?.to && { to: time.to }) };
}

const figureLeft = (spans: Span[]) => {
  const span = spans.find((one) => meaningOf(one, 'figure'));
  const figure = meaningOf(span, 'figure')?.figure;
  if (span) span.isUsed = true;
  return figure;
};

function readAverage(spans: Span[]): Ask {
  const of = figureLeft(spans) ?? 'cpuUsage';
  const by = groupLeft(spans);
  return { kind: 'average', of, ...(by && { by }) };
}

/** "top 5 by memory", "busiest server", "longest outage", "which location has the most servers" */
function readTop(spans: Span[], from: InventoryQuery['from'] | undefined): Ask | undefined {
  const extreme = spans.find((one) => meaningOf(one, 'extreme'));
  const meaning = meaningOf(extreme, 'extreme');
  if (!extreme || !meaning) return undefined;
  const { direction } = meaning;
  const order = direction === 'desc' ? 'most' : 'fewest';
  const count = spans.find((one) => one.number && one.number.unit === '' && !one.isUsed);
  const take = count ? Math.min(50, Math.max(1, Math.round(count.number?.value ?? 1))) : undefined;
  const figure = meaning.by && meaning.by !== 'duration' ? undefined : figureLeft(spans);
  const use = (...used: (Span | undefined)[]) => {
    for (const span of used) if (span) span.isUsed = true;
    for (const span of spans) if (meaningOf(span, 'extreme') ?? meaningOf(span, 'each')) span.isUsed = true;
  };
  if (from === 'outages' || (meaning.by === 'duration' && !figure)) {
    if (from !== 'outages') return undefined;
    use(extreme, count);
    const isOfServers = spans.some(({ meanings }) =>
      meanings.some((one) => one.is === 'source' && one.from === 'servers'),
    );
    return {
      kind: 'top',
      by: isOfServers && meaning.by !== 'duration' ? 'outages' : 'duration',
      direction,
      take: take ?? (isOfServers ? RANKED : 1),
    };
  }
  const by = figure ?? (meaning.by === 'duration' ? undefined : meaning.by);
  if (by && meaning.isSort) {
    use(extreme);
    return { kind: 'top', by, direction, take: 50, fields: [] };
  }
  if (!by) {
    const group = groupLeft(spans);
    if (!group) return undefined;
    use(extreme, count);
    return { kind: 'group', by: group, order, ...(take && { take }) };
  }
  const isOne =
    !take && !spans.some((one) => /^(?:servers|hosts|machines|boxes|disks|top|ones)$/i.test(one.text));
  use(extreme, count);
  return { kind: 'top', by, direction, take: take ?? (isOne ? 1 : RANKED), fields: readFields(spans, false) };
}

/** The field that servers are counted by, once. */
function groupLeft(spans: Span[]): GroupField | undefined {
  const span = spans.find((one) => isGroup(meaningOf(one, 'field')?.field));
  const field = meaningOf(span, 'field')?.field;
  if (span) span.isUsed = true;
  return isGroup(field) ? field : undefined;
}

const isGroup = (field: string | undefined): field is GroupField => field !== undefined && GROUPS.has(field);

/** "per environment", "which operating systems do we run", "how many locations" */
function readGroup(spans: Span[], { hasHosts, parts }: Pick<Asking, 'hasHosts' | 'parts'>): Ask | undefined {
  const named = spans.findIndex((one) => isGroup(meaningOf(one, 'field')?.field));
  if (named < 0 || hasHosts) return undefined;
  const each = spans.slice(Math.max(0, named - 3), named + 2).find((one) => meaningOf(one, 'each'));
  const field = meaningOf(spans[named], 'field');
  const isAll =
    field?.isPlural &&
    (parts.length === 0 || spans.slice(0, named).every((one) => isOnlyFiller(one) || meaningOf(one, 'ask')));
  const isDetail = /details|topology/i.test(spans[named]?.text ?? '');
  if (!each && !isAll && !isDetail) return undefined;
  for (const one of [
    each,
    spans[named],
    spans.find((span) => meaningOf(span, 'ask')?.ask === 'count'),
    spans.find((span) => meaningOf(span, 'owns')),
  ])
    if (one) one.isUsed = true;
  return isGroup(field?.field) ? { kind: 'group', by: field.field } : undefined;
}

const READABLE_SET = new Set<string>(READABLE);

/** What is asked of each server. */
function readFields(spans: Span[], hasHosts: boolean): ReadableField[] {
  const fields: ReadableField[] = [];
  const add = (field: string, ...used: Span[]) => {
    if (READABLE_SET.has(field) && !fields.includes(field as ReadableField))
      fields.push(field as ReadableField);
    for (const span of used) span.isUsed = true;
  };
  const status: ServerField = 'status';
  for (const span of spans) {
    const field = meaningOf(span, 'field')?.field;
    const figure = meaningOf(span, 'figure')?.figure;
    const event = meaningOf(span, 'event')?.event;
    if (field) add(field, span);
    else if (figure) add(figure, span);
    else if (meaningOf(span, 'owns')) add('teamOwner', span);
    else if (meaningOf(span, 'where') && /^where(?: is| are)?$/i.test(span.text)) add('serverLocation', span);
    else if (hasHosts && meaningOf(span, 'reboot')) add('uptime', span);
    else if (hasHosts && event)
      add(
        {
          added: 'createdAt',
          changed: 'updatedAt',
          checked: 'lastHealthCheck',
          outage: status,
          certificate: 'certificate',
        }[event],
        span,
      );
    else if (hasHosts && (meaningOf(span, 'running') ?? /^up$/i.exec(span.text))) add(status, span);
  }
  return fields;
}
