import type { Turn } from '../../contract/assistant.ts';
import { beginsAnew, wordsBeside } from './begins-anew.ts';
import { isCommon } from './common-words.ts';
import { takeLimits } from './figures.ts';
import { SINCE } from './named.ts';
import type { Vocabulary } from './vocabulary.ts';
import { Sentence } from './words.ts';

export const SERVERS = /servers?|hosts?|machines?/;
/** Says itself that it is about what was answered before. */
const OF_THOSE =
  /(?:which|how many|some|all|none|most|only|just|one)? ?of (?:those|these|them|which)|(?:those|these) (?:servers|hosts|machines|ones|vms|boxes)/;
export const NARROWING = /^ (?:(?:and|but|ok|now|then) )*(?:only|just)(?= )/;
export const MORE = /^ (?:(?:and|but|or|ok|now|then|what about|how about|same for|the same for) )+/;
/** "except the print servers" */
const EXCEPTING =
  /^ (?:(?:and|but|ok|now|then|please) )*(?:except|excluding|exclude|without|besides|other than|apart from|leave out|leaving out|minus|ignore|ignoring|not) (?!.* (?:how many|which|what|who|list|show) )/;
/** "all but mx2" */
const ALL_BUT =
  /^ (?:(?:and|but|ok|now|then|please|show|list|me) )*(?:all|everything|every one|each) (?:but|except|excluding|other than|apart from) /;
const THEM = /(?:them|they|theyre|their|those|these|which ones?|the ones?|how many)/;
/** "who is the owner?" */
const OF_WHOSE =
  /^ (?:and )?(?:who|whos|what|whats)(?: is| are)? (?:the|their) (?:team )?(?:owners?|(?:key )?contacts?) $/;
/** "in Dublin?" alone. */
export const PLACE = /^ (?:in|at|on|with|without|by|running|owned by)(?: \S+){1,3} $/;

/** A question that goes on from the answer before; one that says all of what it asks begins anew. */
export function isFollowUp(sentence: Sentence): boolean {
  if (ONE_HAS_MOST.test(sentence.text)) return true;
  if (sentence.has(OF_THOSE) || NARROWING.test(sentence.text) || EXCEPTING.test(sentence.text)) return true;
  if (sentence.has(SERVERS)) return false;
  const { text } = sentence;
  return (
    MORE.test(text) ||
    PLACE.test(text) ||
    ALL_BUT.test(text) ||
    SINCE.test(text) ||
    isAboutThem(sentence) ||
    OF_WHOSE.test(text) ||
    isLimitAlone(sentence)
  );
}

/** "how many have memory above 60 %?", "any with disk over 70 %?": of which servers was said before. */
function isLimitAlone({ text }: Sentence): boolean {
  const own = Sentence.of(text);
  if (own.has(/anything|everything|something|there|fleet|inventory|estate|infrastructure|boxes|vms|nodes/)) return false; // prettier-ignore
  return takeLimits(own).length > 0 && own.rest(new Set()).every(isCommon);
}

/** "how many?" goes on, "how many people are there?" does not. */
const isAboutThem = (sentence: Sentence): boolean =>
  sentence.has(THEM) &&
  (!sentence.has(/how many/) ||
    / how many(?: are| of| is| there| in| at| total| run| running| have| that){0,2} (?:\S+ )?$/.test(
      sentence.text,
    ));

/** Names what it is about: all servers, other things, or the places and teams that servers have. */
const SUBJECT =
  /servers?|hosts?|machines?|vms?|virtual machines|box|boxes|nodes?|fleet|inventory|estate|infrastructure|anything|something|everything|nothing|it|outages?|incidents?|downtimes?|people|persons?|members?|staff|colleagues?|employees?|engineers?|analysts?|managers|administrators?|departments?|documents?|documentation|docs?|runbooks?|guides?|articles?|knowledge base|changed|added|happened|(?:which|what|how many|list|show|all)(?: the| our| are the| different)* (?:teams?|owners|sites?|places?|locations?|data cent(?:er|re)s?|racks?|environments?|systems?|operating systems?|os|oses|networks?|zones?|domains?|models?|functions?|roles?)/;
/** Asks for somebody or something, whatever was answered before. */
const WHOEVER =
  /^ (?:(?:and|so|ok) )*(?:who(?! (?:do|should|can|could|must|to) (?:i |we )?(?:call|contact|ask|phone|reach) )|whos|whose|whom|why|when|where|how (?!many |is |are )|is there|are there|do we|does|did|was|were|hi|hello|thanks|thank) /;
/** "which data centre has the most?" */
const WHICH_HAS_MOST =
  /^ (?:which|what) \S+(?: \S+)? (?:has|have|owns?|runs?)(?: the)? (?:most|fewest|least)(?: of (?:them|those|these))? $/;
/** "which has the most servers?" */
const ONE_HAS_MOST =
  /^ (?:and )?(?:which|what|who)(?: one| of (?:them|those|these))? (?:has|have|owns?)(?: the)? (?:most|fewest|least)(?: (?:servers|hosts|machines|vms))? $/;
/** Says what of servers, and not of which: "which are down?", "sorted by cpu", "except the databases", "80?". */
function narrows({ text }: Sentence, vocabulary: Vocabulary): boolean {
  const own = Sentence.of(text.replace(MORE, ' '));
  if (WHICH_HAS_MOST.test(own.text)) return true;
  if (own.has(SUBJECT) || WHOEVER.test(text)) return false;
  if (NUMBER_ALONE.test(own.text)) return true;
  return wordsBeside(own, vocabulary).length === 0 && own.text.includes(' ·');
}

/** Goes on from the answer before, in whatever way. "Server Services" is a team and no word for servers. */
export function goesOn({ text }: Sentence, vocabulary: Vocabulary): boolean {
  const own = Sentence.of(text);
  for (const { words, field } of vocabulary)
    if (field !== 'function' && / servers?(?: |$)|^servers? /.test(words)) while (own.takePhrase(words));
  return !beginsAnew(own, vocabulary) && (isFollowUp(own) || narrows(own, vocabulary));
}

/** "80?" */
export const NUMBER_ALONE = /^ (?:(?:over|above|under|below|more than|less than|at least|at most) )?\d{1,9}(?:\.\d{1,6})?(?: %| percent)? $/; // prettier-ignore

/** Tells that a question was not answered. */
export const NOT_READ = /^(?:I did not understand|I found nothing)/m;
const REFUSED = new RegExp(String.raw`^(?:I read .*\n\n)?(?:${NOT_READ.source})(?![^]*\*\* servers? )`);

/** The conversation without the last questions that were not understood, unless one asked for servers: what stood before is still meant. */
export function withoutRefused(history: Turn[], vocabulary: Vocabulary): Turn[] {
  const [asked, said] = history.slice(-2);
  if (asked?.type !== 'user' || said?.type !== 'assistant' || !REFUSED.test(said.content)) return history;
  const before = history.slice(0, -2);
  const refused = new Sentence(asked.content);
  return goesOn(refused, vocabulary) || !refused.has(SERVERS) ? withoutRefused(before, vocabulary) : history;
}
