import { takeBesides, takeColumns, takeNamedFields } from './columns.ts';
import { continueFrom } from './continue-from.ts';
import { IN_PLACE, LOCATIONS, OF_SITES, takeValues, WHO_OWNS } from './dimensions.ts';
import { NOT } from './exceptions.ts';
import { NOTHING } from './filter-sql.ts';
import type { ServerFilter } from './filter-sql.ts';
import { takeFilter } from './filters.ts';
import { mergedFilter } from './follow-up.ts';
import type { Before } from './follow-up.ts';
import { GROUP_NAMES, hasRooms } from './group-sql.ts';
import { attributeNamed } from './host-answers.ts';
import { hasStatus } from './inventory-answer.ts';
import { isOfOne, rankedByLimit, withPlainFigures } from './ranking.ts';
import { takeShare } from './share.ts';
import type { Vocabulary } from './vocabulary.ts';
import { wantedAfter, wantedIn } from './wanted.ts';
import { Sentence } from './words.ts';

const ATTENTION =
  /(?:that |which |who )?(?:need|needs|needing|require|requires) (?:attention|looking at|help)|(?:with|having|have|has) (?:problems?|issues?|trouble)|in trouble|problems?|unhealthy|(?:recent |current |open )?(?:issues|problems|incidents|outages)|what should (?:i|we) (?:look at|check|worry about)(?: first| next| now)?|(?:anything|something|everything|what|whats|which|is|are|currently)(?: servers?| hosts?| is| are| thats| gone| going| not)* (?:wrong|broken|failing|failed|on fire|on red)|broken|failing|not (?:healthy|ok|okay|fine|working|well)/;
const BROKEN = /(?:a |the )?broken|(?:is|are) (?:broken|failing|failed)|(?:breaks|fails)(?= $)/;
/** Asks how things are, without a word for a server. */
const HOW =
  /(?:is|are) (?:everything|all|we|things) (?:ok|okay|all right|alright|fine|up|good|well|healthy|green|running)|hows everything|how are things|(?<!without )any (?:outages?|alerts?|alarms?)|whats going on|whats up|everything (?:ok|okay|fine|up)/;
/** Asks for the people of servers. */
const WHOM =
  /(?:who(?:m)? (?:is|are|was|do|does|can|could|should|to|must) (?:i |we |you |one |be )?(?:on call|on-call|oncall|call|contact|ask|phone|reach|notify|talk to)|(?:key )?contacts?|on-call|on call|oncall)(?: for| about| of| regarding)?/;
/** "that sit in Leeds" */
const STANDS =
  / (?:sit|sits|sitting|live|lives|living|stand|stands|standing|reside|resides|sited|hosted|housed)(?= (?:in|at|on) )/;
/** "which servers stand there?", "which servers do we have and where do they stand" */
const STAND = '(?:stand|stands|sit|sits|reside|resides)';
const STANDS_THERE = new RegExp(` ${STAND}(?= (?:there |here |and |$))`);
const WHERE_STANDS = new RegExp(
  ` where (?:do|does|are|is)(?<what>(?: (?!where )\\S+){1,6}?) (?:${STAND}|standing|live|lives|hosted|housed)(?= )`,
);
/** "show me every mail relay", "the address of every mail relay" */
const EVERY =
  /((?:^(?: (?:list|show|give|get|find|print|me|us))*)| (?:is|are|do|does|has|of|for)) every (?!(?:hour|day|week|month|quarter|year|\d+) )/;
/** "break production down by owner" */
const BREAK_DOWN = / (?:break|breaking|broken)(?<what>.*) down(?= .*?(?:by|per|into) )/;
/** "any of them left in Leeds?": those that there are. */
const LEFT = / (?:left|remaining|still around)(?= (?:$|in |at |on |with ))/;

/** What a question about many servers says, before it is known whether it is one. */
export type ReadQuestion = ReturnType<typeof readQuestion>;

