import type { Db } from '../db/open.ts';
import { answerWhetherAll } from './are-all.ts';
import { figuresIn, unreadBesides, unreadFields, unreadGrouping, unreadThings } from './columns.ts';
import { answerCompared } from './compared.ts';
import { FIELD_OF, HAS_MOST, HAVE_NONE, OF_THEM } from './dimensions.ts';
import { takeExceptedNames } from './excepted-names.ts';
import { isFiltered } from './filter-sql.ts';
import { valuesWith } from './filters.ts';
import type { Before } from './follow-up.ts';
import type { Attribute } from './host-answers.ts';
import { hasStatus, kindOfAnswer, untoldBy } from './inventory-answer.ts';
import type { Asked } from './inventory-answer.ts';
import { readQuestion } from './inventory-read.ts';
import type { ReadQuestion } from './inventory-read.ts';
import { joinNamesApart } from './names-apart.ts';
import { areNameParts, heldByNone, notHeld, notUnderstood, readRest } from './rest-of-question.ts';
import { countServers } from './server-answers.ts';
import { readVocabulary } from './vocabulary.ts';
import { WHO_LOOKS_AFTER } from './words.ts';
import type { Sentence } from './words.ts';

const SERVERS =
  /servers?|hosts?|machines?|vms?|virtual machines?|box|boxes|nodes?|fleet|inventory|infrastructure|topology|ips|ip addresses|system health/;
/** `words`: what was taken as text that servers hold, or not understood. */
type InventoryAnswer = { text: string; isEmpty: boolean; words: string[] };
/** Asks for servers, where a sentence that merely has the word tells of trouble. */
const ASKING =
  /^ (?:[a-z]+ )?(?:how many|number of|count|which|what|list|show|give|find|view|are there|is there|do we|all|any(?:thing)?|servers?|hosts?|machines?|vms?|boxes)(?= )/;
/** Words that are no name any more but a sentence. */
const SENTENCE = 3;

/** Answers a question about many servers; undefined for one that is about something else. `before`: what was answered before. */
export async function answerAboutServers(
  db: Db,
  sentence: Sentence,
  { before: goesOnFrom, timeZone }: { before?: Before | undefined; timeZone: string },
): Promise<InventoryAnswer | undefined> {
  const vocabulary = await readVocabulary(db);
  await joinNamesApart(db, sentence);
  const compared = goesOnFrom ? undefined : await answerCompared(db, sentence, vocabulary);
  const told =
    compared ?? (await answerWhetherAll(db, sentence, vocabulary, { before: goesOnFrom?.filter, timeZone }));
  if (told) return { text: told, isEmpty: false, words: [] };
  const read = readQuestion(sentence, vocabulary, goesOnFrom, timeZone);
  const { filter } = read;
  filter.others.push(...(await takeExceptedNames(db, sentence)));
  const by = unreadGrouping(sentence);
  if (by) sentence.takePhrase(by);
  const { words, unused } = await readRest(db, sentence);
  const absent = await heldByNone(db, words);
  for (const word of absent.filter((one) => valuesWith(one, vocabulary).length > 0)) {
    filter.choices.push(...valuesWith(word, vocabulary));
    for (const list of [words, absent]) list.splice(list.indexOf(word), 1);
  }
  if (!(await isMeant(db, read, { words, unused, absent, by }))) return undefined;
  if (by) unused.push(by);
  const things = unreadThings(sentence, words, absent);
  const figures = isListed(read) && !read.wanted.ranking ? figuresIn(sentence) : [];
  const meant = {
    ...filter,
    words: [...filter.words, ...words.filter((word) => !absent.includes(word))],
  };
  const asked = askedIn(read);
  const kind = kindOfAnswer(meant, asked, { asked: [...asked.columns, ...figures], timeZone });
  unused.push(...things, ...untoldBy(kind, asked));
  unused.push(...unreadOf(sentence, read, { told: figures, tells: kind.tells, words, absent }));
  if (unused.length > 0)
    return {
      text: notUnderstood([...new Set(unused)], { ...meant, words: [...meant.words, ...absent] }),
      isEmpty: things.length === 0,
      words: [...unused, ...absent],
    };
  if (absent.length > 0) return { text: await notHeld(db, absent, meant), isEmpty: true, words: absent };
  const isEmpty = isFiltered(meant) && (await countServers(db, meant)) === 0;
  // How long certificates last may be written down, where none is recorded.
  const isOfCertificates = meant.others.some((part) => 'expiry' in part);
  return {
    text: await kind.answer(db),
    isEmpty,
    words: isOfCertificates ? [...words, 'certificate'] : words,
  };
}

function askedIn(read: ReadQuestion): Asked {
  const { query, wanted, isOwning, isOfSites } = read;
  return {
    ...wanted,
    ...read,
    dimension: read.dimension === 'serverLocation' && isOfSites ? 'site' : read.dimension,
    isHowMany: query.has(HOW_MANY),
    isOfServers: query.has(/servers|hosts|machines|vms|boxes/),
    isEach: !isOwning && (query.has(OF_THEM) || query.has(FIELD_OF)),
  };
}

