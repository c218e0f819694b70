import type { ServerFilter } from './filter-sql.ts';
import { takeFilter } from './filters.ts';
import type { Vocabulary } from './vocabulary.ts';
import { Sentence } from './words.ts';

const SHARE =
  /(?<!\d )(?:(?:what|which|how many|how much) (?:is )?(?:the )?)?(?:(?<=what |which )part|share|percentage|percent|per cent|proportion|fraction|%)(?= of (?!(?:the )?time))/;
const VERBS =
  'is|isnt|are|arent|was|wasnt|were|werent|do|dont|does|doesnt|run|runs|running|has|hasnt|have|havent|lack|lacks|need|needs|use|uses|using|exceed|exceeds|belong|belongs|stand|stands|that|which';
/** What stands before the verb, or as the first servers of several words, is what it is a share of. */
const HAVING = new RegExp(` ·\\d+ of(?<base>.*?) (?:${VERBS})(?= )`);
const WITH = / ·\d+ of(?<base>.*?) (?:with|without)(?= )/;
/** "of the servers that run Windows are online": of those, and not of all. */
const OF_THOSE = / ·\d+ of(?<base>.*? (?:that|which) .+?) (?:is|isnt|are|arent)(?= )/;
const FIRST = / ·\d+ of(?<base> .*? (?:servers|hosts|machines|vms|boxes))(?= \S)/;

/** Takes out "what share of the production servers": the servers that those which are meant are a part of. */
export function takeShare(sentence: Sentence, vocabulary: Vocabulary): ServerFilter | undefined {
  if (!sentence.take(SHARE)) return undefined;
  const said =
    OF_THOSE.exec(sentence.text) ??
    HAVING.exec(sentence.text) ??
    WITH.exec(sentence.text) ??
    FIRST.exec(sentence.text);
  return takeFilter(Sentence.of(`${said?.groups?.['base'] ?? ''} `), vocabulary);
}
