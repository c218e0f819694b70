import type { Db } from '../db/open.ts';
import { isCommon } from './common-words.ts';
import { isFiltered } from './filter-sql.ts';
import { takeFilter } from './filters.ts';
import { inOtherWords } from './in-other-words.ts';
import { takeServers } from './named.ts';
import {
  clausesIn,
  isAsked,
  isQuestion,
  LONGEST,
  QUESTION_WORD,
  questionsIn,
  sentencesIn,
  TELLS,
  TELLS_THEN_ASKS,
} from './parts-of-question.ts';
import { askedOfTold } from './told-of-hosts.ts';
import { isOfTold, OF_STATE, THINGS, withThing, withTold } from './told-beside.ts';
import { readVocabulary } from './vocabulary.ts';
import type { Vocabulary } from './vocabulary.ts';
import { Sentence } from './words.ts';

const GREETING =
  /^(?:ok(?:ay)?|all ?right|hi|hello|hey|good (?:morning|afternoon|evening|day)|dear (?:all|team|colleagues)|greetings)(?: (?:there|all|everyone|everybody|team|folks|again))?(?:[,!.]+|$)\s*/i;
const THANKS =
  /^(?:(?:many )?thanks|thank you|thx|cheers|(?:best|kind|many) (?:regards|wishes)|regards|sorry|excuse me|apologies|much appreciated|have a (?:nice|good))(?: [^,?]{0,60})?$/i;
/** "we have to move the file servers": tells what is to be done, with what; the verb is nothing that servers have. */
const TASK =
  /^(?:(?:so|and|but|now|today|tomorrow|please)[, ]+)*(?:(?:i|we)(?:['’](?:m|re|ve|ll))? (?:(?:need|want|have|got|plan|intend|would like|['’]d like|am|are|was|were)(?: \w+){0,2} to|going to|about to|must|should|shall|will|can|may)|please) (?!(?:see|have|get|know|find|list|show|count|look|tell|identify|name|give|learn|check (?:which|what|whether|if))\b)[a-z-]+(?: (?:up|down|out|off|over))?(?= (?:all |the |our |some |every |each |\d+ ))/i;
/** When it is to be done, at the end: "tomorrow", "next week", "on Friday night" */
const TO_COME =
  /,? (?:soon|later|now|asap|today|tonight|tomorrow|(?:(?:on|next|this|by|until|before|coming) )+(?:week|weekend|month|quarter|year|(?:mon|tues|wednes|thurs|fri|satur|sun)day))(?: (?:morning|afternoon|evening|night))?(?=[\s.!;,]*$)/i;
/** "Who would that be?" and "Can you help?" ask for what was asked before. */
const ECHO =
  /^(?:(?:who|what|which (?:one|team|server)) (?:would|could|might|is|are|was) (?:that|this|it)(?: be)?|(?:can|could) (?:you|somebody|someone)(?: please)? (?:help|check|look|have a look)(?: (?:me|us|with this|with that|into it|into this))?(?: please)?|(?:some|[a-z]{3}) (?:ideas?|help|thoughts))\W*$/i;
const WHAT_CAN =
  /^(?:(?:so|and|ok|please)[, ]+)*(?:what (?:can|do) you (?:do|know|answer)(?: for (?:me|us))?|how (?:can|do) you help(?: me| us)?|what (?:can|may) (?:i|we) ask(?: you)?|who are you|help(?: me)?)$/i;

/** "hello", "thanks!", "what can you do?": nothing that could be looked up. */
export function asksNothing(message: string): boolean {
  const said = message
    .trim()
    .replace(GREETING, '')
    .replace(/[\s!?.,]+$/, '');
  return (said === '' && /\p{L}/u.test(message)) || THANKS.test(said) || WHAT_CAN.test(said);
}

const NARROWS =
  /^(?:(?:please|but|and)[, ]+)*(?:exclude|excluding|except|without|leave out|ignore|skip|not|no|(?<only>only|just))(?= )(?!.*(?:\?|\b(?:show|list|tell|give|which|how)\b))/i;
/** "my manager asked me to find out which team …", "could you tell me how many …" */
const LEADS_TO =
  /^.*\b(?:find out|know|tell me|tell us|say|wondering|wonder|check|see|understand|figure out|ask(?:ed)?(?: me| us| you)?) (?=(?:which|who|what|how many|where) )/i;