/** Takes out of the question what is understood of it. `goesOnFrom`: what was answered before. */
export function readQuestion(
  sentence: Sentence,
  vocabulary: Vocabulary,
  goesOnFrom: Before | undefined,
  timeZone: string,
) {
  const query = Sentence.of(sentence.text);
  const isWider = goesOnFrom !== undefined && sentence.text.startsWith(' or ');
  const before = goesOnFrom && continueFrom(goesOnFrom, sentence);
  // As it is asked, without what only goes on.
  const asked = sentence.text;
  const isOwning = sentence.has(WHO_OWNS);
  const places = [sentence, ...(before?.questions ?? [])].map(({ text }) => Sentence.of(text));
  sentence.text = withPlainFigures(sentence.text)
    .replace(WHERE_STANDS, ' where are$<what>')
    .replace(STANDS, ' ')
    .replace(STANDS_THERE, '')
    .replace(EVERY, '$1 all ')
    .replace(BREAK_DOWN, ' $<what> ');
  const isHow = sentence.take(HOW) !== undefined;
  const besides = takeBesides(sentence);
  const columns = [...besides, ...takeColumns(sentence)];
  const ownShare = takeShare(sentence, vocabulary);
  const partOf = ownShare ?? (before && sentence.take(WHAT_SHARE) ? NOTHING : undefined);
  const taken = takeFilter(sentence, vocabulary, timeZone);
  const saysContact = sentence.take(WHOM) !== undefined;
  // Who is to be called "for a broken gate" is asked of all gates.
  const read = saysContact && sentence.take(BROKEN) ? taken : takeAttention(sentence, taken);
  const isWhether = WHETHER.test(query.text) && (saysOnline(read) || !hasStatus(read));
  if (isWhether) sentence.take(/up|fine|working/);
  const own = isWhether ? { ...read, choices: read.choices.filter(({ field }) => field !== 'status') } : read;
  sentence.text = sentence.text.replace(LEFT, '');
  const filter = before ? mergedFilter(before.filter, own, isWider) : own;
  const isOfKind = readKindOfPlace(sentence, own);
  const isOfSites =
    isOfKind ||
    places.some(
      (one) => !one.has(IN_PLACE) && (one.has(OF_SITES) || (one.has(LOCATIONS) && hasRooms(vocabulary))),
    );
  const values = takeValues(sentence) ?? placesOf(sentence, own);
  const byLimit = rankedByLimit(sentence, own.others);
  // Two things that are asked are asked of each, whatever was asked before, and so are contacts, shares and values.
  const isOfItsOwn = besides.length > 0 || saysContact || partOf !== undefined || values !== undefined;
  const wanted =
    before && !isOfItsOwn
      ? wantedAfter(before, sentence, { isHow: isHow || isWhether, isOfEach: columns.length > 0 })
      : wantedIn(sentence, isHow || isWhether);
  wanted.ranking ??= byLimit;
  const isInPercent =
    (wanted.dimension !== undefined || wanted.isCount) && sentence.take(IN_PERCENT) !== undefined;
  if (isOfOne(query))
    for (const order of [wanted.ranking, wanted.age]) if (order && !order.written) order.count = 1;
  const { ranking, age } = wanted;
  // "(prod only)" says no more than "prod"; "teams that run Linux only" does.
  if (!wanted.dimension && !values) sentence.text = sentence.text.replace(/(?<=·\d+) only(?= $)/, '');
  // "where is the busiest server": of that server, and not of each place.
  const isInOrder = age !== undefined || (ranking !== undefined && ranking.kind !== 'average');
  const isOfRanked = (ranking ?? age) !== undefined && (isOwning || query.has(/where(?:s| is| are)/));
  const dimension = isOfRanked ? undefined : wanted.dimension;
  if (isOfRanked) columns.push(...[wanted.dimension].flatMap((field) => (field && attributeNamed(GROUP_NAMES[field])) ?? [])); // prettier-ignore
  // "who is the contact for the busiest server", "its IP": of each in that order.
  const isOfEach = isInOrder && !dimension && !values && !partOf;
  if (isOfEach && saysContact) columns.push(...CONTACTS);
  if (isOfEach) columns.push(...takeNamedFields(sentence).filter((one) => !columns.includes(one)));
  const isContact = saysContact && !isOfEach;
  const isPercent = dimension !== undefined && (isInPercent || ownShare !== undefined);
  const share = isPercent ? undefined : (partOf ?? (isInPercent && wanted.isCount ? NOTHING : undefined));
  const more = (dimension && wanted.more) ?? [];
  const isMore =
    values !== undefined || isHow || saysContact || ranking !== undefined || age !== undefined || columns.length > 0 || (dimension !== undefined && !isOwning); // prettier-ignore
  return {
    query, asked, before, own, filter, columns, isHow, isWhether, isContact, isOwning, isOfSites, isPercent, isMore,
    values, wanted, dimension, more, share, partOf: isPercent ? ownShare : undefined,
  }; // prettier-ignore
}

