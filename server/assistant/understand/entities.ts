import { fold } from '../../../contract/shared/fold.ts';
import type { Condition } from '../../../contract/shared/inventory-query.ts';
import { fieldOf, serverFields, type ServerField } from '../../../contract/shared/server-fields.ts';
import type { Db } from '../../db/open.ts';
import { ROOMS } from '../../servers/statistics.ts';
import {
  bareName,
  findByAnyName,
  findLikeNames,
  listValues,
  type NamedValue,
} from '../../servers/vocabulary.ts';
import { listMembers } from '../../team/queries.ts';
import { LEXICON_WORDS } from './lexicon.ts';
import type { Host } from './meaning.ts';
import { singular, tokensOf, wordsOf, type Token } from './tokens.ts';

/**
 * Values that a phrase may mean. Higher `fit` is closer: 3 matches the whole value or a whole part, 2 its beginning, 1
 * its inside.
 */
type Reading = { field: ServerField; values: Set<string>; fit: number; isWhole: boolean };
type Readings = Map<string, Reading[]>;
/** Current names in the inventory and the team directory. */
export type Vocabulary = {
  /** Readings by phrase, with words in the singular. */
  values: Readings;
  /** Names, roles and departments of team members by phrase. */
  members: Map<string, string>;
  /** Every single word of both, for spelling correction. */
  words: Set<string>;
  /** Those words and the ones of the lexicon, by their first letter. */
  byLetter: Map<string, string[]>;
  /** All values of each field. */
  all: NamedValue[];
  /** Words that most values of a field have, such as rack. They select nothing. */
  kinds: Set<string>;
};

/** The shape of most names of servers: letters, joints and a number at the end. */
export const shapeOfName = (text: string): boolean =>
  /^[a-z][a-z0-9]*(?:[-_.][a-z0-9]+)*[-_.]?[a-z]*\d{1,3}[a-z]?$/i.test(text) &&
  /[-_]/.test(text) &&
  !/-\d{4}/.test(text);

/** Words of one phrase; longer names are found by their beginning. */
const LONGEST = 6;
/** Words of a host name, separated by dashes and dots. */
const LONGEST_HOST = 8;
/** Words of a host name that is typed with other separators. */
const LONGEST_LOOSE = 5;
/** Values from which a word that most of them have stands for all. */
const MANY = 6;
/** A place within a place. The name before it is a short name of the place. */
const INSIDE = new RegExp(String.raw`[,;/|()[\]]|\s[-–—]\s|\s(?=(?:${ROOMS})\b)`, 'i');
/** Most distributions of Linux do not say so in their name. */
const LINUX =
  /\b(?:linux|ubuntu|debian|centos|red hat|rhel|fedora|suse|sles|almalinux|alpine|arch|gentoo|proxmox|photon)\b/i;
const isNumber = (word: string) => /^\p{N}+$/u.test(word);

export async function readVocabulary(db: Db): Promise<Vocabulary> {
  const [values, members] = await Promise.all([listValues(db), listMembers(db)]);
  return vocabularyOf(
    values,
    members.flatMap(({ name, role, department }) => [name, role, department ?? '']),
  );
}

/** The names by phrase. `texts` are those of team members. */
export function vocabularyOf(values: NamedValue[], texts: string[]): Vocabulary {
  const vocabulary: Vocabulary = {
    values: new Map(),
    members: new Map(),
    words: new Set(),
    byLetter: new Map(),
    all: values,
    kinds: new Set(),
  };
  for (const value of values) addValue(vocabulary, value);
  addSuggestions(vocabulary.values);
  for (const [phrase, readings] of vocabulary.values) {
    const distinctive = closest(readings).filter((reading) => !isInMost(reading, values));
    vocabulary.values.set(phrase, distinctive);
    if (distinctive.length === 0) vocabulary.kinds.add(phrase);
  }
  for (const text of texts) addMember(vocabulary, text);
  const known = [...new Set([...LEXICON_WORDS, ...vocabulary.words])];
  return { ...vocabulary, byLetter: Map.groupBy(known, (word) => word[0] ?? '') };
}

/** A usual value that no server has is a value too: then the answer is that there is none. */
function addSuggestions(values: Readings): void {
  const usual: Vocabulary = {
    values: new Map(),
    members: new Map(),
    words: new Set(),
    byLetter: new Map(),
    all: [],
    kinds: new Set(),
  };
  for (const field of serverFields)
    for (const value of fieldOf(field).suggestions ?? []) addValue(usual, { field, value });
  for (const [phrase, readings] of usual.values) if (!values.has(phrase)) values.set(phrase, readings);
}

function addValue({ values, words }: Vocabulary, { field, value }: NamedValue): void {
  const own = wordsOf(value).map(singular);
  for (const word of [...wordsOf(value), ...own]) words.add(word);
  const parts = new Set([value, ...value.split(INSIDE)].map((part) => wordsOf(part).map(singular).join(' ')));
  const phrases = phrasesOf(own);
  if (field === 'operatingSystem' && LINUX.test(value)) {
    parts.add('linux');
    phrases.set('linux', false);
  }
  for (const [phrase, isBeginning] of phrases) {
    const isWhole = parts.has(phrase);
    if (!isWhole && !isDistinctivePhrase(phrase)) continue;
    // "Database servers" are not those of the team "Database Administration", if some run a "payroll database".
    const fit = isWhole ? 3 : isBeginning && field !== 'teamOwner' ? 2 : 1;
    const readings = values.get(phrase) ?? [];
    values.set(phrase, readings);
    const known = readings.find((reading) => reading.field === field);
    const isAll = phrase === own.join(' ');
    if (!known) readings.push({ field, values: new Set([value]), fit, isWhole: isAll });
    else if (known.fit < fit) Object.assign(known, { values: new Set([value]), fit, isWhole: isAll });
    else if (known.fit === fit) {
      known.values.add(value);
      known.isWhole ||= isAll;
    }
  }
}

