import {
  READABLE,
  ReadableField,
  type Ask,
  type Filter,
  type InventoryQuery,
} from '../../../contract/shared/inventory-query.ts';
import { isOutageEvent } from '../../servers/incidents.ts';
import { comparisonOf } from './comparison.ts';
import { begins } from './entities.ts';
import { means, type Span } from './meaning.ts';
import { endOf, startOf, type Part, type Read } from './parts.ts';
import type { Context, Saying } from './pattern.ts';

/** What the phrases of a question say together. */
export type Composed = {
  query: InventoryQuery;
  parts: Part[];
  says: Set<Saying>;
  hasSource: boolean;
  hasAsk: boolean;
  /** Places of spans whose meaning fits nothing else. */
  misfits: number[];
};

const asked = (reads: Read[]) => reads.flatMap(({ piece }) => piece.ask ?? []);
const sourceIn = (reads: Read[]): InventoryQuery['from'] | undefined => {
  const sources = reads.flatMap(({ piece }) => piece.from ?? []);
  return sources.find((one) => one !== 'servers') ?? sources[0];
};

/** A question has one ask, and one subject besides servers. People have none of the fields of servers. */
export function mayStandTogether(reads: Read[], { isOfHost }: Context): boolean {
  const asks = asked(reads);
  const all = new Set(reads.flatMap(({ piece }) => piece.from ?? []));
  const others = [...all].filter((one) => one !== 'servers');
  if (asks.length > 1 || others.length > 1) return false;
  const isOfGroups = asks.some(({ kind }) => kind === 'group' || kind === 'duplicates');
  if (isOfHost && isOfGroups && !all.has('outages')) return false;
  if (all.has('changes')) return asks.every(({ kind }) => kind === 'count');
  if (!all.has('members')) return true;
  const isOfPeople = ({ piece }: Read) =>
    !piece.fields?.length && (piece.from === 'members' || (piece.where ?? []).length === 0);
  return asks.every(({ kind }) => kind === 'count') && !all.has('servers') && reads.every(isOfPeople);
}

const WITHOUT_FIELDS = new Set(['group', 'average', 'availability', 'duplicates', 'share', 'count']);

/** A number shows no further fields: "how many certificates expire" names the one of its condition. */
export function showsAll(reads: Read[]): boolean {
  const [ask] = asked(reads);
  if (!ask || !WITHOUT_FIELDS.has(ask.kind)) return true;
  const named = reads.flatMap(({ piece }): (string | undefined)[] =>
    (piece.where ?? []).map((one) =>
      one.kind === 'time' ? one.event : 'field' in one ? one.field : undefined,
    ),
  );
  const grouped = 'by' in ask ? ask.by : undefined;
  return reads
    .flatMap(({ piece }) => piece.fields ?? [])
    .every((field) => field === grouped || named.includes(field));
}

/** Puts the phrases of a question together to a query. */
export function compose(reads: Read[], context: Context): Composed {
  const says = new Set(reads.flatMap(({ piece }) => piece.says ?? []));
  const source = sourceIn(reads);
  const misfits: number[] = [];
  const parts = joined(partsOf(reads), reads, context.spans, misfits);
  const named = parts.filter(({ condition }) => condition.kind === 'server' && !condition.not);
  const isOutageTime = ({ condition }: Part) =>
    condition.kind === 'time' &&
    !condition.not &&
    condition.event !== 'down' &&
    isOutageEvent(condition.event);
  // "Was web-1 down yesterday?" is about its outages.
  const from = named.length > 0 && source !== 'changes' && parts.some(isOutageTime) ? 'outages' : source;
  const fields = [...new Set(reads.flatMap(({ piece }) => piece.fields ?? []))];
  const ask = withFields(
    asked(reads)[0],
    fields,
    context.isOfHost && from !== 'outages' && from !== 'changes',
  );
  const only = oneServer(ask, named, from);
  const rest = context.isOfHost ? withoutValues(parts, only) : { parts, ask: only };
  const compared = says.has('versus')
    ? comparisonOf(rest.parts, { from, ask: rest.ask, isOfHost: named.length > 0 })
    : undefined;
  if (says.has('versus') && !compared)
    misfits.push(...reads.flatMap(({ piece, match }) => (piece.says?.includes('versus') ? match.taken : [])));
  if (from === 'outages' && !FOR_OUTAGES.has(rest.ask.kind))
    misfits.push(...reads.flatMap(({ piece, match }) => (piece.ask ? match.taken : [])));
  const whole = compared ?? rest;
  misfits.push(...contradicting(whole.parts));
  const query = queryOf(whole, from ?? 'servers', context.spans, reads);
  return {
    query,
    parts: whole.parts,
    says,
    hasSource: source !== undefined,
    hasAsk:
      asked(reads).length > 0 ||
      reads.some(({ match }) => match.found.some(({ meaning }) => ASKING.has(meaning.is))),
    misfits,
  };
}

