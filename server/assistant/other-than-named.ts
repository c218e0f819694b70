import type { Choice, ServerFilter } from './filter-sql.ts';
import { Sentence } from './words.ts';

/** Stands for the servers that a question is asked about. */
const NAMED = '@';
const THING = '(?:servers?|hosts?|machines?|vms?|box|boxes)';
const LEAD = '(?:(?:and|so|but|also|ok|please|tell me|whether|if|check) )*';
const OF = '(?:of|for|on|behind|from|to|with|by|at|in|under)';
const ITS = '(?:the|an?|any|our|its|some)';

/** The question with one sign for the servers it names, or for the word that stands for them. */
export function placed({ text }: Sentence): Sentence {
  const named = text.replaceAll(/ (?:·\d+ )+/g, ` ${NAMED} `);
  const meant = new RegExp(` (?:it|they|them|(?:this|that|these|those|both)(?: ${THING})?) `);
  return Sentence.of(named.includes(NAMED) ? named : named.replace(meant, ` ${NAMED} `));
}

/** "which server keeps the logs of web-1", "on which host does web-1 run" */
const WHICH = new RegExp(
  `^ ${LEAD}(?:(?:on|to|from|by|behind|in) )?(?:which|what)(?: (?!of |kinds? |types? |sorts? )\\S+){0,2} ${THING} (?<rest>.*)$`,
);
const IS = /^(?:is|are|was|were|has|have|had|of) /;
const BY_PLACE = new RegExp(` ${OF} (?:the )?(?:${THING} )?${NAMED} | ${NAMED} (?:\\S+ )*${OF} $`);

/** Asks for another server than the one that it names. */
export function asksForOther({ text }: Sentence): boolean {
  const rest = WHICH.exec(text)?.groups?.['rest'] ?? '';
  if (rest.split(NAMED).length !== 2) return false;
  return !IS.test(rest) || BY_PLACE.test(` ${rest}`);
}

const WHETHER = new RegExp(`^ ${LEAD}(?<verb>is|are|was|were|does|do|did|has|have) (?!there )(?:(?!${OF} )\\S+ )*?${NAMED} (?<rest>.*)$`); // prettier-ignore
const RUNS = /^(?:and @ )?(?:\S+ly )?(?:still )?(?:run|use|belong|stand|sit|live|reside|count)s? /;
/** What a server has of its own; a backup or a staging server that it has is another one. */
const ITS_OWN: ReadonlySet<Choice['field']> = new Set(['status', 'operatingSystem', 'hardwareModel', 'network', 'domain', 'teamOwner']); // prettier-ignore

const behind = (words: string, { mark }: Choice, text: string) =>
  new RegExp(` ${words} (?:${ITS} )*·${mark} `).test(text);

/** Whether values that a question has are said of the servers it names: "is web-1 virtual", and not "does web-1 have a backup". */
export function isClaim({ text }: Sentence, { choices }: ServerFilter): boolean {
  // "is the cpu of web-1 over 80 %" is said of a figure.
  if (choices.length === 0) return true;
  const { verb = '', rest = '' } = WHETHER.exec(text)?.groups ?? {};
  const functions = choices.filter(({ field }) => field === 'function');
  if (functions.some((one) => behind('(?:in|on|behind|of|from|to|with|by|under|through|via)', one, text)))
    return false;
  if (/^(?:is|are|was|were)$/.test(verb)) return true;
  if (RUNS.test(rest)) return functions.every((one) => behind('as', one, text));
  return rest !== '' && choices.every(({ field }) => ITS_OWN.has(field));
}

/** What does something, or is a server, and is not said to be the one that is named: "the backups of web-1". */
export const othersIn = ({ text }: Sentence, { choices }: ServerFilter): Choice[] =>
  choices.filter(({ field, mark }) => {
    const isThing = field === 'function' || new RegExp(` ·${mark} ${THING} `).test(text);
    const isNamed = new RegExp(
      ` ·${mark} (?:(?:${THING}|called|named) )*${NAMED} | ${NAMED} (?:(?:${ITS}|as|is|are|was|were|still|really|not) )*·${mark} `,
    );
    return isThing && !isNamed.test(text);
  });

/** "where are the logs of web-1": where those are is not where the server is. */
const OF_THING = new RegExp(
  `^ ${LEAD}(?:·\\d+ |where |who )(?:is|are|was|were|has|have) (?:${ITS} )*(?<thing>(?:[^\\s·@]+ ){1,3}?)(?:of|for) (?:the )?(?:${THING} )?${NAMED} `,
);

/** The thing of a server that is asked for, where words that nothing reads stand in front of it. */
export const thingOfNamed = ({ text }: Sentence): string[] =>
  OF_THING.exec(text)?.groups?.['thing']?.trim().split(' ') ?? [];
