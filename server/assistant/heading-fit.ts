import { lexemesOf } from '../search/queries.ts';
import { HOW_TO, wordsOf } from './words.ts';

/** Small words that say which part of a text is asked for, and what else they are called in headings. */
const LEADS: Record<string, RegExp> = {
  who: /^(?:who|whom|whose)$/,
  when: /^(?:when|schedules?|timing)$/,
  often: /^(?:often|frequency|schedules?|intervals?)$/,
  where: /^where$/,
  why: /^(?:why|caus(?:e|es)?|reasons?)$/,
  before: /^before(?:hand)?$/,
  after: /^after(?:wards?)?$/,
};
const LEAD = 2;
/** Words for the same in stems; "how do I" asks for steps. */
const SAME: Record<string, string> = { need: 'requir', procedur: 'step', instruct: 'step' };
const HOW = new RegExp(` ${HOW_TO.source} `);
/** The cause alone is what "why" asks for. */
const ROOT_CAUSE = /\broot[ -](?=causes?\b)/giu;
const TAKES_PLACE = /\btakes? place\b/giu;
/** A heading for steps answers that only by half: there may be a better one. */
const OF_STEPS = 0.5;

/** Stems of a text with what each counts. */
function countedIn(written: string): Map<string, number> {
  const text = written.replaceAll(ROOT_CAUSE, '');
  const stems = lexemesOf(text).filter((stem) => Object.values(LEADS).every((lead) => !lead.test(stem)));
  const words = wordsOf(text);
  const leads = Object.keys(LEADS).filter((lead) => words.some((word) => LEADS[lead]?.test(word)));
  return new Map([
    ...stems.map((stem): [string, number] => [SAME[stem] ?? stem, 1]),
    ...leads.map((lead): [string, number] => [lead, LEAD]),
  ]);
}

const sum = (counts: Iterable<number>): number => [...counts].reduce((all, count) => all + count, 0);

/**
 * How well a heading of a document is what a question asks of it, 0 to 1. The words of the title tell which document is meant,
 * so that they count on neither side: "tools needed to patch the relay" is all of "Tools Needed" in "How to patch the relay".
 */
export function headingFit(question: string, title: string): (heading: string) => number {
  const known = countedIn(title);
  const rest = (text: string) => new Map([...countedIn(text)].filter(([word]) => !known.has(word)));
  const asked = rest(question.replaceAll(TAKES_PLACE, ''));
  const askedFor = sum(asked.values());
  const others = sum([...asked].map(([word, count]) => (LEADS[word] ? 0 : count)));
  const isHow = HOW.test(` ${wordsOf(question).join(' ')} `);
  return (heading) => {
    const said = rest(heading);
    if (said.size === 0) return 0;
    const both = sum([...said].map(([word, count]) => (asked.has(word) ? count : 0)));
    const share = askedFor === 0 ? 0 : both / askedFor;
    // "When" alone heads what is asked for only where little else is beside "when and where": of several times it is one.
    const isLead = both > 0 && [...said.keys()].every((word) => LEADS[word] !== undefined);
    const fit = (both / sum(said.values())) * (isLead ? (both / (both + others)) ** 2 : share);
    const isOfSteps = isHow && said.size === 1 && said.has('step');
    return Math.max(fit, isOfSteps ? OF_STEPS : 0);
  };
}
