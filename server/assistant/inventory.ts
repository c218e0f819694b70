import type { Db } from '../db/open.ts';
import { answerByAge, takeAge } from './ages.ts';
import type { Age } from './ages.ts';
import { takeColumns } from './columns.ts';
import { isCommon } from './common-words.ts';
import { figureName } from './figures.ts';
import { describeFilter, isFiltered } from './filter-sql.ts';
import type { Field, ServerFilter } from './filter-sql.ts';
import { NOT } from './exceptions.ts';
import { takeFilter } from './filters.ts';
import { mergedFilter } from './follow-up.ts';
import type { Before } from './follow-up.ts';
import {
  BY_UNKNOWN,
  HAS_MOST,
  HAVE_NONE,
  IN_PLACE,
  OF_SITES,
  OF_THEM,
  takeDimension,
  takeMoreDimensions,
  takeRankedBy,
  takeValues,
  WHO_OWNS,
} from './dimensions.ts';
import { leftOut, TURNING } from './left-out.ts';
import { listed, literal } from './literal.ts';
import {
  answerAddresses,
  answerContacts,
  answerCount,
  answerEach,
  answerGroupings,
  answerGroups,
  answerList,
  answerShare,
  answerSites,
  answerStatus,
  countServers,
} from './server-answers.ts';
import { answerRanking, answerRankingBy } from './ranking-answers.ts';
import { figuresIn, takeableFigure, takeFigure, takeRanking } from './ranking.ts';
import type { Ranking } from './ranking.ts';
import { takeShare } from './share.ts';
import { readVocabulary } from './vocabulary.ts';
import { Sentence } from './words.ts';

const SERVERS =
  /servers?|hosts?|machines?|vms?|virtual machines?|box|boxes|nodes?|fleet|inventory|infrastructure|topology|ips|ip addresses|system health/;
const COUNT = /how many|number of|count|total number|total/;
const STATUS = /status|statuses|health|healthy|state|check|ok|doing/;
const ADDRESSES = /ips?|ip address(?:es)?|addresses/;
const ATTENTION =
  /(?:that |which |who )?(?:need|needs|needing|require|requires) (?:attention|looking at|help)|(?:with|having|have|has) (?:problems?|issues?|trouble)|in trouble|problems?|unhealthy|(?:recent |current |open )?(?:issues|problems|incidents|outages)|what should (?:i|we) (?:look at|check|worry about)(?: first| next| now)?|(?:anything|something|everything|what|whats|which|is|are|currently)(?: servers?| hosts?| is| are| thats| gone| going| not)* (?:wrong|broken|failing|failed|on fire|on red)|broken|failing|not (?:healthy|ok|okay|fine|working|well)/;
/** Asks how things are, without a word for a server. */
const HOW =
  /(?:is|are) (?:everything|all|we|things) (?:ok|okay|fine|up|good|well|healthy|green|running)|hows everything|how are things|any (?:outages?|alerts?|alarms?)|whats going on|whats up|everything (?:ok|okay|fine|up)/;
/** Asks for the people of servers. */
const WHOM =
  /(?:who(?:m)? (?:is|are|was|do|does|can|could|should|to|must) (?:i |we |you |one |be )?(?:on call|on-call|oncall|call|contact|ask|phone|reach|notify|talk to)|(?:key )?contacts?|on-call|on call|oncall)(?: for| about| of| regarding)?/;
const MAX_WORDS = 5;

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
/** "any of them left in Leeds?": those that there are. */
const LEFT = / (?:left|remaining|still around)(?= (?:$|in |at |on |with ))/;
/** Words that are no name any more but a sentence. */
const SENTENCE = 3;

type Wanted = {
  ranking: Ranking | undefined;
  dimension: Field | undefined;
  age: Age | undefined;
  isCount: boolean;
  isStatus: boolean;
  isAddresses: boolean;
};

