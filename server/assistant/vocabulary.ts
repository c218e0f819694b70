import { sql } from 'drizzle-orm';
import { notInBin } from '../db/bin.ts';
import type { Db } from '../db/open.ts';
import { servers, teamMembers } from '../db/schema.ts';
import { isCommon } from './common-words.ts';
import { wordsOf } from './words.ts';

/** Fields whose values people name in questions, in the order that decides where one value stands in several. */
export const NAMED_FIELDS = [
  'serverLocation',
  'network',
  'operatingSystem',
  'teamOwner',
  'domain',
  'function',
  'hardwareModel',
] as const;
export type NamedField = (typeof NAMED_FIELDS)[number];

/**
 * Words that may stand for all these values of a field; `isOfServers`: only right before the word "servers"; `isPerson`: an
 * owner that is somebody of the team.
 */
export type Phrase = {
  field: NamedField;
  words: string;
  values: string[];
  isOfServers?: boolean;
  isPerson?: boolean;
};
export type Vocabulary = readonly Phrase[];

/** What belongs to Platform does not belong to Data Platform; who asks for Debian wants all of its versions. */
const WHOLE: ReadonlySet<NamedField> = new Set(['teamOwner', 'network', 'domain']);

/** First words that many names begin with, so that they alone name nothing. */
const GENERIC = new Set(
  'server servers data the room rack building level site centre center team new san los saint north south east west red main it end web mail office network system systems operations host hosting database secure prod prd stage stg dev'.split(
    ' ',
  ),
);

/** How a team or a zone is said whose whole name is such a word: the team Network. */
const NAMED_AS: Partial<Record<NamedField, string[]>> = {
  teamOwner: ['owned by …', 'owned by the …', 'belong to …', 'belongs to …', 'team …', 'the … team', '… team', 'does … own', 'does … look after', '… owns'],
  network: ['zone …', '… zone', 'network …', '… network', 'the … zone'],
}; // prettier-ignore

/** What a place is, which tells none from another however it is put together: "data centre", "server room". */
const KINDS_OF_PLACE = new Set('data server servers the room rack building level site centre center floor hall office main network system systems hosting'.split(' ')); // prettier-ignore

type Named = { field: NamedField; value: string; isPerson: boolean };
/** Of the last values read: a question reads them several times, and they change seldom. */
let last: { values: string; phrases: Vocabulary } | undefined;

/** What the inventory's own words are at this moment, longest phrases first. */
export async function readVocabulary(db: Db): Promise<Vocabulary> {
  const { rows } = await db.execute<Named>(sql`
    select distinct field, value, field = 'teamOwner' and lower(trim(value)) in (select lower(trim(name)) from ${teamMembers}) as "isPerson"
    from ${servers}, lateral (values
      ('serverLocation', server_location), ('network', network), ('operatingSystem', operating_system),
      ('teamOwner', team_owner), ('domain', domain), ('function', primary_function), ('function', secondary_function),
      ('function', tertiary_function), ('hardwareModel', hardware_model)) named (field, value)
    where ${notInBin(servers)} and trim(value) <> '' order by field, value`);
  const values = JSON.stringify(rows);
  if (last?.values !== values) last = { values, phrases: phrasesFor(rows) };
  return last.phrases;
}

