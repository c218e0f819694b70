import type { Understood } from '../../../contract/assistant.ts';
import { writeFilter } from '../../../contract/filter-text.ts';
import { fold } from '../../../contract/fold.ts';
import {
  InventoryQuery as InventoryQuerySchema,
  READABLE,
  ReadableField,
  type Ask,
  type Condition,
  type InventoryQuery,
} from '../../../contract/inventory-query.ts';
import type { Db } from '../../db/open.ts';
import { wordsInTexts } from '../../servers/vocabulary.ts';
import { divideShare, hasAsk, readAsk } from './ask.ts';
import { readComparison } from './comparison.ts';
import { filterOf, readConditions, type Part } from './conditions.ts';
import { timesIn } from '../../text/times-in-words.ts';
import type { At } from '../../text/time-zone.ts';
import { begins, byBeginnings, findHosts, readVocabulary } from './entities.ts';
import { isOfFuture } from './lexicon.ts';
import { spansOf } from './phrases.ts';
import { merged, refers } from './follow-up.ts';
import { readOutageLength } from './averages.ts';
import { readOutageCount, readOutageRanking } from './outage-ranking.ts';
import { readSource } from './source.ts';
import { asksFor, is, isOnlyFiller, mark, meaningOf, means, unreadIn, type Span } from './spans.ts';
import { singular, tokensOf } from './tokens.ts';

export type Reading = {
  understood: Understood;
  /** The question asks for instructions or written text: documents answer it. */
  isManual: boolean;
  /** The question asks which documents were added or changed in a time, and for nothing else. */
  documents: (Condition & { kind: 'time' }) | undefined;
  /** The question, or the one that it follows, is about servers, outages, changes or people. */
  isInventory: boolean;
  /** Only a greeting or filler words. */
  isEmpty: boolean;
};

/** Reads a question as a query over the inventory. `unread` are the words that no part of the query uses. */
export async function understand(db: Db, text: string, at: At, previous?: InventoryQuery): Promise<Reading> {
  const tokens = tokensOf(text);
  const [vocabulary, hosts] = await Promise.all([readVocabulary(db), findHosts(db, text, tokens)]);
  const isAhead = tokens.some(({ word }) => isOfFuture(word));
  const spans = spansOf(text, tokens, { vocabulary, hosts, times: timesIn(text, { ...at, isAhead }) });
  const isManualWord = spans.some((span) => is(span, 'manual')) && !isFigureQuestion(spans);
  const named = readHosts(spans);
  const parts = [...named, ...readConditions(spans, at, vocabulary)].map((part) => ({
    ...part,
    condition: byBeginnings(part.condition, vocabulary),
  }));
  const ofOutages =
    readOutageLength(spans, parts) ?? readOutageCount(spans, parts) ?? readOutageRanking(spans, parts);
  // "How often did web-1 go down?" asks for no instructions.
  const isManual = isManualWord && !ofOutages;
  const from = ofOutages?.from ?? readSource(spans, parts, previous);
  if (from === 'members') readMembers(spans, parts);
  // "When was it last checked?" and "since when?", after a question about one server, ask for its fields too.
  const isBare =
    from === undefined && parts.length === 0 && spans.some((span) => is(span, 'field', 'howLong'));
  const isOfHosts = named.length > 0 || ((refers(spans) || isBare) && isOfServer(previous));
  const asked = ofOutages?.ask ?? readAsk(spans, { parts, from, hasHosts: isOfHosts });
  const ask = isOneServer(named) ? withoutRanking(asked) : asked;
  if (isOfHosts) askWhetherSo(parts, ask);
  const isOfFields = 'fields' in ask && (ask.fields ?? []).length > 0;
  if (from !== undefined || isOfFields)
    mark(
      ...spans.filter(
        (span) => is(span, 'who', 'when', 'where') || (from === 'members' && is(span, 'contact')),
      ),
    );
  if (!isManual && (from !== undefined || parts.length > 0 || isOfFields))
    await readTexts(db, text, spans, { parts, kinds: vocabulary.kinds });
  const own = queryOf(spans, { from, parts, ask: readComparison(spans, { parts, from, ask }) ?? ask });
  const follow =
    previous && merged(spans, { own, previous, hasAsk: hasAsk(spans), hasSource: from !== undefined });
  const query = InventoryQuerySchema.parse(follow ?? own);
  // Without a question before it, "only" narrows nothing.
  if (!previous && parts.length > 0) mark(...spans.filter((span) => is(span, 'only')));
  if (isManual) mark(...spans.filter((span) => is(span, 'manual')));
  const unread = [...(previous ? [] : nothingMeant(spans)), ...contradicting(parts), ...unreadIn(spans)];
  const words = new Map(parts.map((part) => [JSON.stringify(part.condition), wordsOfPart(part)]));
  return {
    understood: {
      query,
      parts: query.where
        .flat()
        .map((condition) => ({ condition, words: words.get(JSON.stringify(condition)) ?? '' })),
      filter: writeFilter(query.where),
      unread,
    },
    isManual,
    documents: unread.length === 0 ? documentTime(spans, own) : undefined,
    isInventory: from !== undefined || parts.length > 0 || follow !== undefined || own.ask.kind !== 'list',
    isEmpty: spans.every((span) => isOnlyFiller(span)) && parts.length === 0 && !follow,
  };
}

