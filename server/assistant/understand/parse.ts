import type { Understood } from '../../../contract/calls/assistant.ts';
import { writeFilter } from '../../../contract/shared/filter-text.ts';
import {
  InventoryQuery as InventoryQuerySchema,
  type Condition,
  type InventoryQuery,
} from '../../../contract/shared/inventory-query.ts';
import type { Db } from '../../db/open.ts';
import { isBeginningOfName, wordsInTexts } from '../../servers/vocabulary.ts';
import { timesIn } from '../../text/times-in-words.ts';
import type { At } from '../../../contract/shared/time-zone.ts';
import { ASK_PATTERNS, UNRECORDED } from './ask-patterns.ts';
import { compose, mayStandTogether, showsAll, type Composed } from './compose.ts';
import { CONDITION_PATTERNS } from './condition-patterns.ts';
import { byBeginnings, findHosts, readVocabulary, type Vocabulary } from './entities.ts';
import { merged, refers } from './follow-up.ts';
import { isOfFuture } from './lexicon.ts';
import { bestCovers, matchesOf, partsOf as partsOfShape, type Cover, type Match } from './matcher.ts';
import { means, type Span } from './meaning.ts';
import { FIGURE_PATTERNS } from './figure-patterns.ts';
import { OUTAGE_PATTERNS } from './outage-patterns.ts';
import type { Read } from './parts.ts';
import { Matched, rowsOf, type Context, type Piece, type Row } from './pattern.ts';
import { spansOf, type Known } from './spans.ts';
import { TIME_PATTERNS } from './time-patterns.ts';
import { singular, tokensOf } from './tokens.ts';

const PATTERNS = [
  ...CONDITION_PATTERNS,
  ...FIGURE_PATTERNS,
  ...TIME_PATTERNS,
  ...OUTAGE_PATTERNS,
  ...ASK_PATTERNS,
];
const ROWS = rowsOf(PATTERNS);
const UNRECORDED_ROWS = UNRECORDED.map((row) => ({ ...row, parts: partsOfShape(row.shape) }));

export type Reading = {
  understood: Understood;
  /** Other queries that the words mean just as well. */
  others: InventoryQuery[];
  /** Names that look like those of servers, but are none. */
  noServers: string[];
  /** Unread words that no server has in its texts. */
  unknown: string[];
  /** Misspelt words with the known ones that they are read as. */
  corrected: { typed: string; readAs: string }[];
  /** The question asks for instructions or written text: documents answer it. */
  isManual: boolean;
  /** The question asks which documents were added or changed in a time, and for nothing else. */
  documents: (Condition & { kind: 'time' }) | undefined;
  /** It names servers, outages, changes or people as its subject. */
  namesSource: boolean;
  /** The question, or the one that it follows, is about servers, outages, changes or people. */
  isInventory: boolean;
  /** Some words that were read fit nothing else, so that a part of the query may contradict another one. */
  isContradictory: boolean;
  /** Only a greeting or filler words. */
  isEmpty: boolean;
  /** The rows of the table that read it. */
  rows: Row[];
};

/** Reads a question as a query over the inventory. `unread` are the words that no part of the query uses. */
export async function understand(
  db: Db,
  text: string,
  at: At,
  { previous, vocabulary }: { previous?: InventoryQuery | undefined; vocabulary?: Vocabulary } = {},
): Promise<Reading> {
  const tokens = tokensOf(text);
  const [names, hosts, alike] = await Promise.all([
    vocabulary ?? readVocabulary(db),
    findHosts(db, text, tokens),
    namesLike(db, text),
  ]);
  const isAhead = tokens.some(({ word }) => isOfFuture(word));
  const known = {
    vocabulary: names,
    hosts,
    alike,
    times: timesIn(text, { ...at, isAhead }),
    held: new Map(),
  };
  const words = spansOf(text, tokens, known).flatMap(({ text: typed, meanings, readAs }) => {
    const isUnknown = meanings.every(({ is }) => is === 'noServer' || is === 'unknown');
    return isUnknown || readAs ? formsOf(typed) : [];
  });
  const held = await wordsInTexts(db, [...new Set(words)]);
  return read(text, { ...known, held }, at, previous);
}