function addMember({ members, words }: Vocabulary, text: string): void {
  const own = wordsOf(text).map(singular);
  for (const word of own) {
    words.add(word);
    if (word.length > 2 && !LEXICON_WORDS.has(word) && !members.has(word)) members.set(word, word);
  }
  if (own.length > 0) members.set(own.join(' '), text);
}

/**
 * The closest readings. A match inside a value does not count when another field matches completely, and a part of a value not
 * when another field has it as a whole value.
 */
const closest = (readings: Reading[]): Reading[] => {
  const fit = Math.max(...readings.map((reading) => reading.fit));
  const fitting = readings.filter((reading) => reading.fit === fit);
  const whole = fitting.filter(({ isWhole }) => isWhole);
  return whole.length > 0 ? whole : fitting;
};

/** "rack" in "Dublin, Rack 1" is a word for a kind of place. */
function isInMost({ field, values, fit }: Reading, all: NamedValue[]): boolean {
  if (fit > 1 || values.size < MANY) return false;
  return values.size * 2 > all.filter((one) => one.field === field).length;
}

/** Common words of questions match a value only as a whole: the team "Network", but not the "Server" of "Server Services". */
const isDistinctivePhrase = (phrase: string): boolean =>
  phrase.split(' ').some((word) => !LEXICON_WORDS.has(word) && !isNumber(word) && word.length > 1);

/**
 * Every run of words, with whether it starts the value. Operating systems also match by first words and version, or by
 * initials: `rhel 9`.
 */
function phrasesOf(words: string[]): Map<string, boolean> {
  const phrases = new Map<string, boolean>();
  for (let from = 0; from < words.length; from++)
    for (let to = Math.min(words.length, from + LONGEST); to > from; to--) {
      const phrase = words.slice(from, to).join(' ');
      if (!phrases.has(phrase)) phrases.set(phrase, from === 0);
    }
  const number = words.findIndex(isNumber);
  const before = words.slice(0, Math.max(0, number));
  const initials = before.length > 2 ? [before.map((word) => word[0]).join('')] : [];
  for (const name of [...before.map((_, index) => before.slice(0, index + 1).join(' ')), ...initials]) {
    phrases.set(name, true);
    phrases.set([name, words[number]].join(' '), true);
    if (words.length > number + 1) phrases.set([name, words[number], words[number + 1]].join(' '), true);
  }
  return phrases;
}

/**
 * Replaces a long list of values by the beginnings that only they have: all racks of "Dublin Data Centre" are one condition,
 * which people can read.
 */
export function byBeginnings(condition: Condition, { all }: Vocabulary): Condition {
  if (condition.kind !== 'is' || !condition.exact || condition.values.length === 1) return condition;
  const wanted = new Set(condition.values.map(fold));
  const others = all.filter(({ field, value }) => field === condition.field && !wanted.has(fold(value)));
  const beginnings: string[] = [];
  for (const value of condition.values) {
    if (beginnings.some((known) => begins(value, known))) continue;
    const starts = tokensOf(value).map(({ end }) => value.slice(0, end));
    const shortest = starts.find((start) => !others.some((other) => begins(other.value, start)));
    if (shortest === undefined) return condition;
    const own = condition.values.filter((one) => begins(one, shortest));
    const longest = starts.findLast((start) => own.every((one) => begins(one, start))) ?? value;
    const [place = longest] = longest.split(INSIDE);
    beginnings.push(own.length === 1 ? value : place.length < shortest.length ? longest : place);
  }
  const { exact: _, ...rest } = condition;
  return beginnings.length < condition.values.length ? { ...rest, values: beginnings } : condition;
}

export const begins = (text: string, start: string): boolean => fold(text).startsWith(fold(start));

/** Servers that a question names, by the lower-case text of the name. */
export async function findHosts(db: Db, text: string, tokens: Token[]): Promise<Map<string, Host[]>> {
  const runs = new Set<string>();
  const loose = new Set<string>();
  for (const [from, first] of tokens.entries())
    for (const [count, last] of tokens.slice(from, from + LONGEST_HOST).entries()) {
      const run = text.slice(first.start, last.end).toLowerCase();
      if (run.length > 1 && run.length < 256 && !LEXICON_WORDS.has(run)) runs.add(run);
      if (count < LONGEST_LOOSE && /^\p{L}[\p{L}\p{M}\p{N}_. -]*\p{N}\p{L}?$/u.test(run)) loose.add(run);
    }
  const hosts = new Map<string, Host[]>();
  const add = (key: string, host: Host) => hosts.set(key, [...(hosts.get(key) ?? []), host]);
  for (const { id, name, names } of await findByAnyName(db, [...runs]))
    for (const key of new Set(names)) if (runs.has(key)) add(key, { id, name });
  // "web01" and "web 01" name web-01 if nothing has that name, and else "web-1" does.
  const like = await findLikeNames(db, [...loose]);
  for (const written of [(text: string) => text.replaceAll(/[-_. ]/g, ''), bareName]) {
    const named = new Set(hosts.keys());
    for (const { id, name, bare } of like)
      for (const key of loose)
        if (!named.has(key) && bare.some((one) => one !== null && written(one) === written(key)))
          add(key, { id, name });
  }
  return hosts;
}