/** "Which documents changed this week?" */
function documentTime(spans: Span[], { where }: InventoryQuery): Reading['documents'] {
  const [[condition, ...others] = [], ...groups] = where;
  const isOnly = condition?.kind === 'time' && !condition.not && others.length === 0 && groups.length === 0;
  const isOfDocuments = spans.some((span) => means(span, 'documents'));
  return isOnly && isOfDocuments && /^(?:added|changed)$/.test(condition.event) ? condition : undefined;
}

const isOneServer = ([part]: Part[]): boolean =>
  part?.condition.kind === 'server' && part.condition.ids.length === 1;

/** A ranking of one server is its value: "when was web-1 last rebooted?" */
function withoutRanking(ask: Ask): Ask {
  const field = ask.kind === 'top' ? ReadableField.safeParse(ask.by).data : undefined;
  return field ? { kind: 'value', fields: [field] } : ask;
}

const isOfServer = (query: InventoryQuery | undefined): boolean =>
  query?.where.flat().some(({ kind }) => kind === 'server') ?? false;

/** "it", if no question before says what is meant. */
const nothingMeant = (spans: Span[]): string[] =>
  spans.filter((span) => means(span, 'refer') && /^its?$/i.test(span.text)).map(({ text }) => text);

/** Words of a second value of a field of which a server has one: "offline … and in maintenance" are two questions. */
function contradicting(parts: Part[]): string[] {
  const isAnother = (one: Part, other: Part): boolean => {
    const [a, b] = [one.condition, other.condition];
    if (a.kind !== 'is' || b.kind !== 'is' || a.not || b.not || one.group === other.group) return false;
    const isOfMany = a.field === 'primaryFunction' || a.field !== b.field;
    return (
      !isOfMany && !a.values.some((value) => b.values.some((own) => begins(value, own) || begins(own, value)))
    );
  };
  return parts.flatMap((part, at) =>
    parts.slice(0, at).some((one) => isAnother(one, part)) ? wordsOfPart(part) : [],
  );
}

function queryOf(
  spans: Span[],
  { from = 'servers', parts, ask }: { from: InventoryQuery['from'] | undefined; parts: Part[]; ask: Ask },
): InventoryQuery {
  if (ask.kind !== 'share') return { from, where: filterOf(parts), ask };
  const { whole, part } = divideShare(spans, parts);
  return { from, where: filterOf(whole), ask: { kind: 'share', of: filterOf(part) } };
}

const wordsOfPart = ({ spans }: Part): string =>
  spans
    .toSorted((a, b) => a.start - b.start)
    .map(({ text }) => text)
    .join(' ');

/**
 * "how many" and "how long … on average" ask for a figure, "without a runbook" for servers, even next to a word of
 * instructions.
 */
const isFigureQuestion = (spans: Span[]): boolean => {
  const first = spans.find((span) => !isOnlyFiller(span));
  const isCount = meaningOf(first, 'ask')?.ask === 'count' && !is(first, 'manual');
  const isAverage =
    spans.some((span) => asksFor(span, 'average')) && spans.some((span) => is(span, 'measure'));
  return isCount || isAverage || spans.some((span) => is(span, 'none', 'with'));
};

function readHosts(spans: Span[]): Part[] {
  const named = spans.filter((span) => is(span, 'host'));
  const ids = [...new Set(named.flatMap((span) => meaningOf(span, 'host')?.hosts.map(({ id }) => id) ?? []))];
  mark(...named);
  return ids.length > 0 ? [{ condition: { kind: 'server', ids }, spans: named, group: -1 }] : [];
}

/**
 * "is web-1 in production?" and "has web-1 a check?" ask for the recorded value, and "why is web-1 down?" may name a server
 * that is up. None is a filter.
 */
