import { isCommon } from './common-words.ts';
import { lexemesOf } from '../search/queries.ts';
import { Sentence } from './words.ts';

/** Words of a question beside those that ask; of a longer one a document need not have each. */
const SHORT = 5;
const LEAD =
  '(?:(?:and|so|please|tell me|show me|give me|what|whats|which|is|are|was|do we have|is there|are there) )+';
const ITS = '(?:(?:the|an?|our|any) )?';
/** "what is the budget of the imaging team", "what budget does the imaging team have", "what is the imaging budget" */
const ASKED_FOR = [
  new RegExp(`^ (?:${LEAD})?${ITS}(?:[^ ]+ ){0,2}?(?<said>[^ ]+) (?:of|for) (?!.* (?:of|for) )`),
  new RegExp(`^ (?:${LEAD})(?<said>[^ ]+) (?:do|does|did) .* (?:have|has|get|own) $`),
  new RegExp(`^ (?:${LEAD})(?:the|our) (?:[^ ]+ ){1,3}?(?<said>[^ ]+) $`),
];
/** What a text tells without its word: a day, a number, a name. */
const MEASURE =
  'dates?|times?|days?|hours?|numbers?|amounts?|names?|places?|location|reasons?|causes?|purpose|schedule|deadline|lengths?|duration|size|kinds?|types?|persons?|minimum|maximum|limits?|steps?|rules?|meaning|owner|contacts?';
const MEASURES = new RegExp(`^(?:${MEASURE})$`);

/** "what is the wifi password", "the password of the wifi": that of the one thing tells nothing of the other. */
const OF_ONE = [
  new RegExp(`^ (?:${LEAD})(?:the|our) (?<of>[^ ]+) (?<said>[^ ]+) $`),
  new RegExp(`^ (?:${LEAD})?${ITS}(?<said>[^ ]+) (?:of|for) ${ITS}(?<of>[^ ]+) $`),
  // "how many passengers per day"
  /^ (?:(?:and|so) )*how many (?<of>[^ ]+) (?:are there |do we have )?(?:per|a|each|every) (?<said>[^ ]+) $/,
];
/** "what is the emergency phone number" */
const MEASURED = new RegExp(`^ (?:${LEAD})(?:the|our) (?<of>[^ ]+) (?:[^ ]+ ){0,2}(?:${MEASURE}) $`);
/** "wifi password" */
const ALONE = /^ (?<of>[^ ]+) [^ ]+ $/;
/** "why did the scanners in the depot fail" */
const WHY =
  /^ (?:(?:and|so) )*(?:why|how come) (?:did|do|does|is|are|was|were|has|have|had) (?:(?:the|our|all|an?|my) )*(?:[^ ]+ ){0,2}?(?<said>[^ ]+) (?:(?:in|at|on|of|from) .*|(?:not |so )?(?:fail|stop|outage|incident|break|broke|crash|go|went|gone|down|offline|unavailable|slow|lose|lost|stand|[^ ]+ed|[^ ]+ing)\S* .*)$/;

/** "how do I restart the gateways": what it is done with. */
const DONE_WITH =
  /^ .*(?:how (?:do|to|can|should|must)|before|when) (?:(?:i|we|you) )?(?:restart|reboot|stop|start|shut down|patch|update|upgrade|replace|install|reset) (?:the|our|an?) (?:[^ ]+ ){0,2}?(?<said>[^ ]+) $/;

/** "how do I order a new server": of which thing, also where it is one that servers in general are called by. */
const GOT =
  /^ (?:(?:and|so) )*how (?:do|to|can|should|must|may) (?:(?:i|we|you) )?(?:order|buy|get|request|rent|lend|borrow|return|book|reserve|ask for|apply for|change|renew|extend|add|create|delete|remove|move) (?:(?:the|our|an?|my|new|another|more) )+(?:[^ ]+ )?(?<said>[^ ]+) $/;

const stemOf = (word: string | undefined): string[] =>
  word === undefined || isCommon(word) || MEASURES.test(word) ? [] : lexemesOf(word).slice(0, 1);

/**
 * The stems of what a short question asks for, and of what, which the answer must have: "budget" of "the budget of the imaging
 * team". `held`: stems that some document has.
 */
export function tellingStems(question: string, held: ReadonlySet<string>): string[] {
  const { text } = new Sentence(question);
  const why = WHY.exec(text)?.groups?.['said'];
  if (why !== undefined) return stemOf(why);
  const done = DONE_WITH.exec(text)?.groups?.['said'];
  if (done !== undefined) return stemOf(done);
  const got = GOT.exec(text)?.groups?.['said'];
  if (got !== undefined) return lexemesOf(got).slice(0, 1);
  const words = text
    .trim()
    .split(' ')
    .filter((word) => !isCommon(word));
  if (words.length < 2 || words.length > SHORT) return [];
  const one = OF_ONE.map((way) => way.exec(text)?.groups).find(Boolean);
  if (one && words.length === 2) return [...stemOf(one['of']), ...stemOf(one['said'])];
  const measured = stemOf(MEASURED.exec(text)?.groups?.['of']);
  if (measured.length > 0) return measured;
  const alone = stemOf(ALONE.exec(text)?.groups?.['of']);
  if (alone.length > 0) return alone.filter((stem) => held.has(stem));
  return stemOf(ASKED_FOR.map((way) => way.exec(text)?.groups?.['said']).find(Boolean));
}