/** "how many depots do we have?" asks for places, and not for the servers in them. */
const HOW_MANY_PLACES =
  /^ (?:and )?how many ·(?<mark>\d+) (?:do we have|have we(?: got)?|are there)(?: in (?:total|all))? $/;
function placesOf({ text }: Sentence, { choices }: ServerFilter): 'serverLocation' | undefined {
  const mark = Number(HOW_MANY_PLACES.exec(text)?.groups?.['mark']);
  const isPlace = choices.some((choice) => choice.mark === mark && choice.field === 'serverLocation');
  return isPlace ? 'serverLocation' : undefined;
}

/** "which depot has the most servers", "servers per depot": of the places that are called so. */
const WHICH_PLACE =
  / (?:(?<which>which|what)(?: (?:one )?of (?:the|our))? ·(?<one>\d+)(?= (?:has|have|with|holds?|runs?)(?: the)? (?:most|fewest|least|highest|lowest) )|(?:by|per|each|every) ·(?<each>\d+)(?= ))/;
function readKindOfPlace(sentence: Sentence, { choices }: ServerFilter): boolean {
  const { which, one, each } = WHICH_PLACE.exec(sentence.text)?.groups ?? {};
  const mark = Number(one ?? each);
  const isPlace = choices.some((choice) => choice.mark === mark && choice.field === 'serverLocation' && !choice.isNot); // prettier-ignore
  if (isPlace) sentence.text = sentence.text.replace(WHICH_PLACE, ` ${which ?? 'each'} site`);
  return isPlace;
}

const CONTACTS = ['key contacts', 'team owner'].flatMap((name) => attributeNamed(name) ?? []);

/** "are the name servers healthy": whoever asks whether all are wants to hear of those that are not. */
const WHETHER =
  /^(?!(?: (?:and|so|but|or))* (?:how many|which|what|list|show|give|find|count) ).*?(?<! that| which) (?:is|are) (?!any |there )(?:\S+ ){1,8}(?:healthy|up|online|reachable|running|ok|okay|fine|working)(?: now| right now| today)?(?: (?:in|at) (?:\S+ ){0,4}\S+)?(?: (?:except|excluding|other than|besides|but|apart from|aside from|without|not counting) .*)? $/;
const saysOnline = ({ choices }: ServerFilter) =>
  choices.some(({ field, values, isNot }) => field === 'status' && values.includes('online') && !isNot) &&
  choices.filter(({ field }) => field === 'status').length === 1;

function takeAttention(sentence: Sentence, filter: ServerFilter): ServerFilter {
  const isNot = sentence.take(new RegExp(`${NOT}(?:${ATTENTION.source})`)) !== undefined;
  if (!isNot && !sentence.take(ATTENTION)) return filter;
  const attention = { values: ['offline', 'warning'], label: 'offline or warning', mark: sentence.mark };
  return { ...filter, choices: [...filter.choices, { ...attention, field: 'status', isNot }] };
}

const IN_PERCENT =
  /(?:in|as) (?:an? )?(?:percent|per cent|percentages?|%|shares?)(?: of (?:all|the total|the whole|them))?/;
/** "what percentage is that?" */
const WHAT_SHARE = /(?:what|which|how many) (?:percentage|percent|share|fraction)(?: of (?:all|the fleet|them all))?(?: is| are)? (?:that|this|those|these)/; // prettier-ignore