function askWhetherSo(parts: Part[], ask: Ask): void {
  if (ask.kind !== 'value' && ask.kind !== 'why') return;
  for (const { condition } of parts)
    if (condition.kind === 'is' && ask.kind === 'value' && !ask.fields.includes(condition.field))
      ask.fields.push(condition.field);
  const isRead = ({ condition }: Part): boolean => {
    if (condition.kind === 'is') return true;
    const named = condition.kind === 'time' ? condition.event : 'field' in condition && condition.field;
    const field = READABLE.find((one) => one === named);
    if (field && ask.kind === 'value' && !ask.fields.includes(field)) ask.fields.push(field);
    return field !== undefined;
  };
  parts.splice(0, parts.length, ...parts.filter((part) => !isRead(part)));
}

/** The team directory identifies people. The inventory may use the same words. */
function readMembers(spans: Span[], parts: Part[]): void {
  for (const span of spans) {
    const member = span.meanings.find((meaning) => meaning.is === 'member');
    const isOther = span.isUsed && !means(span, 'value');
    if (member?.is !== 'member' || isOther) continue;
    const known = parts.findIndex((part) => part.spans.includes(span));
    if (known >= 0) parts.splice(known, 1);
    addText(parts, { text: member.text }, span);
  }
  // The team of a person is the department.
  const isTeam = (span: Span) => meaningOf(span, 'field')?.field === 'teamOwner';
  mark(...spans.filter((span) => is(span, 'owns') || isTeam(span)));
}

const addText = (parts: Part[], text: { text: string; exact?: true }, ...spans: Span[]): void => {
  mark(...spans);
  const group = Math.max(0, ...parts.map((part) => part.group)) + 1;
  parts.push({ condition: { kind: 'text', ...text }, spans, group });
};

/**
 * Content words without a reading become a text search when some server contains them, identifiers such as `CVE-2024-3094`
 * as a whole. Words that can only qualify servers ("dns servers", "in Atlantis") always do: no match is an answer too.
 */
async function readTexts(
  db: Db,
  text: string,
  spans: Span[],
  { parts, kinds }: { parts: Part[]; kinds: Set<string> },
): Promise<void> {
  const isOpen = (span: Span) =>
    !span.isUsed && span.meanings.length === 0 && !kinds.has(singular(fold(span.text)));
  const words = spans
    .filter((span) => isOpen(span) && !span.number && span.text.length > 1)
    .map((span) => ({ span, typed: fold(span.text) }));
  const runs = joinedRuns(text, spans.filter(isOpen));
  const held = await wordsInTexts(db, [
    ...runs.map(({ typed }) => typed),
    ...words.flatMap(({ typed }) => [typed, singular(typed)]),
  ]);
  for (const { typed, own } of runs) {
    const found = held.get(typed);
    if (found) addText(parts, { text: typed, ...(found.isWhole && { exact: true }) }, ...own);
  }
  for (const { span, typed } of words) {
    if (span.isUsed) continue;
    const forms = [typed, singular(typed)];
    // The POS servers are not those with "position" in a note.
    const whole = forms.find((one) => held.get(one)?.isWhole);
    const word = whole ?? forms.find((one) => held.has(one));
    if (word === undefined && !isQualifier(spans, spans.indexOf(span))) continue;
    addText(parts, { text: word ?? typed, ...(whole !== undefined && { exact: true }) }, span);
  }
}

/** The runs of several spans that no space separates. */
function joinedRuns(text: string, spans: Span[]): { typed: string; own: Span[] }[] {
  const runs: Span[][] = [];
  for (const [index, span] of spans.entries()) {
    const before = spans[index - 1];
    if (before && /^[^\s?]*$/.test(text.slice(before.end, span.start))) runs.at(-1)?.push(span);
    else runs.push([span]);
  }
  return runs
    .filter(({ length }) => length > 1)
    .map((own) => ({ own, typed: fold(text.slice(own[0]?.start, own.at(-1)?.end)) }));
}

const BEFORE_PLACE = new Set(['in', 'at', 'named', 'called', 'inside']);
/** Directly before the word for servers, or at the end after a preposition of place. */
function isQualifier(spans: Span[], index: number): boolean {
  const source = spans[index + 1]?.meanings.find((meaning) => meaning.is === 'source');
  const before = spans[index - 1]?.text.toLowerCase().split(' ').at(-1) ?? '';
  const isLast = index === spans.findLastIndex(({ text }) => text !== '?');
  return (source?.is === 'source' && source.from === 'servers') || (BEFORE_PLACE.has(before) && isLast);
}
