import type { ServerFilter } from './filter-sql.ts';
import { takeFilter } from './filters.ts';
import type { Phrase } from './vocabulary.ts';
import { Sentence } from './words.ts';

const SHARE =
  /(?<!\d )(?:(?:what|which) (?:is )?(?:the )?)?(?:share|percentage|percent|per cent|proportion|fraction|%)(?= of (?!(?:the )?time))/;
/** What stands before is what it is a share of. */
const VERBS =
  'is|are|was|were|isnt|arent|wasnt|werent|dont|doesnt|lack|lacks|run|runs|running|has|have|belong|belongs|stand|stands|that|which';
const [HAVING, WITH] = [VERBS, 'with|without'].map(
  (verbs) => new RegExp(`^ (?:how many )?·\\d+ of(?<base>.*?) (?:${verbs})(?= )`),
);

/** Takes out "what share of the production servers": the servers that those which are meant are a part of. */
export function takeShare(sentence: Sentence, vocabulary: Phrase[]): ServerFilter | undefined {
  if (!sentence.take(SHARE)) return undefined;
  const base = `${(HAVING?.exec(sentence.text) ?? WITH?.exec(sentence.text))?.groups?.['base'] ?? ''} `;
  return takeFilter(Sentence.of(base), vocabulary);
}