const ASKING = new Set(['owns', 'where', 'when', 'each']);
const FOR_OUTAGES = new Set(['list', 'count', 'top', 'group', 'average', 'value']);

function partsOf(reads: Read[]): Part[] {
  let group = 0;
  const parts = reads.flatMap((read) => {
    if (!read.piece.isEither)
      return (read.piece.where ?? []).map((condition) => ({ condition, read, group: group++ }));
    group += 1;
    return (read.piece.where ?? []).map((condition) => ({ condition, read, group: group - 1 }));
  });
  // All named servers are one condition.
  const named = parts.filter(({ condition }) => condition.kind === 'server' && !condition.not);
  const [first, ...others] = named;
  if (!first || others.length === 0) return parts;
  const ids = [
    ...new Set(named.flatMap(({ condition }) => (condition.kind === 'server' ? condition.ids : []))),
  ];
  return parts
    .filter((part) => !others.includes(part))
    .map((part) => (part === first ? { ...part, condition: { kind: 'server', ids } } : part));
}

/** "in production or in Auburn": conditions joined by OR without AND form one group. "Neither … nor" does not. */
function joined(parts: Part[], reads: Read[], spans: readonly Span[], misfits: number[]): Part[] {
  const taken = new Set(reads.flatMap(({ match }) => match.taken));
  const isNegated = ({ condition }: Part) => 'not' in condition && condition.not === true;
  let all = parts;
  for (const [at, span] of spans.entries()) {
    if (!means(span, 'or') || taken.has(at)) continue;
    const left = all.filter((part) => endOf(part) < at).toSorted((a, b) => endOf(b) - endOf(a))[0];
    const right = all.filter((part) => startOf(part) > at).toSorted((a, b) => startOf(a) - startOf(b))[0];
    const gap = left && right ? spans.slice(endOf(left) + 1, startOf(right)) : [];
    const isClear = gap.every(
      (one, place) => one.isFiller || means(one, 'or', 'with') || taken.has(endOf(left as Part) + 1 + place),
    );
    if (!left || !right || !isClear) {
      // "IP or hostname" joins what is shown.
      if (!taken.has(at - 1) || !taken.has(at + 1)) misfits.push(at);
      continue;
    }
    if (isNegated(left) && isNegated(right)) continue;
    const isOne = (part: Part) => part.read.piece.isEither || (part.read.piece.where ?? []).length === 1;
    if (!isOne(left) || !isOne(right)) misfits.push(at);
    all = all.map((part) => (part.group === right.group ? { ...part, group: left.group } : part));
  }
  return all;
}

const filterOf = (parts: Part[]): Filter =>
  [...Map.groupBy(parts, ({ group }) => group).values()].map((group) =>
    group.map(({ condition }) => condition),
  );

function withFields(ask: Ask | undefined, fields: ReadableField[], isOfHost: boolean): Ask {
  if (ask === undefined) return { kind: isOfHost ? 'value' : 'list', fields };
  return ask.kind === 'top' && fields.length > 0 ? { ...ask, fields } : ask;
}

