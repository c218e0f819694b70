import type { Db } from '../db/open.ts';
import { figuresIn, takeColumns, unreadFields, unreadGrouping, unreadThings } from './columns.ts';
import { isFiltered, NOTHING } from './filter-sql.ts';
import type { ServerFilter } from './filter-sql.ts';
import { answerCompared } from './compared.ts';
import { continueFrom } from './continue-from.ts';
import { NOT } from './exceptions.ts';
import { valuesWith, takeFilter } from './filters.ts';
import { mergedFilter } from './follow-up.ts';
import type { Before } from './follow-up.ts';
import {
  FIELD_OF,
  HAS_MOST,
  HAVE_NONE,
  IN_PLACE,
  LOCATIONS,
  OF_SITES,
  OF_THEM,
  takeValues,
  WHO_OWNS,
} from './dimensions.ts';
import { GROUP_NAMES, hasRooms } from './group-sql.ts';
import { attributeNamed, inSentence } from './host-answers.ts';
import { areNameParts, asWord, heldByNone, notHeld, notUnderstood, readRest } from './rest-of-question.ts';
import { answerAsked, hasStatus } from './inventory-answer.ts';
import { countServers } from './server-answers.ts';
import { takeShare } from './share.ts';
import { isOfOne } from './ranking.ts';
import { readVocabulary } from './vocabulary.ts';
import { wantedAfter, wantedIn } from './wanted.ts';
import { Sentence } from './words.ts';

const SERVERS =
  /servers?|hosts?|machines?|vms?|virtual machines?|box|boxes|nodes?|fleet|inventory|infrastructure|topology|ips|ip addresses|system health/;
const ATTENTION =
  /(?:that |which |who )?(?:need|needs|needing|require|requires) (?:attention|looking at|help)|(?:with|having|have|has) (?:problems?|issues?|trouble)|in trouble|problems?|unhealthy|(?:recent |current |open )?(?:issues|problems|incidents|outages)|what should (?:i|we) (?:look at|check|worry about)(?: first| next| now)?|(?:anything|something|everything|what|whats|which|is|are|currently)(?: servers?| hosts?| is| are| thats| gone| going| not)* (?:wrong|broken|failing|failed|on fire|on red)|broken|failing|not (?:healthy|ok|okay|fine|working|well)/;
/** Asks how things are, without a word for a server. */
const HOW =
  /(?:is|are) (?:everything|all|we|things) (?:ok|okay|fine|up|good|well|healthy|green|running)|hows everything|how are things|(?<!without )any (?:outages?|alerts?|alarms?)|whats going on|whats up|everything (?:ok|okay|fine|up)/;
/** Asks for the people of servers. */
const WHOM =
  /(?:who(?:m)? (?:is|are|was|do|does|can|could|should|to|must) (?:i |we |you |one |be )?(?:on call|on-call|oncall|call|contact|ask|phone|reach|notify|talk to)|(?:key )?contacts?|on-call|on call|oncall)(?: for| about| of| regarding)?/;

/** `hasWords`: a part of the question was taken as text that servers hold. */
type InventoryAnswer = { text: string; isEmpty: boolean; hasWords: boolean };
/** Asks for servers, where a sentence that merely has the word tells of trouble. */
const ASKING =
  /^ (?:[a-z]+ )?(?:how many|number of|count|which|what|list|show|give|find|view|are there|is there|do we|all|any(?:thing)?|servers?|hosts?|machines?|vms?|boxes)(?= )/;
/** "that sit in Leeds" */
const STANDS =
  / (?:sit|sits|sitting|live|lives|living|stand|stands|standing|reside|resides|sited|hosted|housed)(?= (?:in|at|on) )/;
/** "show me every mail relay" */
const EVERY = /^((?: (?:list|show|give|get|find|print|me|us))+) every /;
/** "break production down by owner" */
const BREAK_DOWN = / (?:break|breaking|broken)(?<what>.*) down(?= .*?(?:by|per|into) )/;
/** "any of them left in Leeds?": those that there are. */
const LEFT = / (?:left|remaining|still around)(?= (?:$|in |at |on |with ))/;
/** Words that are no name any more but a sentence. */
const SENTENCE = 3;