/** Letters with a number: web99 is a name if others begin with "web". */
const NAME_WITHOUT_JOINT = /(?<![\w-])(\p{L}{2,})\d{1,3}(?![\w-])/gu;
const MOST_NAMES = 10;

async function namesLike(db: Db, text: string): Promise<Set<string>> {
  const typed = [...text.matchAll(NAME_WITHOUT_JOINT)].slice(0, MOST_NAMES);
  const begun = await Promise.all(
    typed.map(async ([whole, letters = '']) => ((await isBeginningOfName(db, letters)) ? whole : '')),
  );
  return new Set(begun.filter(Boolean).map((one) => one.toLowerCase()));
}

/** As the texts of servers are searched for it. */
const formsOf = (typed: string): string[] => {
  const folded = typed.toLowerCase();
  return [...new Set([folded, singular(folded)])].filter((one) => one.length > 1);
};
/** The same without the database: `known` holds all that the words may mean. */
export function read(text: string, known: Known, at: At, previous?: InventoryQuery): Reading {
  const whole = spansOf(text, tokensOf(text), known);
  // One question at a time: what follows "and who …" is another one.
  const second = whole.findIndex((span, place) => place > 0 && means(span, 'another'));
  const spans = second < 0 ? whole : whole.slice(0, second);
  const context: Context = {
    at,
    vocabulary: known.vocabulary,
    spans,
    isOfHost: isOfHost(spans, previous),
    previous,
  };
  const shorten = (query: InventoryQuery): InventoryQuery =>
    InventoryQuerySchema.parse(shortened(query, known.vocabulary));
  const [best, ...ties] = readingsOf(spans, context).map(({ reads, unread }) => {
    const composed = compose(reads, context);
    const own = shorten(composed.query);
    const follow = previous && merged(spans, { ...composed, own, previous });
    return { reads, composed, unread, follow, query: follow ? shorten(follow.query) : own };
  });
  if (!best) throw new Error('A question has at least the reading without a meaning');
  const { composed, reads, follow, query } = best;
  const others = new Map(ties.map((one) => [JSON.stringify(one.query), one.query]));
  others.delete(JSON.stringify(query));
  const missed = follow?.isWhole
    ? []
    : [...new Set([...best.unread, ...composed.misfits])].toSorted((a, b) => a - b);
  const rest = second < 0 ? [] : [text.slice(whole[second]?.start).replace(/\?\s*$/, '')];
  const unread = [...phrasesOf(spans, missed), ...rest];
  return {
    understood: {
      query,
      parts: partsOf(query, composed, known.vocabulary),
      filter: writeFilter(query.where),
      unread,
    },
    others: [...others.values()],
    noServers: spans.flatMap(({ meanings }) =>
      meanings.flatMap((one) => (one.is === 'noServer' ? (one.text ?? []) : [])),
    ),
    unknown: spans.flatMap((span, at) => (missed.includes(at) && means(span, 'unknown') ? span.text : [])),
    corrected: spans.flatMap(({ text: typed, readAs }) => (readAs ? [{ typed, readAs }] : [])),
    isManual: composed.says.has('manual'),
    documents: unread.length === 0 ? documentTime(composed) : undefined,
    namesSource: composed.hasSource,
    isInventory:
      composed.hasSource ||
      composed.parts.length > 0 ||
      follow !== undefined ||
      composed.query.ask.kind !== 'list',
    isContradictory: composed.misfits.length > 0,
    isEmpty: spans.every(({ isFiller }) => isFiller) && composed.parts.length === 0 && !follow,
    rows: reads.map(({ match }) => match.row),
  };
}

/** The readings that leave the fewest words unread. Several are a tie. */
function readingsOf(spans: Span[], context: Context): { reads: Read[]; unread: number[] }[] {
  const pieces = new Map<Match<Row>, Piece>();
  const recorded = withoutUnrecorded(spans);
  for (const row of ROWS)
    for (const match of matchesOf(row, recorded)) {
      const piece = row.gives(new Matched(match.found, context));
      if (piece) pieces.set(match, piece);
    }
  const readsOf = (matches: Match<Row>[]): Read[] =>
    matches.flatMap((match) => {
      const piece = pieces.get(match);
      return piece ? [{ match, piece }] : [];
    });
  const isFollowing = context.previous !== undefined;
  const isKnown = isFollowing || spans.some((one) => means(one, 'host'));
  const isState = context.isOfHost || spans.some((one) => means(one, 'all', 'everything'));
  const covers: Cover<Row>[] = bestCovers(spans, [...pieces.keys()], {
    weightOf: (span) => weightOf(span, { isKnown, isFollowing, isState }),
    costOf: ({ row, skipped }) => row.cost + skipped * GAP_COST,
    isAllowed: (matches) => mayStandTogether(readsOf(matches), context),
    isComplete: (matches) => showsAll(readsOf(matches)),
  });
  return covers.map(({ matches, unread }) => ({ reads: readsOf(matches), unread }));
}

