import { and, sql } from 'drizzle-orm';
import { notInBin } from '../db/bin.ts';
import type { Db } from '../db/open.ts';
import { servers } from '../db/schema.ts';
import { asPattern } from '../search/queries.ts';
import { isCommon } from './common-words.ts';
import { describeFilter, isFiltered, NOTHING } from './filter-sql.ts';
import type { ServerFilter } from './filter-sql.ts';
import { leftOut, TURNING } from './left-out.ts';
import { listed, literal } from './literal.ts';
import { answerCount, countServers } from './server-answers.ts';
import type { Sentence } from './words.ts';

const MAX_WORDS = 5;
/** Letters and digits together, as in "us-east-1". */
const NAMES = /^(?=.*\p{L})(?=.*\d)/u;

/** That a note has these words by chance says nothing of what is older. */
const COMPARING = /^(?:than|older|newer|oldest|newest)$/;

/** "servers that handle invoices": the verb between servers and what they do is no text of theirs. */
const VERB =
  / (?<servers>(?:servers?|hosts?|machines?|vms|boxes)(?: (?:that|which|do|does|can|should|we|i))*) (?:serv(?:es?|ing)|handl(?:es?|ing)|process(?:es|ing)?|stor(?:es?|ing)|keep(?:s|ing)?|provid(?:es?|ing)|hold(?:s|ing)?|contain(?:s|ing)?|perform(?:s|ing)?|deal(?:s|ing)? with|takes? care of|car(?:es?|ing) for)(?= [^\s·])/;

/** Of what is left, the words that texts of servers are searched for, and those that nobody understood. */
export async function readRest(db: Db, sentence: Sentence): Promise<{ words: string[]; unused: string[] }> {
  const [words, unused]: [string[], string[]] = [[], []];
  sentence.text = sentence.text.replaceAll(/ look(?:s|ing)? after(?= )/g, ' ');
  sentence.text = sentence.text.replace(VERB, ' $<servers>');
  for (const run of sentence.runs()) {
    const left = run.filter((word) => TURNING.test(word) || !isCommon(word));
    if (left.length === 0) continue;
    const phrase = left.join(' ');
    const written = run.slice(run.indexOf(left[0] ?? ''), run.lastIndexOf(left.at(-1) ?? '') + 1).join(' ');
    const turning = left.filter((word) => TURNING.test(word));
    // "rack 4" and "k8s" are texts that some server has, "8" alone is a figure of something.
    const isText =
      (left.length > 1 || turning.every((word) => NAMES.test(word))) &&
      !turning.some((word) => COMPARING.test(word));
    if (turning.length === 0) words.push(...left);
    else {
      // "switched off in 2027" stands there with the small words.
      // oxlint-disable-next-line no-await-in-loop -- There are a few runs at most.
      const said = isText ? await heldOf(db, [phrase, written]) : undefined;
      if (said === undefined) unused.push(phrase);
      else words.push(said);
    }
  }
  return { words: [...new Set(words)].slice(0, MAX_WORDS), unused };
}

/** The first of these texts that some server has. */
async function heldOf(db: Db, texts: string[]): Promise<string | undefined> {
  const absent = await heldByNone(db, texts);
  return texts.find((text) => !absent.includes(text));
}

/** Words that no server of the inventory has, whatever else is asked for. */
export async function heldByNone(db: Db, words: string[]): Promise<string[]> {
  const absent: string[] = [];
  for (const word of words)
    // oxlint-disable-next-line no-await-in-loop -- A few words at most.
    if ((await countServers(db, { ...NOTHING, words: [word] })) === 0) absent.push(word);
  return absent;
}

/** "mel app" of mel-app-01: codes that names are made of. */
export async function areNameParts(db: Db, words: string[]): Promise<boolean> {
  const counts = await Promise.all(words.map((word) => db.$count(servers, and(notInBin(servers), sql`lower(${servers.name}) ~ ${`(^|[-_.])${asPattern(word)}([-_.0-9]|$)`}`)))); // prettier-ignore
  return words.length > 0 && counts.every((count) => count > 0);
}

/** A word that may be a slip or a name of nothing is no reason to say that there is no such server. */
export async function notHeld(db: Db, absent: string[], filter: ServerFilter): Promise<string> {
  const lack = `I found nothing for ${listed(absent.map((word) => `“${literal(word)}”`))}: no server in the inventory has ${absent.length === 1 ? 'this word' : 'these words'}.`;
  return isFiltered(filter)
    ? `${lack}\n\nWithout ${absent.length === 1 ? 'it' : 'them'}: ${await answerCount(db, filter)}`
    : lack;
}

/** A figure that leaves out a part of the question would be the answer to another one. */
export function notUnderstood(unused: string[], filter: ServerFilter): string {
  const understood = isFiltered(filter)
    ? `servers with ${describeFilter(filter)}`
    : 'that this is about servers';
  return leftOut(unused, understood);
}
