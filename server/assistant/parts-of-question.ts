import { isCommon } from './common-words.ts';
import { takeAttributes } from './host-answers.ts';
import { Sentence } from './words.ts';

const BEGINS = String.raw`(?:(?:and|but|also|then|&|please|ok|so|of (?:those|these|them))[, ]+)*`;
/** Words that a question of its own begins with behind "and". */
const ASKS = String.raw`how (?:many|much|long|often|full|busy|old|big|large|do|does|is|are|can|should|shall|to)|which|what|what['’]?s|whom?|who['’]?s|whose|where|where['’]?s|when|why|list|show|count|(?:tell|give|show) me|(?:documents|docs|runbooks|guides|articles) (?:about|on|tagged|mentioning)(?! (?:it|them|that|those|these)(?![\p{L}]))|(?:is|are|does|did|has|have|was|were|do) (?:it|he|she|they|these|those|there|any|all|anything|everything|the|we|that (?:server|host|machine|box|vm)|\S*\d\S*)`;
/** "X is full, what should I do": tells first what it asks about. */
const IS_SO = String.raw`[^,?!]{1,80}(?<![\p{L}\p{N}])(?:is|are|was|were|has|have|went|came|says|\p{L}+ed)(?![\p{L}\p{N}])[^,?!]{0,80},\s+`;
const BEHIND_AND = new RegExp(
  String.raw`(?<!\s),?\s+(?=(?:and|but|also|then|&)\s+(?:${ASKS})(?![\p{L}\p{N}]))|(?<!\s),\s+(?=(?:and|but|also)\s+${IS_SO}(?:${ASKS})(?![\p{L}\p{N}]))`,
  'giu',
);
/** Characters of a message that is looked through for several; a longer one was pasted. */
export const LONGEST = 1_000;
const SENTENCES = /(?<=[?!.;])\s+/;
const QUESTION = new RegExp(
  String.raw`^${BEGINS}(?:${ASKS}|is|are|was|were|do|does|did|has|have|can|give|tell|find)(?![\p{L}\p{N}])`,
  'iu',
);
export const isQuestion = (text: string): boolean => QUESTION.test(text);
const LEADS_TO_QUESTION = new RegExp(String.raw`,\s+(?:so\s+)?(?:${ASKS})(?![\p{L}\p{N}])`, 'iu');
/** "mx2 is slow, who owns it?": what tells first, and what asks behind the comma. */
export const TELLS_THEN_ASKS = new RegExp(
  String.raw`^(?<tells>[^,?!]{3,120}),\s+(?<asks>(?:(?:so|and|but)\s+)?(?:${ASKS}|since when)(?![\p{L}\p{N}]).*)$`,
  'isu',
);
/** Asks by itself, or behind what it tells first. */
export const isAsked = (text: string): boolean => isQuestion(text) || LEADS_TO_QUESTION.test(text);
/** Tells what is so, and asks for nothing. */
export const TELLS =
  / (?<!(?:that|which|who) )(?:is|are|was|were|has|have|had|got|went|needs?|wants?|says?|said) |^ (?:i|im|we|they|you|he|she|it|my|our|there) |^ the (?:server|host|machine|box|vm|site) \S*\d\S* \S/;
export const QUESTION_WORD = /how|who|whom|whose|what|which|why|when|where|if|whether/;
/** "and which are online" goes on with the thing before it. */
const AND_ANOTHER =
  /^(?:and|but|also|then|&)\s+(?!which (?:is|are|was|were|has|have|had|runs?|do|does|use|need|belong) )/i;

const NEEDS = /^(?:i|we) (?:need|want|would like)(?: to (?:see|have|get|know))? /i;

/** "documents about VPN", in front of "and how many VPN gateways are there?": asked for by its name alone. */
function isThing(part: string, next: string): boolean {
  const sentence = new Sentence(part.replace(NEEDS, ''));
  return AND_ANOTHER.test(next) && !TELLS.test(sentence.text) && !sentence.has(QUESTION_WORD);
}
/** "what is offline" asks for servers, and for no field of one. */
const OWN_SUBJECT =
  /any|how many|which|list|show|count|servers?|hosts?|machines?|vms?|anything|everything|something|there|we|documents?|(?:what|whats) (?:was |has )?(?:changed|new|happened|added)|(?:what|whats|what is|what are|what has|who is) (?:(?:a|in|is|still|currently) )*(?:offline|down|warnings?|maintenance|unreachable|degraded|online|up)/;

