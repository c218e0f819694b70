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
const MEASURES =
  /^(?:dates?|times?|days?|hours?|numbers?|amounts?|names?|places?|location|reasons?|causes?|purpose|schedule|deadline|lengths?|duration|size|kinds?|types?|persons?|minimum|maximum|limits?|steps?|rules?|meaning|owner|contacts?)$/;

/** The stem of what a short question asks for of something, which the answer must have: "budget" of "the budget of the imaging team". */
export function tellingStem(question: string): string | undefined {
  const { text } = new Sentence(question);
  const words = text
    .trim()
    .split(' ')
    .filter((word) => !isCommon(word));
  if (words.length < 2 || words.length > SHORT) return undefined;
  const said = ASKED_FOR.map((way) => way.exec(text)?.groups?.['said']).find(Boolean);
  if (said === undefined || isCommon(said) || MEASURES.test(said)) return undefined;
  return lexemesOf(said)[0];
}