function phrasesFor(rows: Named[]): Vocabulary {
  const words = rows.map((row) => ({ ...row, words: wordsOf(row.value) }));
  const holding = valuesByRun(words);
  const places = new Set(
    words.filter(({ field }) => field === 'serverLocation').map((row) => row.words.join(' ')),
  );
  const phrases = new Map<string, Phrase & { all: Set<string>; isBeginning: boolean }>();
  for (const { field, value, words: own, isPerson } of words) {
    for (const [phrase, one = phrase] of [
      ...phrasesOf(field, own).map((said): [string] => [said]),
      ...(field === 'serverLocation' ? partsOfPlace(value).map((said): [string] => [said]) : []),
      ...(field === 'serverLocation' ? kindsOfPlace(own) : []),
      ...(field === 'function' ? manyOf(own) : []),
    ]) {
      const key = `${field} ${phrase}`;
      const isOfServers = field === 'function' && own.at(-1)?.startsWith('server') && own.includes(phrase);
      const known = phrases.get(key) ?? {
        field,
        words: phrase,
        values: [],
        all: new Set(),
        isBeginning: false,
        ...(isOfServers && { isOfServers }),
        ...(isPerson && { isPerson }),
      };
      phrases.set(key, known);
      const held = known.all.has(value) || WHOLE.has(field) ? [] : (holding.get(`${field} ${one}`) ?? []);
      const isWholePlace = field === 'serverLocation' && places.has(phrase);
      for (const each of [...held, value]) if (!isWholePlace || isIn(phrase, each)) known.all.add(each);
      known.isBeginning ||= own.join(' ').startsWith(one);
    }
  }
  // A part of a place that something else is called by means that: "DMZ" of "Hall 2, DMZ" is a network first.
  const ranked = [...phrases.values()].map(({ all, isBeginning, ...phrase }) => ({
    phrase: { ...phrase, values: [...all] },
    rank:
      phrase.field === 'serverLocation' && !isBeginning
        ? NAMED_FIELDS.length
        : NAMED_FIELDS.indexOf(phrase.field),
  }));
  return ranked
    .toSorted((a, b) => b.phrase.words.length - a.phrase.words.length || a.rank - b.rank)
    .map(({ phrase }) => phrase);
}

/** Words that a phrase has at the most, where it is a part of a value. */
const LONGEST_RUN = 8;

/** All values that have words in them side by side, by the field and these words: thousands of places are looked through once. */
function valuesByRun(all: (Named & { words: string[] })[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { field, value, words } of all) {
    const runs = words.flatMap((_, from) =>
      words
        .slice(from, from + LONGEST_RUN)
        .map((_, length) => words.slice(from, from + length + 1).join(' ')),
    );
    for (const run of new Set(runs)) {
      const key = `${field} ${run}`;
      const values = found.get(key);
      if (values) values.push(value);
      else found.set(key, [value]);
    }
  }
  return found;
}

const SEPARATORS = /[,;/|()[\]]|\s[-–—]\s/;
/** Where in a place something stands, as people write it behind the place. */
const IN_PLACE = /[\s,;/-]+(?:rack|cabinet|cage|row|aisle|room|floor|level|shelf|slot|unit|bay)\b.*$/i;

/** The town hall has the room in it that is recorded with it, and is not its annex. */
const isIn = (place: string, value: string): boolean =>
  [value, ...value.split(SEPARATORS), value.replace(IN_PLACE, '')].some(
    (part) => wordsOf(part).join(' ') === place,
  );

/** A building or a floor of "Oslo, South Building, Floor 1", and what each is called by in short: "annex" of "Stavanger Annex". */
function partsOfPlace(value: string): string[] {
  const parts = value.split(SEPARATORS).map(wordsOf);
  return parts
    .flatMap((words) => words.map((_, index) => words.slice(index)))
    .filter((words) =>
      words.some((word) => !isCommon(word) && !(words.length > 1 ? KINDS_OF_PLACE : GENERIC).has(word)),
    )
    .map((words) => words.join(' '))
    .filter((name) => /\p{L}/u.test(name) && name.length > 1);
}

const many = (text: string) =>
  /[^aeiou]y$/.test(text)
    ? text.replace(/y$/, 'ies')
    : `${text}${/(?:[sxz]|ch|sh)$/.test(text) ? 'es' : 's'}`;

/** "the depots" of "Depot Lyon" and "Lyon Depot": all places whose name begins or ends so. */
const kindsOfPlace = (words: string[]): [many: string, one: string][] =>
  [words[0], words.at(-1)].flatMap((one): [string, string][] =>
    one !== undefined && one.length > 2 && /^\p{L}+$/u.test(one) && !isCommon(one) && !GENERIC.has(one)
      ? [[many(one), one]]
      : [],
  );