/** Answers a question about many servers; undefined for one that is about something else. `before`: what was answered before. */
export async function answerAboutServers(
  db: Db,
  sentence: Sentence,
  { before: goesOnFrom, timeZone }: { before?: Before | undefined; timeZone: string },
): Promise<InventoryAnswer | undefined> {
  const query = Sentence.of(sentence.text);
  const saysServers = sentence.has(SERVERS);
  const saysAll = sentence.has(/anything|something|everything/);
  const isWider = goesOnFrom !== undefined && sentence.text.startsWith(' or ');
  const before = goesOnFrom && continueFrom(goesOnFrom, sentence);
  const isAsking = ASKING.test(sentence.text);
  const isOwning = sentence.has(WHO_OWNS);
  const places = [sentence, ...(before?.questions ?? [])].map(({ text }) => Sentence.of(text));
  sentence.text = sentence.text
    .replace(STANDS, ' ')
    .replace(EVERY, '$1 all ')
    .replace(BREAK_DOWN, ' $<what> ');
  const isHow = sentence.take(HOW) !== undefined;
  const vocabulary = await readVocabulary(db);
  const compared = before ? undefined : await answerCompared(db, sentence, vocabulary);
  if (compared) return { text: compared, isEmpty: false, hasWords: false };
  const columns = takeColumns(sentence);
  const isOfSites = places.some(
    (one) => !one.has(IN_PLACE) && (one.has(OF_SITES) || (one.has(LOCATIONS) && hasRooms(vocabulary))),
  );
  const ownShare = takeShare(sentence, vocabulary);
  const partOf = ownShare ?? (before && sentence.take(WHAT_SHARE) ? NOTHING : undefined);
  const read = takeAttention(sentence, takeFilter(sentence, vocabulary, timeZone));
  const isWhether = WHETHER.test(query.text) && (saysOnline(read) || !hasStatus(read));
  if (isWhether) sentence.take(/up|fine|working/);
  const own = isWhether ? { ...read, choices: read.choices.filter(({ field }) => field !== 'status') } : read;
  sentence.text = sentence.text.replace(LEFT, '');
  const isContact = sentence.take(WHOM) !== undefined;
  const filter = before ? mergedFilter(before.filter, own, isWider) : own;
  const values = takeValues(sentence);
  const wanted = before
    ? wantedAfter(before, sentence, isHow || isWhether)
    : wantedIn(sentence, isHow || isWhether);
  const isInPercent =
    (wanted.dimension !== undefined || wanted.isCount) && sentence.take(IN_PERCENT) !== undefined;
  if (isOfOne(query))
    for (const order of [wanted.ranking, wanted.age]) if (order && !order.written) order.count = 1;
  const { ranking, age } = wanted;
  // "(prod only)" says no more than "prod"; "teams that run Linux only" does.
  if (!wanted.dimension && !values) sentence.text = sentence.text.replace(/(?<=·\d+) only(?= $)/, '');
  // "where is the busiest server": of that server, and not of each place.
  const isOfRanked = ranking !== undefined && (isOwning || query.has(/where(?:s| is| are)/));
  const dimension = isOfRanked ? undefined : wanted.dimension;
  if (isOfRanked) columns.push(...[wanted.dimension].flatMap((field) => (field && attributeNamed(GROUP_NAMES[field])) ?? [])); // prettier-ignore
  const isPercent = dimension !== undefined && (isInPercent || ownShare !== undefined);
  const share = isPercent ? undefined : (partOf ?? (isInPercent && wanted.isCount ? NOTHING : undefined));
  const more = (dimension && wanted.more) ?? [];
  const isMore =
    values !== undefined || isHow || isContact || ranking !== undefined || age !== undefined || columns.length > 0 || (dimension !== undefined && !isOwning); // prettier-ignore
  const by = unreadGrouping(sentence);
  if (by) sentence.takePhrase(by);
  const { words, unused } = await readRest(db, sentence);
  const absent = await heldByNone(db, words);
  for (const word of absent.filter((one) => valuesWith(one, vocabulary).length > 0)) {
    filter.choices.push(...valuesWith(word, vocabulary));
    for (const list of [words, absent]) list.splice(list.indexOf(word), 1);
  }
  const isTrouble = !isAsking && [...words, ...unused].join(' ').split(' ').length >= SENTENCE;
  const isKnown = words.length + unused.length === 0 && !by;
  const isHeld = absent.length + unused.length === 0;
  const isMeant =
    (saysServers && !isTrouble) ||
    (isFiltered(own) && (saysAll || (isAsking && isHeld))) ||
    (isFiltered(own) && unused.length === 0 && !by && (await areNameParts(db, words))) ||
    (IS.test(query.text) && isHeld && (isWhether || hasStatus(own))) ||
    (before ? isFiltered(own) || absent.length === 0 : (isFiltered(filter) || isMore) && isKnown);
  if (!isMeant) return undefined;
  if (by) unused.push(by);
  const things = unreadThings(sentence, words, absent);
  unused.push(...things);
  if (age && (ranking ?? values ?? dimension ?? share)) unused.push(age.isNewest ? 'newest' : 'oldest');
  const isListed = !age && !share && !values && !isContact && !dimension && !wanted.isCount;
  if (!isListed) unused.push(...columns.map(inSentence));
  const told = isListed && !ranking ? figuresIn(sentence) : [];
  const grouped = [dimension, values, ...more].flatMap((field) => field ?? []);
  const used = { grouped, columns: [...columns, ...told], isOfSites, isOfPeople: isContact || isOwning, ...wanted }; // prettier-ignore
  if (absent.length === 0) unused.push(...unreadFields(sentence, filter, used, words));
  if (ranking?.written && dimension) unused.push(ranking.written);
  const most = ranking ? null : HAS_MOST.exec(sentence.text);
  if (most) unused.push(most[0]);
  if ((values ?? dimension) && !isOwning && FIRST_VALUES.test(query.text) && query.has(HAVE_NONE))
    unused.push(query.text.trim().split(' ').find((word) => /^(?:no|not|zero|none|without|lacks?)$/.test(word)) ?? ''); // prettier-ignore
  const meant = {
    ...filter,
    words: [...filter.words, ...words.filter((word) => !absent.includes(word)).map(asWord)],
  };
  if (unused.length > 0)
    return {
      text: notUnderstood(unused, { ...meant, words: [...meant.words, ...absent] }),
      isEmpty: things.length === 0,
      hasWords: false,
    };
  if (absent.length > 0) return { text: await notHeld(db, absent, meant), isEmpty: true, hasWords: true };
  const found = {
    isEmpty: isFiltered(meant) && (await countServers(db, meant)) === 0,
    hasWords: words.length > 0,
  };
  const isEach = !isOwning && (query.has(OF_THEM) || query.has(FIELD_OF));
  const asked = { ...wanted, share, values, isContact, dimension, more, isOfSites, isPercent, isEach, columns, told, timeZone }; // prettier-ignore
  return { text: await answerAsked(db, meant, asked), ...found };
}

/** Asks which places, teams or systems, and not which servers. */
const FIRST_VALUES =
  /^ (?:which|what|how many|list|show) (?!servers|hosts|machines|vms)(?:\S+ ){1,2}(?:have|has|own|owns|run|runs|with|without|lack|lacks|do|does|are)(?= )/;

/** "is payroll ok?" */
const IS = /^ (?:(?:so|and|but|hey|hi) )*(?:is|are|was|were) /;
/** "are the name servers healthy": whoever asks whether all are wants to hear of those that are not. */
const WHETHER =
  /^(?!(?: (?:and|so|but|or))* (?:how many|which|what|list|show|give|find|count) ).*(?<! that| which) (?:is|are) (?!any |there )(?:\S+ ){1,8}(?:healthy|up|online|reachable|running|ok|okay|fine|working)(?: now| right now| today)? $/;
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
