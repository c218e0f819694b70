import type { Turn } from '../../contract/assistant.ts';
import { MONTHS } from '../../contract/dates.ts';
import type { Db } from '../db/open.ts';
import { takeFilter } from './filters.ts';
import { sentencesIn } from './parts-of-question.ts';
import { readVocabulary } from './vocabulary.ts';
import { Sentence } from './words.ts';

/** A place by what it is called or numbered, whether the inventory has it or not. */
const PLACE =
  / (?:(?!the |a |an |our |my |this |that |which |what |each |every |one |all )\S+ (?:building|wing|clinic|annex|hall|house|campus|office|site)|(?:floor|level|rack|room|hall|building|wing|aisle|row) (?:[a-z]|\S*\d\S*)|basement|cellar|attic|(?:ground|first|second|third|fourth|fifth|top) floor)(?= )/;
/** "in Springfield": behind the first word of a sentence, names alone have a capital. */
const NAMED_PLACE = new RegExp(
  String.raw`\b(?:in|at|from|near) (?:the )?(?!(?:${MONTHS.join('|')})\b)\p{Lu}\p{Ll}+`,
  'u',
);
const THERE = /\bthere\b(?=\W*(?:please|now|right now|at the moment)?\W*$)/i;
/** "how fast must they be there?" is asked of somebody, and of no servers. */
const OF_TIME = /^\W*(?:(?:and|but|so) )*how (?:long|fast|quick|quickly|soon|often)\b/i;
/** "how many servers are there?" asks for no place. */
const ARE_THERE = /\b(?:is|are|were|exist)(?: \w+ly)? there\b\W*$/i;

/** "Fire in the East Building! Which servers are there?", where no server is recorded in a place of that name. */
export async function isPlaceUnknown(db: Db, message: string, history: Turn[]): Promise<boolean> {
  const sentences = sentencesIn(message);
  const asks = sentences.find((text) => THERE.test(text));
  if (asks === undefined || OF_TIME.test(asks)) return false;
  const told = sentences.filter((text) => text !== asks);
  const vocabulary = await readVocabulary(db);
  const sentence = new Sentence(told.join(' '));
  const places = [
    ...takeFilter(sentence, vocabulary).choices,
    ...takeFilter(new Sentence(asks), vocabulary).choices,
  ];
  if (PLACE.test(sentence.text)) return true;
  if (history.length > 0 || places.some(({ field }) => field === 'serverLocation')) return false;
  return !ARE_THERE.test(asks) || told.some((text) => NAMED_PLACE.test(text));
}