const NEEDS =
  /^(?:i|we)(?:['’]d| would)? (?:need|want|like|am looking for|are looking for)(?: to (?:see|have|get|know))?(?: an?| the)?(?: list of| names of)? /i;
const SOME_KIND = /\bsome (?:flavou?rs?|kinds?|sorts?|types?) of /gi;

/**
 * The questions of a message, each with what the sentences around it tell: "Sydney has a power cut. Which servers are affected?".
 * Greetings ask for nothing, and "Only production." belongs to the question before it.
 */
export async function questionsOf(db: Db, written: string): Promise<string[]> {
  if (written.length > LONGEST) return [written];
  const message = inOtherWords(written);
  const vocabulary = await readVocabulary(db);
  const parts = sentencesIn(message).flatMap(partedAtColon);
  const sentences = (await Promise.all(parts.map((text) => partedAtComma(db, text))))
    .flat()
    .flatMap(clausesIn);
  const said = sentences
    .map((text) => text.replace(GREETING, ''))
    .filter((text) => /\p{L}/u.test(text) && !THANKS.test(text))
    .map((text, index, all) =>
      index < all.length - 1 && isTask(text) ? thingsOfTask(text, vocabulary) : text,
    );
  const { asks, told } = sorted(said, vocabulary);
  if (asks.length === 0 || (asks.length === sentences.length && told.length === 0)) {
    const questions = questionsIn(said.length > 0 ? said.join(' ') : message);
    return questions.map((text, index) => withThing(text, questions[index - 1] ?? '', vocabulary));
  }
  const context = told
    .map((text) => (isTask(text) ? text.replace(TASK, '').replace(TO_COME, '') : text))
    .join(' ');
  const hosts = await takeServers(db, new Sentence(context), context);
  const choices = hosts.length > 0 ? [] : takeFilter(new Sentence(context), vocabulary).choices;
  const first = asks[0]?.text ?? '';
  const ofHosts =
    hosts.length > 0 && (await takeServers(db, new Sentence(first), first)).length === 0
      ? askedOfTold(first, hosts.map(({ name }) => name).join(' and '), vocabulary)
      : undefined;
  const asked = asks.map(({ text }, index) => (index === 0 ? (ofHosts ?? text) : text));
  const joined = asks.map(({ by }, index) =>
    by.reduce(narrowed, withTold(asked[index] ?? '', choices, vocabulary, index === 0)),
  );
  // What is told of trouble is looked for in documents, and a server that is told of is the one that is asked about.
  const isLeft = joined[0] === first && ofHosts === undefined && told.length > 0;
  if (isLeft && (hosts.length > 0 || isOfTold(first, vocabulary))) return [said.join(' ')];
  return joined.length > 1 && joined.every(isQuestion) ? questionsIn(joined.join(' ')) : joined;
}

/** "I need a list for the auditors: all physical machines", "excluding staging: servers in Leeds". */
function partedAtColon(text: string): string[] {
  const at = text.search(/(?<=\p{L}):\s/u);
  const behind = text.slice(at + 1).trim();
  if (at < 0) return [text];
  if (NARROWS.test(text)) return [behind, text.slice(0, at)];
  // "the print servers: how many are up?"
  if (isQuestion(behind) && !isAsked(text.slice(0, at))) return [`${text.slice(0, at)}, ${behind}`];
  return NEEDS.test(text) && isAsking(behind) ? [behind] : [text];
}

/** "mx2 does not answer, is it down?": what only brings a server stands apart from what is asked of it. */
async function partedAtComma(db: Db, text: string): Promise<string[]> {
  const { tells = '', asks } = TELLS_THEN_ASKS.exec(text.replace(GREETING, ''))?.groups ?? {};
  const words = new Sentence(tells);
  if (asks === undefined || isQuestion(tells) || words.has(QUESTION_WORD)) return [text];
  const isTold = TELLS.test(words.text);
  if ((await takeServers(db, words, tells)).length === 0) return [text];
  const says = words.has(THINGS) ? [] : words.rest(new Set()).filter((word) => !isCommon(word));
  return isTold || says.some((word) => !word.startsWith('·')) ? [tells, asks] : [text];
}

function isAsking(text: string): boolean {
  if (/\?\W*$/.test(text) || isAsked(text) || LEADS_TO.test(text)) return true;
  const sentence = new Sentence(text);
  return sentence.has(THINGS) && (NEEDS.test(text) || !TELLS.test(sentence.text));
}

/** `by`: sentences behind a question that narrow it. */
type Ask = { text: string; by: string[] };

/** What asks for something, and what only tells. */
function sorted(said: string[], vocabulary: Vocabulary): { asks: Ask[]; told: string[] } {
  const [asks, told]: [Ask[], string[]] = [[], []];
  const isAsked = said.some((text) => isAsking(text) && !isTask(text));
  for (const text of said) {
    const before = asks.at(-1);
    const isNarrowing = NARROWS.test(text) && isFiltered(takeFilter(new Sentence(text), vocabulary));
    if (isNarrowing && before !== undefined) before.by.push(text);
    else if (ECHO.test(text) && before !== undefined) continue;
    else if (isAsking(text) && !(isAsked && isTask(text)))
      asks.push({ text: text.replace(LEADS_TO, '').replace(NEEDS, '').replaceAll(SOME_KIND, ''), by: [] });
    else told.push(text);
  }
  return { asks, told };
}

const isTask = (text: string): boolean => TASK.test(text) && !/\?\W*$/.test(text);

/**
 * "We replace the old hypervisors at the schools": asked for by themselves where they are more than places and functions, since
 * these alone go into the question behind.
 */
function thingsOfTask(text: string, vocabulary: Vocabulary): string {
  const things = text
    .replace(TASK, '')
    .replace(TO_COME, '')
    .replace(/[\s.!;,]+$/, '');
  const sentence = new Sentence(things);
  const saysThings = sentence.has(THINGS);
  const { choices, ...others } = takeFilter(sentence, vocabulary);
  const isMore = sentence.rest(new Set()).some((word) => !isCommon(word) && /^\p{L}+$/u.test(word));
  const isOther = isFiltered({ ...others, choices: choices.filter(({ field }) => OF_STATE.has(field)) });
  const isOfServers = saysThings || choices.length > 0 || isOther;
  return isOfServers && (isMore || isOther) ? `Which are ${things.trim()}?` : text;
}

function narrowed(question: string, by: string): string {
  const isOnly = NARROWS.exec(by)?.groups?.['only'] !== undefined;
  const added = by
    .replace(isOnly ? NARROWS : /^(?:(?:please|but|and)[, ]+)*/i, '')
    .replace(/,? please(?=\W*$)/i, '');
  return `${question.replace(/[\s?!.;,]+$/, '')} ${added.trim()}`;
}
