import type { Choice } from './filter-sql.ts';
import type { Phrase, Vocabulary } from './vocabulary.ts';
import { isCommon } from './common-words.ts';
import { wordsOf } from './words.ts';
import type { Sentence } from './words.ts';

const OLDER = 'older|lower|earlier|before|below';
const NEWER = 'newer|higher|later|after|above';
const THING = ' (?:servers?|hosts?|machines?|vms?|boxes)';
const THINGS = `(?:${THING})?`;
const LIMIT = String.raw`(?:version |release )?(?<limit>\d+(?:\.\d+)*)`;
/** "something older", "an older version": the system is named behind it. */
const ANYTHING = '(?:(?:anything|something|an?|systems?|versions?|os) ){0,2}';

/** "ubuntu 22.04 or 24.04": what stands before one version stands before each. */
export function writeOutVersions(sentence: Sentence, vocabulary: Vocabulary) {
  const known = new Set(vocabulary.map(({ words }) => words));
  for (const { field, words } of vocabulary) {
    const head = words.slice(0, words.lastIndexOf(' ') + 1);
    if (head === '' || !(field === 'operatingSystem' || field === 'hardwareModel')) continue;
    sentence.text = sentence.text.replace(
      new RegExp(`(?<= ${RegExp.escape(words)} (?:or|and|nor) )(\\S+)(?= )`),
      (version) => (known.has(head + version) ? head + version : version),
    );
  }
}

const versionIn = (text: string): number[] => (/\d+(?:\.\d+)*/.exec(text)?.[0] ?? '').split('.').filter(Boolean).map(Number); // prettier-ignore
/** A year is no version of a system that counts from one. */
const FIRST_YEAR = 1990;
const isComparable = ([one = 0]: number[], [other = 0]: number[]) =>
  one >= FIRST_YEAR === other >= FIRST_YEAR;

/** How one version stands to another, by their parts: 8.10 is newer than 8.9, and 7.0.3 is a 7. */
function compareVersions(one: number[], other: number[]): number {
  const at = other.findIndex((part, index) => part !== one[index]);
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}

/** "rhel older than version 9", "older than windows server 2019", "debian 11 or older", "the oldest debian": of a system, those whose number is so. */
export function takeVersions(sentence: Sentence, vocabulary: Vocabulary): Choice[] {
  const choices: Choice[] = [];
  for (const phrase of vocabulary) {
    if (phrase.field !== 'operatingSystem' || /\d/.test(phrase.words)) continue;
    const said = saidOf(sentence, namesOf(phrase));
    if (said) choices.push({ ...choiceOf(phrase, said), mark: sentence.mark });
    const last = takeLast(sentence, phrase);
    if (last) choices.push({ ...last, mark: sentence.mark });
  }
  return choices;
}

/** "the oldest debian", "newest version of ubuntu": the system, where "the oldest Debian server" is a server. */
function takeLast(sentence: Sentence, phrase: Phrase): Omit<Choice, 'mark'> | undefined {
  const { field, values } = phrase;
  const order = '(?:(?<old>oldest|lowest|earliest)|newest|latest|highest|most recent)';
  const taken = sentence.take(
    new RegExp(`(?:the )?${order}(?: (?:versions?|releases?))?(?: of)? ${namesOf(phrase)}(?: versions?| releases?)?(?!${THING} )`),
  ); // prettier-ignore
  const numbered = values.filter((value) => versionIn(value).length > 0);
  if (!taken || numbered.length === 0) return undefined;
  const way = taken.groups?.['old'] === undefined ? 1 : -1;
  const isBeyond = (one: string, other: string) =>
    way * compareVersions(versionIn(one), versionIn(other)) > 0;
  const last = numbered.filter((value) => !numbered.some((other) => isBeyond(other, value)));
  return { field, values: last, isNot: false, label: last.join(' or ') };
}

/** "esxi" of VMware ESXi 8.0: the word before the version tells the system, unless others are called so. */
function namesOf({ words, values }: Phrase): string {
  const [, makers = '', last = ''] = /^(.+ )(\S+)$/.exec(words) ?? [];
  const isBeforeNumber = values.some((value) => / \d/.test(wordsOf(value).join(' ').slice(words.length)));
  return last && isBeforeNumber && !isCommon(last) && last !== 'linux'
    ? `(?:${RegExp.escape(makers)})?${RegExp.escape(last)}`
    : RegExp.escape(words);
}

type Said = { isOlder: boolean; isSame: boolean; limit: string };

function saidOf(sentence: Sentence, words: string): Said | undefined {
  const than = `(?:(?<older>${OLDER})|${NEWER})`;
  const ways = [
    `(?:(?:an? )?(?:versions?|releases?) of )?${words}${THINGS}(?: (?:that|which|is|are|in|an?|versions?|releases?))* ${than}(?: versions?| releases?)? (?:than )?(?:${words} )?${LIMIT}`,
    `${ANYTHING}${than}(?: versions?| releases?)? than (?:an? )?${words} ${LIMIT}(?: lts)?`,
    `${ANYTHING}${than}(?: (?:versions?|releases?) of)? ${words} than (?:${words} )?${LIMIT}(?: lts)?`,
  ];
  const taken = sentence.take(new RegExp(`${words} ${LIMIT}(?: lts)?(?: or| and) ${than}`));
  const { older, limit } = taken?.groups ?? ways.map((way) => sentence.take(new RegExp(way))).find(Boolean)?.groups ?? {}; // prettier-ignore
  return limit === undefined ? undefined : { isOlder: older !== undefined, isSame: taken !== undefined, limit }; // prettier-ignore
}

function choiceOf({ field, words, values }: Phrase, { isOlder, isSame, limit }: Said): Omit<Choice, 'mark'> {
  const bound = versionIn(limit);
  const isMeant = (value: string) => {
    const version = versionIn(value);
    if (version.length === 0 || !isComparable(version, bound)) return false;
    const by = compareVersions(version, bound);
    return by === 0 ? isSame : by < 0 === isOlder;
  };
  const than = isOlder ? 'older' : 'newer';
  return {
    field,
    values: values.filter(isMeant),
    isNot: false,
    label: isSame ? `${words} ${limit} or ${than}` : `${words} ${than} than ${limit}`,
  };
}
