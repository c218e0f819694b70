import { isCommon } from './common-words.ts';
import { takeDimension } from './dimensions.ts';
import { takeFilter } from './filters.ts';
import { TURNING } from './left-out.ts';
import { takeRanking } from './ranking.ts';
import type { Vocabulary } from './vocabulary.ts';
import { Sentence } from './words.ts';

/** Asks how the servers are, for their addresses or for whom to ask about them. */
const ASKED =
  /status|statuses|ips?|ip addresses|addresses|owners?|contacts?|call|contact|on call|percentage|percent|cpu|memory|ram|disk|storage|uptime|load|(?:sort|sorted|order|ordered|top|bottom|first|highest|lowest|most|least|ascending|descending)/;
const BESIDES = new Set(['instead', 'both', 'else', 'ones', 'percent']);

/** The words of a question that name no servers, no field and no figure of them; what does is taken out. */
export function wordsBeside(own: Sentence, vocabulary: Vocabulary): string[] {
  takeFilter(own, vocabulary);
  takeRanking(own);
  takeDimension(own);
  while (own.take(ASKED));
  return own.rest(new Set()).filter((word) => !isCommon(word) && !TURNING.test(word) && !BESIDES.has(word));
}

const LEAD = /^ (?:(?:and|but|also|so|ok|now|then|please|tell me|show me|give me) )+/;
const THEM = /they|them|theyre|their|theirs|those|these|it|its|ones?|which/;
const PEOPLE = String.raw`people|persons?|(?:team )?members?|staff|colleagues?|employees?|engineers?|analysts?|administrators?|managers|departments?`;
const DOCUMENTS = String.raw`documents?|documentation|docs?|runbooks?|guides?|articles?|how-?tos|policies`;
/** "how many people work in the NOC", "which documents are about DNS" */
const OTHER_THINGS = new RegExp(
  String.raw`^ (?:how many|number of|count|which|what|list|show|all)(?: (?:the|all|our|other|active|inactive))* (?:${PEOPLE}|${DOCUMENTS}) `,
);
const WHO = /^ (?:who|whos|whom) /;
/** Of servers, whoever that is. */
const OWNS =
  /own|owns|owned|owner|owners|responsible|charge|manages?|maintains?|runs?|hosts?|looks? after|belongs?|has|have|had|uses?|affected|impacted|concerned/;
/** "what is in rack 4?" and "where are the racks?" ask for some of those servers. */
const SOMETHING =
  /^ (?:when(?! (?:did|was|were|has|have|had) )|how (?:long|often) (?:do|does|is|are|must|should)|where (?:is|was|do|does|can|should|must)|(?:whats|what (?:is|are|was))(?! (?:in|on|at|of|with|without|not|there|left|new|still|running|so|under|over|above|below|\S+est) )(?! the \S+est )) /;

/**
 * "and who is the NOC manager?", "and when is the maintenance window?": asks for somebody or something of its own,
 * whatever servers the answer before was about. "and who owns them?" and "and where are the databases?" do not.
 */
export function beginsAnew({ text }: Sentence, vocabulary: Vocabulary): boolean {
  const own = Sentence.of(text.replace(LEAD, ' '));
  if (own.has(THEM)) return false;
  if (OTHER_THINGS.test(own.text)) return true;
  if (WHO.test(own.text) && !own.has(OWNS) && !own.has(ASKED)) return true;
  if (!WHO.test(own.text) && !SOMETHING.test(own.text)) return false;
  while (own.take(OWNS));
  return wordsBeside(own, vocabulary).length > 0;
}