/** A ranking of one server is its value: "when was web-1 last rebooted?" */
function oneServer(ask: Ask, named: Part[], from: InventoryQuery['from'] | undefined): Ask {
  const [only] = named;
  const isOne = only?.condition.kind === 'server' && only.condition.ids.length === 1;
  const field = ask.kind === 'top' ? ReadableField.safeParse(ask.by).data : undefined;
  return isOne && from !== 'outages' && field ? { kind: 'value', fields: [field] } : ask;
}

/**
 * "is web-1 in production?" and "has web-1 a check?" ask for the recorded value, and "why is web-1 down?" may name a server
 * that is up. None is a filter.
 */
function withoutValues(parts: Part[], ask: Ask): { parts: Part[]; ask: Ask } {
  if (ask.kind !== 'value' && ask.kind !== 'why') return { parts, ask };
  const fieldsOf = ({ condition }: Part): ReadableField[] => {
    const name =
      condition.kind === 'time' ? condition.event : 'field' in condition ? condition.field : undefined;
    return READABLE.filter((one) => one === name);
  };
  const fields = parts.flatMap(fieldsOf);
  const left = parts.filter((part) => fieldsOf(part).length === 0);
  return {
    parts: left,
    ask: ask.kind === 'value' ? { kind: 'value', fields: [...new Set([...ask.fields, ...fields])] } : ask,
  };
}

/** A second value of a field of which a server has one: "offline … and in maintenance" are two questions. */
function contradicting(parts: Part[]): number[] {
  const isAnother = (one: Part, other: Part): boolean => {
    const [a, b] = [one.condition, other.condition];
    if (a.kind !== 'is' || b.kind !== 'is' || a.not || b.not || one.group === other.group) return false;
    const isOfMany = a.field === 'primaryFunction' || a.field !== b.field;
    return (
      !isOfMany && !a.values.some((value) => b.values.some((own) => begins(value, own) || begins(own, value)))
    );
  };
  const sorted = parts.toSorted((a, b) => startOf(a) - startOf(b));
  return sorted.flatMap((part, at) =>
    sorted.slice(0, at).some((one) => isAnother(one, part)) ? part.read.match.taken : [],
  );
}

const VERB = /^(?:is|are|was|were|has|have|runs?|uses?)\b/i;

/**
 * Divides the conditions of a share at the verb: "what share of the production servers is virtual?" asks which part of
 * production is virtual. Without a verb the subject divides them. One condition alone is always the part.
 */
function queryOf(
  { parts, ask }: { parts: Part[]; ask: Ask },
  from: InventoryQuery['from'],
  spans: readonly Span[],
  reads: Read[],
): InventoryQuery {
  if (ask.kind !== 'share') return { from, where: filterOf(parts), ask };
  const share = reads.find(({ piece }) => piece.ask?.kind === 'share');
  const at = Math.min(...(share?.match.taken ?? [0]));
  const isOfAll =
    share?.match.found.some(({ meaning }) => ['all', 'everything'].includes(meaning.is)) === true;
  // "Are all servers up in Leeds?" says itself what is asked, and "are all servers in Leeds online?" says it last.
  const last = parts.find(({ read }) => read === share) ?? parts.toSorted((a, b) => endOf(b) - endOf(a))[0];
  const verb = spans.findIndex(({ text }, place) => place > at && VERB.test(text));
  const divider = verb < 0 ? spans.findIndex((span) => means(span, 'servers')) : verb;
  const behind = parts.filter((one) => startOf(one) >= divider);
  const part = isOfAll
    ? parts.filter(({ group }) => group === last?.group)
    : behind.length > 0
      ? behind
      : parts;
  const whole = parts.filter((one) => !part.includes(one));
  return { from, where: filterOf(whole), ask: { kind: 'share', of: filterOf(part) } };
}