/** Takes the meaning from phrases that ask for something which is not recorded. */
function withoutUnrecorded(spans: Span[]): Span[] {
  const places = new Set(
    UNRECORDED_ROWS.flatMap((row) =>
      matchesOf(row, spans).flatMap(({ found }) => found[row.unread]?.at ?? []),
    ),
  );
  return spans.map((span, at) => (places.has(at) ? { ...span, meanings: [], isFiller: false } : span));
}

const GAP_COST = 0.01;

/** Words that somebody has to read. Joints connect, and "it" stands for something only if a server or a question is known. */
function weightOf(
  span: Span,
  { isKnown, isFollowing, isState }: Record<'isKnown' | 'isFollowing' | 'isState', boolean>,
): number {
  const isIt = /^its?$/i.test(span.text);
  if (isIt || means(span, 'refer')) return (isIt ? isKnown : isFollowing || span.isFiller) ? 0 : 1;
  // "Is web-1 up?" asks for its status.
  if (isState && means(span, 'up', 'well')) return 1;
  if (span.isFiller || means(span, 'or', 'and', 'with')) return 0;
  return span.text.split(/\s+/).length;
}

/** Adjacent unread words are one phrase. */
function phrasesOf(spans: Span[], places: number[]): string[] {
  const phrases: string[] = [];
  for (const [index, place] of places.entries()) {
    const { text = '' } = spans[place] ?? {};
    if (places[index - 1] === place - 1) phrases.push(`${phrases.pop()} ${text}`);
    else phrases.push(text);
  }
  return phrases;
}

const OF_ITS_OWN = [
  'value',
  'servers',
  'outages',
  'changes',
  'people',
  'text',
  'address',
  'person',
  'down',
  'attention',
];

/** Whether a question names a server, or asks about the one of the question before: "since when?" */
function isOfHost(spans: Span[], previous: InventoryQuery | undefined): boolean {
  if (spans.some((span) => means(span, 'host', 'noServer'))) return true;
  const isOfServer = previous?.where.flat().some(({ kind }) => kind === 'server') === true;
  const isBare =
    spans.some((span) => means(span, 'field', 'howLong')) &&
    !spans.some((span) => means(span, ...OF_ITS_OWN));
  return isOfServer && (refers(spans) || isBare);
}

/** "Which documents changed this week?" */
function documentTime({ says, parts: [part, ...others] }: Composed): Reading['documents'] {
  const condition = part?.condition;
  const isOnly = condition?.kind === 'time' && !condition.not && others.length === 0;
  return isOnly && says.has('documents') && /^(?:added|changed)$/.test(condition.event)
    ? condition
    : undefined;
}

/** All racks of a place are one condition. */
const shortened = (query: InventoryQuery, vocabulary: Vocabulary): InventoryQuery => {
  const short = (condition: Condition) => byBeginnings(condition, vocabulary);
  const { ask } = query;
  return {
    ...query,
    where: query.where.map((group) => group.map(short)),
    ask:
      ask.kind === 'share'
        ? { ...ask, of: ask.of.map((group) => group.map(short)) }
        : ask.kind === 'compare'
          ? { ...ask, sides: ask.sides.map(short) }
          : ask,
  };
};

function partsOf(query: InventoryQuery, { parts }: Composed, vocabulary: Vocabulary): Understood['parts'] {
  const wordsOf = ({ read: { match } }: Composed['parts'][number]) =>
    match.found.map(({ span }) => span.text).join(' ');
  const words = new Map(
    parts.map((part) => [JSON.stringify(byBeginnings(part.condition, vocabulary)), wordsOf(part)]),
  );
  return query.where
    .flat()
    .map((condition) => ({ condition, words: words.get(JSON.stringify(condition)) ?? '' }));
}