export const asksOfOwn = (sentence: Sentence): boolean => sentence.has(OWN_SUBJECT);

/** The questions that one message asks, each on its own; one where it is a single one, or a part of it only tells. */
export function questionsIn(message: string): string[] {
  if (message.length > LONGEST) return [message];
  const parts = sentencesIn(message).flatMap((sentence) => sentence.split(BEHIND_AND));
  const isPart = (part: string, at: number) => isAsked(part) || isThing(part, parts[at + 1] ?? '');
  if (!parts.every(isPart)) return [message];
  const questions: string[] = [];
  for (const part of parts) {
    const before = questions.at(-1);
    const isSame = before !== undefined && !asksOfAll(before) && (isAboutSame(part) || isAboutSame(before));
    if (isSame) questions[questions.length - 1] = `${before} ${part}`;
    else questions.push(before === undefined ? part : withThings(part, before));
  }
  return questions;
}

/** "which servers have no owner and which have no IP": the second asks for servers too, and not for some of the first. */
function withThings(part: string, before: string): string {
  const [, asks, things] = /(which|how many) (servers|hosts|machines|vms)(?= )/i.exec(before) ?? [];
  if (!asks || !things) return part;
  const same = new RegExp(
    `(?<=^(?:and )?${asks}) (?=(?:are|have|has|run|runs|belong|need|use|do|were|was) )`,
    'i',
  );
  return part.replace(same, ` ${things} `);
}

export const sentencesIn = (message: string): string[] =>
  message.split(SENTENCES).filter((text) => /\p{L}/u.test(text));

/** "the file server is full and which servers have disk over 90": what is only told stands apart from what is asked. */
export function clausesIn(sentence: string): string[] {
  const parts = sentence.split(BEHIND_AND);
  const [first = '', ...others] = parts;
  const words = new Sentence(first.replace(NEEDS, ''));
  const isTold = TELLS.test(words.text) && !words.has(QUESTION_WORD);
  return others.every(isQuestion) && (isTold || isAsked(first)) ? parts : [sentence];
}

const AT_COMMA = new RegExp(String.raw`,\s+(?=(?:${ASKS})(?![\p{L}\p{N}]))`, 'iu');

/** "how do I restore a file, who may ask"; "the gateways, how many are there, where are they" */
function partedAtComma(text: string): string[] {
  const [first = '', ...others] = text.split(AT_COMMA);
  const [second, ...rest] = others;
  const parts =
    isQuestion(first) || second === undefined ? [first, ...others] : [`${first}, ${second}`, ...rest];
  return parts.every(isAsked) ? parts : [text];
}

/** Everything that a message asks, each with what is told before it. */
export const asksIn = (message: string): string[] =>
  sentencesIn(message)
    .flatMap(clausesIn)
    .flatMap(partedAtComma)
    .reduce<string[]>((asks, text) => {
      const before = asks.at(-1);
      const isTold = before !== undefined && !isAsked(sentencesIn(before).at(-1) ?? '');
      return isTold ? [...asks.slice(0, -1), `${before} ${text}`] : [...asks, text];
    }, []);

/** "are they all up", "are the print servers up": asks of all of them, which a list of those that are would not answer. */
const WHETHER_ALL =
  /^ (?:(?:and|but|also|then) )*(?:is|are|do|does|have|has|was|were) (?:(?:they|these|those|all|every|everything) |the .*(?:s|all) )/;
/** "the print servers, are they all up" too. */
const asksOfAll = (part: string): boolean =>
  WHETHER_ALL.test(new Sentence(part.split(/[,:] /).at(-1) ?? '').text);

/** "and what is its IP", "what is the owner": asks for fields alone, of whatever the question beside it is about. */
export function isAboutSame(part: string): boolean {
  const sentence = new Sentence(part);
  if (asksOfOwn(sentence) || asksOfAll(part)) return false;
  return takeAttributes(sentence).length > 0 && sentence.rest(new Set()).every(isCommon);
}