/** Answers a question about many servers; undefined for one that is about something else. `before` is what it goes on from. */
export async function answerAboutServers(
  db: Db,
  sentence: Sentence,
  { before, timeZone }: { before?: Before | undefined; timeZone: string },
): Promise<InventoryAnswer | undefined> {
  const query = Sentence.of(sentence.text);
  const saysServers = sentence.has(SERVERS);
  const saysAll = sentence.has(/anything|something|everything/);
  const isWider = before !== undefined && sentence.text.startsWith(' or ');
  if (before) continueFrom(before, sentence);
  const columns = sentence.has(COUNT) ? [] : takeColumns(sentence);
  const isAsking = ASKING.test(sentence.text);
  const isOwning = sentence.has(WHO_OWNS);
  const isOfSites = sentence.has(OF_SITES) && !sentence.has(IN_PLACE);
  sentence.text = sentence.text.replace(STANDS, ' ').replace(EVERY, '$1 all ');
  const isHow = sentence.take(HOW) !== undefined;
  const vocabulary = await readVocabulary(db);
  const share = takeShare(sentence, vocabulary);
  const read = takeAttention(sentence, takeFilter(sentence, vocabulary));
  const isWhether = WHETHER.test(query.text) && (saysOnline(read) || !hasStatus(read));
  if (isWhether) sentence.take(/up|fine|working/);
  const own = isWhether ? { ...read, choices: read.choices.filter(({ field }) => field !== 'status') } : read;
  sentence.text = sentence.text.replace(LEFT, '');
  const isContact = sentence.take(WHOM) !== undefined;
  const filter = before ? mergedFilter(before.filter, own, isWider) : own;
  const values = takeValues(sentence);
  const wanted = before ? wantedAfter(before, sentence) : wantedIn(sentence, isHow || isWhether);
  const { ranking, dimension, age } = wanted;
  // "(prod only)" says no more than "prod"; "teams that run Linux only" does.
  if (!dimension && !values) sentence.text = sentence.text.replace(/(?<=·\d+) only(?= $)/, '');
  const more = dimension ? takeMoreDimensions(sentence, dimension) : [];
  const isMore =
    values !== undefined || isHow || isContact || ranking !== undefined || age !== undefined || columns.length > 0 || (dimension !== undefined && !isOwning); // prettier-ignore
  const { words, unused } = await readRest(db, sentence);
  const absent = await heldByNone(db, words);
  const isTrouble = !isAsking && [...words, ...unused].join(' ').split(' ').length >= SENTENCE;
  const isKnown = words.length + unused.length === 0;
  const isHeld = absent.length + unused.length === 0;
  const isMeant =
    (saysServers && !isTrouble) ||
    (isFiltered(own) && (saysAll || (isAsking && isHeld))) ||
    (IS.test(query.text) && isHeld && (isWhether || hasStatus(own))) ||
    (before ? isFiltered(own) || absent.length === 0 : (isFiltered(filter) || isMore) && isKnown);
  if (!isMeant) return undefined;
  // Of two figures one alone would be half of the answer.
  const isOfOne = ranking ?? values ?? dimension ?? share ?? age ?? (wanted.isCount || undefined);
  if (age && (ranking ?? values ?? dimension ?? share)) unused.push(age.isNewest ? 'newest' : 'oldest');
  if (isOfOne ?? (isContact || undefined)) unused.push(...columns.map(({ name }) => name.toLowerCase()));
  if (isOfOne) unused.push(...figuresIn(sentence).map(figureName));
  if (!values && !dimension) unused.push(...(BY_UNKNOWN.exec(sentence.text) ?? []));
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
      isEmpty: true,
      hasWords: false,
    };
  if (absent.length > 0) return { text: await notHeld(db, absent, meant), isEmpty: true, hasWords: true };
  const found = {
    isEmpty: isFiltered(meant) && (await countServers(db, meant)) === 0,
    hasWords: words.length > 0,
  };
  if (share) return { text: await answerShare(db, share, meant), ...found };
  const isOfPlaces = values === 'serverLocation' && !query.has(IN_PLACE);
  if (isOfPlaces) return { text: await answerSites(db, meant), ...found };
  if (values) return { text: await answerGroups(db, meant, values, true), ...found };
  if (isContact) return { text: await answerContacts(db, meant), ...found };
  if (age) return { text: await answerByAge(db, meant, age, timeZone), ...found };
  if (ranking && dimension) return { text: await answerRankingBy(db, meant, ranking, dimension), ...found };
  if (ranking) return { text: await answerRanking(db, meant, ranking), ...found };
  if (dimension && more.length > 0)
    return { text: await answerGroupings(db, meant, [dimension, ...more]), ...found };
  if (dimension && dimension !== 'status' && !isOwning && query.has(OF_THEM))
    return { text: await answerEach(db, meant, dimension), ...found };
  if (
    dimension === 'status' ||
    (wanted.isStatus && columns.length === 0 && !wanted.isCount && !hasStatus(meant))
  )
    return { text: await answerStatus(db, meant), ...found };
  if (dimension === 'serverLocation' && isOfSites) return { text: await answerSites(db, meant), ...found };
  if (dimension) return { text: await answerGroups(db, meant, dimension), ...found };
  if (wanted.isCount) return { text: await withParts(db, meant), ...found };
  if (wanted.isAddresses && columns.length === 0) return { text: await answerAddresses(db, meant), ...found };
  return { text: await answerList(db, meant, { asked: figuresIn(sentence), columns, timeZone }), ...found };
}

function wantedIn(sentence: Sentence, isHow: boolean): Wanted {
  const ranking = takeRanking(sentence);
  return {
    ranking,
    age: takeAge(sentence),
    dimension: takeDimension(sentence) ?? (ranking && takeRankedBy(sentence)),
    isCount: sentence.has(COUNT),
    isStatus: isHow || sentence.has(STATUS),
    isAddresses: sentence.has(ADDRESSES),
  };
}