/** Many of what does it, in the plural of all of its name or of the last word alone: "mail relays" and "relays". */
function manyOf(words: string[]): [many: string, one: string][] {
  const last = words.at(-1) ?? '';
  const one = words.join(' ');
  const alone: [string, string][] = last.length > 4 && !isCommon(last) && !isCommon(many(last)) ? [[many(last), last]] : []; // prettier-ignore
  return /^servers?$/.test(last) || last === '' ? [] : [[many(one), one], ...alone];
}

const HEADQUARTERS = ['hq', 'headquarters', 'head office'];
const ANY_HEADQUARTERS = new RegExp(`\\b(?:${HEADQUARTERS.join('|')})\\b`);

/** How people may say a value: all of it, its beginning, or without the word that says what it is. */
function phrasesOf(field: NamedField, words: string[]): string[] {
  const full = words.join(' ');
  const phrases = [full];
  if (field === 'teamOwner') phrases.push(full.replace(/ team$|^team /, ''));
  if (field === 'function') phrases.push(full.replace(/ servers?$/, ''));
  if (field === 'function' && /(?:^| )database servers?$/.test(full)) phrases.push('databases', 'dbs');
  if (field === 'hardwareModel' && words.length > 2) phrases.push(words.slice(1).join(' '));
  if (field === 'network') phrases.push(full.replace(/ zone$/, ''));
  if (field === 'operatingSystem') phrases.push(...systemNames(full));
  if (field === 'operatingSystem' || field === 'serverLocation')
    phrases.push(...words.map((_, index) => words.slice(0, index + 1).join(' ')));
  if (field === 'serverLocation')
    phrases.push(...HEADQUARTERS.map((name) => full.replace(ANY_HEADQUARTERS, name)));
  if (field === 'serverLocation' && ANY_HEADQUARTERS.test(full)) phrases.push(...HEADQUARTERS);
  if (field === 'hardwareModel') phrases.push(...modelNames(words));
  if (GENERIC.has(full)) phrases.push(...(NAMED_AS[field] ?? []).map((way) => way.replace('…', () => full)));
  return [...new Set(phrases)].filter((phrase) => phrase.length > 1 && !GENERIC.has(phrase));
}

/** A model by who makes it, or without the name of the series: "lenovo", "lenovo m5", "r750". */
function modelNames(words: string[]): string[] {
  const [maker = '', last = ''] = [words[0], words.at(-1)];
  const beginnings = words.map((_, index) => words.slice(0, index + 1).join(' '));
  const number = /\d/.test(last) && /[a-z]/.test(last) ? [`${maker} ${last}`, last] : [];
  return [...beginnings, ...number].filter((name) => !isCommon(name));
}

/** An operating system as people call it: "rhel 8", "win 2019", "ubuntu 22". */
function systemNames(full: string): string[] {
  const short = full.replace(/ lts$/, '');
  const names = [
    short,
    full.replace(/^windows server /, 'windows '),
    full.replace(/^windows server /, 'win '),
    full.replace(/^windows server /, 'server '),
    ...['rhel ', 'rhel', 'red hat ', 'redhat '].map((name) =>
      full.replace(/^red hat enterprise linux /, name),
    ),
    ...(full.startsWith('red hat') ? ['rhel', 'redhat'] : []),
  ];
  // "esxi" of "vmware esxi 7.0"
  const [, product] = /^\S+ (?!linux|server|hat|enterprise)(\p{L}{3,})(?= |$)/u.exec(full) ?? [];
  if (product && !isCommon(product)) names.push(product, full.slice(full.indexOf(' ') + 1));
  return [...names, ...names.map((name) => name.replace(/(\d)\.\d+$/, '$1'))];
}
