import { isCommon } from './common-words.ts';
import { QUOTING, topicOf } from './document-answers.ts';
import { Sentence } from './words.ts';

/** How an answer about outages begins: of which servers, and when. */
const OUTAGES =
  /^(?:\*\*\d+\*\* outages?|Longest outages?) of (?:\*\*\d+\*\* )?(?<of>.+?)(?:, [^,]* in all)? \(times in /;
const LONGEST = /(?:the )?(?:longest|worst)/;
const IN_ALL = /(?:total |overall )?downtime|how long|in total|total|altogether|in all/;
const OF_OUTAGES = /outages?|lasts?|lasted|lasting|took|taken|last/;

/** What belongs to doing something, and names nothing that it is done with. */
const PART =
  /^(?:before|beforehand|after|afterwards?|starts?|starting|begin|beginning|needs?|needed|requires?|required|requirements?|prerequisites?|dependencies|tools?|access|permissions?|rights|approval|rollback|roll|back|undo|revert|fails?|failed|failing|go|goes|wrong|verify|test|finish|finished|next|risks?|purpose|downtime|careful|take|takes|while|during|steps?|it|that|this)$/;
const SERVERS = /servers?|hosts?|machines?|vms?|who|whom|owns?|owner|cpu|memory|disk|down|up|offline|online/;
const FIELD = /where (?:is|does|do|are)|ips?|address|hostname|os|operating system|environment|location/;
const BEGINS = /^ (?:(?:and|so|ok|then|but) )+/;
/** Whatever is needed is needed before. */
const BEFORE_START =
  /(?<= (?:needs?|needed|required?) .*| (?:needs?|needed|required?)) (?:before|to|when) (?:(?:i|we|you) )?(?:start|begin|starting|beginning) $/;
const FIRST_TITLE = /\*\*\[((?:\\.|[^\]\\])+)\]\(\/knowledge-base\?doc=/;

/** "what do I need before I start?" behind a procedure, "which was the longest?" behind outages: the same with what the answer was about. */
export function withPartOf(query: string, said: string): string | undefined {
  return ofOutages(query, said) ?? ofProcedure(query, said);
}

function ofOutages(query: string, said: string): string | undefined {
  const of = OUTAGES.exec(said)?.groups?.['of'];
  if (of === undefined) return undefined;
  const sentence = new Sentence(query);
  const asks = sentence.take(LONGEST)
    ? 'longest outage'
    : sentence.take(IN_ALL)
      ? 'total downtime'
      : undefined;
  for (const words of [IN_ALL, OF_OUTAGES]) while (sentence.take(words));
  return asks && sentence.rest(new Set()).every(isCommon) ? `${asks} of ${written(of)}` : undefined;
}

function ofProcedure(query: string, said: string): string | undefined {
  const title =
    said.startsWith(QUOTING) && !said.includes('?server=') ? FIRST_TITLE.exec(said)?.[1] : undefined;
  const sentence = new Sentence(query);
  const topics = topicOf(query);
  // "where is it?" asks for no part of a procedure.
  const isField = topics.length === 0 && sentence.has(FIELD);
  const isPart = !isField && topics.every((word) => PART.test(word)) && sentence.text.split(' ').some((word) => PART.test(word)); // prettier-ignore
  if (title === undefined || !isPart || sentence.has(SERVERS)) return undefined;
  const asked = sentence.text
    .replace(BEGINS, ' ')
    .replace(/ roll (?:(?:it|this|that) )?back(?= )/, ' rollback')
    .replace(BEFORE_START, ' ')
    .replaceAll(/ it(?= )/g, ' this');
  // How a thing is called that is done says "how to", which asks for its steps.
  return `what to do:${asked}: ${written(title).replace(/^how to /i, '')}`;
}

/** As a question has it: names in the place of links, and no marks of markdown. */
const written = (text: string) =>
  text.replaceAll(/\[((?:\\.|[^\]\\])+)\]\([^)]*\)/g, '$1').replaceAll(/\\(?=[^\w\s])/g, '');