/** "only the databases", "or Ubuntu?", "and over 80?": the words that go on, and the figure that is still meant. */
function continueFrom({ filter }: Before, sentence: Sentence) {
  sentence.take(/only|just/);
  sentence.text = sentence.text.replace(/^ or /, ' ');
  const figure = filter.others.find((part) => 'figure' in part)?.figure;
  if (figure && !takeableFigure(sentence))
    sentence.text = sentence.text.replace(LIMIT, ` ${figureName(figure).toLowerCase()}$&`);
}

const LIMIT = / (?:over|above|under|below|more than|less than|at least|at most|between) \d/;

/** A question that goes on asks for the same as the one before it, where it does not say what. */
function wantedAfter({ question, isCount }: Before, sentence: Sentence): Wanted {
  const own = wantedIn(sentence, false);
  const isOwn = Object.values(own).some(Boolean) || sentence.has(/list|show|which|who|name|view/);
  if (isOwn) return own;
  const earlier = question && wantedIn(question, false);
  const figure = earlier?.ranking && takeableFigure(sentence);
  if (earlier?.ranking && figure) takeFigure(sentence, figure);
  return {
    ...own,
    ...earlier,
    isCount: isCount || earlier?.isCount === true,
    ranking: earlier?.ranking && { ...earlier.ranking, figure: figure ?? earlier.ranking.figure },
  };
}

/** Words that no server of the inventory has, whatever else is asked for. */
async function heldByNone(db: Db, words: string[]): Promise<string[]> {
  const absent: string[] = [];
  for (const word of words)
    // oxlint-disable-next-line no-await-in-loop -- A few words at most.
    if ((await countServers(db, { ...NOTHING, words: [asWord(word)] })) === 0) absent.push(word);
  return absent;
}

/** A word that may be a slip or a name of nothing is no reason to say that there is no such server. */
async function notHeld(db: Db, absent: string[], filter: ServerFilter): Promise<string> {
  const lack = `I found nothing for ${listed(absent.map((word) => `“${literal(word)}”`))}: no server in the inventory has ${absent.length === 1 ? 'this word' : 'these words'}.`;
  return isFiltered(filter)
    ? `${lack}\n\nWithout ${absent.length === 1 ? 'it' : 'them'}: ${await answerCount(db, filter)}`
    : lack;
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

const hasStatus = ({ choices }: ServerFilter) => choices.some(({ field }) => field === 'status');

function takeAttention(sentence: Sentence, filter: ServerFilter): ServerFilter {
  const isNot = sentence.take(new RegExp(`${NOT}(?:${ATTENTION.source})`)) !== undefined;
  if (!isNot && !sentence.take(ATTENTION)) return filter;
  const attention = { values: ['offline', 'warning'], label: 'offline or warning', mark: sentence.mark };
  return { ...filter, choices: [...filter.choices, { ...attention, field: 'status', isNot }] };
}

/** Of what is left, the words that texts of servers are searched for, and those that nobody understood. */
async function readRest(db: Db, sentence: Sentence): Promise<{ words: string[]; unused: string[] }> {
  const [words, unused]: [string[], string[]] = [[], []];
  for (const run of sentence.runs()) {
    const left = run.filter((word) => TURNING.test(word) || !isCommon(word));
    if (left.length === 0) continue;
    const phrase = left.join(' ');
    if (!left.some((word) => TURNING.test(word))) words.push(...left);
    // "rack 4" is a text that some server has, "8" alone is a figure of something.
    // oxlint-disable-next-line no-await-in-loop -- There are a few runs at most.
    else if (left.length > 1 && (await countServers(db, { ...NOTHING, words: [phrase] })) > 0)
      words.push(phrase);
    else unused.push(phrase);
  }
  return { words: [...new Set(words)].slice(0, MAX_WORDS), unused };
}

const NOTHING: ServerFilter = { choices: [], others: [], either: [], words: [] };

/** A figure that leaves out a part of the question would be the answer to another one. */
function notUnderstood(unused: string[], filter: ServerFilter): string {
  const understood = isFiltered(filter)
    ? `servers with ${describeFilter(filter)}`
    : 'that this is about servers';
  return leftOut(unused, understood);
}

const asWord = (word: string) => (word.length > 4 && /^\p{L}+$/u.test(word) ? word.replace(/s$/, '') : word);

/** "production and staging" is counted together and apart. */
async function withParts(db: Db, filter: ServerFilter): Promise<string> {
  const total = await answerCount(db, filter);
  for (const field of ['environment', 'status', 'serverType'] as const) {
    if (filter.choices.filter((choice) => choice.field === field && !choice.isNot).length < 2) continue;
    // oxlint-disable-next-line no-await-in-loop -- The first field that is named twice is the only one.
    return `${total}\n\n${await answerGroups(db, filter, field)}`;
  }
  return total;
}