const HOW_MANY = /(?:how many|number of) (?:\S+ ){0,3}(?:servers|hosts|machines|vms|boxes)/;

type Left = { words: string[]; unused: string[]; absent: string[]; by: string | undefined };

/** Whether the question asks for servers, where it may be about documents or people too. */
async function isMeant(db: Db, read: ReadQuestion, { words, unused, absent, by }: Left): Promise<boolean> {
  const { query, before, own, filter, isWhether, isMore, isOwning } = read;
  const saysServers = query.has(SERVERS);
  const saysAll = query.has(/anything|something|everything/);
  const isAsking = ASKING.test(read.asked);
  const isTrouble = !isAsking && [...words, ...unused].join(' ').split(' ').length >= SENTENCE;
  const isKnown = words.length + unused.length === 0 && !by;
  const isHeld = absent.length + unused.length === 0;
  const isOfTeam = own.choices.length > 0 && own.choices.every(({ field }) => field === 'teamOwner');
  if (ASKS_WHO.test(query.text) && !isOwning && !read.isContact && !before) return false;
  // "who is responsible for billing?" does not ask which team owns what the billing team owns.
  if (isOwning && isOfTeam && !saysServers && !before && words.length + own.others.length === 0) return false;
  return (
    (OWNS.test(query.text) && isHeld && (isFiltered(own) || words.length > 0)) ||
    (saysServers && !isTrouble) ||
    (isFiltered(own) && (saysAll || (isAsking && isHeld))) ||
    (isFiltered(own) && unused.length === 0 && !by && (await areNameParts(db, words))) ||
    (IS.test(query.text) && isHeld && (isWhether || hasStatus(own))) ||
    (before ? isFiltered(own) || absent.length === 0 : (isFiltered(filter) || isMore) && isKnown)
  );
}

/** Only servers are asked for, and no figure or grouping of them. */
const isListed = ({ wanted, share, values, isContact, dimension }: ReadQuestion): boolean =>
  !wanted.age && !share && !values && !isContact && !dimension && !wanted.isCount;

/** Words for fields, figures and orders that the answer would not tell. */
function unreadOf(
  sentence: Sentence,
  read: ReadQuestion,
  { told, tells, words, absent }: { told: Attribute[]; tells: string[]; words: string[]; absent: string[] },
): string[] {
  const { query, filter, columns, isContact, isOwning, isOfSites, values, wanted, dimension, more } = read;
  const { ranking } = wanted;
  const unused: string[] = [];
  const grouped = [dimension, values, ...more].flatMap((field) => field ?? []);
  const used = {
    grouped,
    columns: [...columns, ...told],
    isOfSites,
    isOfPeople: isContact || isOwning,
    isStatus: wanted.isStatus && tells.includes('status'),
    isAddresses: wanted.isAddresses && tells.includes('addresses'),
  };
  if (absent.length === 0) unused.push(...unreadFields(sentence, filter, used, words));
  unused.push(...[unreadBesides(sentence)].flatMap((said) => said ?? []));
  unused.push(...(WHEN.exec(sentence.text)?.slice(1) ?? []));
  if (dimension && !ranking) unused.push(...(MEAN.exec(sentence.text)?.slice(1) ?? []));
  const most = ranking || (wanted.extreme && dimension) ? null : HAS_MOST.exec(sentence.text);
  if (most) unused.push(most[0]);
  const place = Number(WHICH_PLACE.exec(sentence.text)?.groups?.['mark']);
  const isOfPlaces = filter.choices.some(({ mark, field }) => mark === place && field === 'serverLocation');
  if (((values ?? dimension) !== undefined || isOfPlaces) && !isOwning && FIRST_VALUES.test(query.text) && query.has(HAVE_NONE))
    unused.push(query.text.trim().split(' ').find((word) => /^(?:no|not|zero|none|without|lacks?)$/.test(word)) ?? ''); // prettier-ignore
  return unused;
}

/** "which depot has no offline servers" */
const WHICH_PLACE = / (?:which|what) ·(?<mark>\d+) (?:has|have|runs?) /;
/** "average number of servers per site" */
const MEAN = / (average|mean|avg|median) /;
/** Asks which places, teams or systems, and not which servers. */
const FIRST_VALUES =
  /^ (?:which|what|how many|list|show) (?!servers|hosts|machines|vms)(?:\S+ ){1,2}(?:have|has|own|owns|run|runs|with|without|lack|lacks|do|does|are)(?= )/;

/** Asks for a time, and not which servers there are "when something is so". */
const WHEN = /^ (?:.* and )?(when|why) (?:.*)?$/;
/** "who owns the billing database?" */
const OWNS = new RegExp(`^ (?:(?:so|and|but) )*(?:${WHO_LOOKS_AFTER}|(?:whos|who is) the owner of) `);
/** "who is the head of customs", "who may open the pit box": a person, and no server. */
const ASKS_WHO =
  /^ (?:(?:so|and|but) )*who (?:is|are|may|can|could|must|should|has to|is allowed to) (?!(?:using|on|in|running|responsible|at|the (?:key )?contacts?|contacts?) )/;
/** "is payroll ok?" */
const IS = /^ (?:(?:so|and|but|hey|hi) )*(?:is|are|was|were) /;
