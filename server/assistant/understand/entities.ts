import { and, inArray, or, sql } from 'drizzle-orm';
import { groupFields, serverFields } from '../../../contract/server-fields.ts';
import type { ServerField } from '../../../contract/server-fields.ts';
import { fieldOf } from '../../../contract/server-fields.ts';
import { notInBin } from '../../db/bin.ts';
import type { Db } from '../../db/open.ts';
import { servers, teamMembers, users } from '../../db/schema.ts';
import { LEXICON_WORDS } from './lexicon.ts';
import { singular, wordsOf } from './tokens.ts';
import type { Token } from './tokens.ts';

/** A value that a phrase may stand for. Higher `fit` is closer: 3 is all of it or of a part, 2 its beginning, 1 words inside it. */
type Reading = { field: ServerField; values: Set<string>; fit: number };
/** What the inventory and the team call things at this moment. */
export type Vocabulary = {
  /** Readings by phrase, its words in the singular. */
  values: Map<string, Reading[]>;
  /** Texts of members (names, roles, departments) by phrase. */
  members: Map<string, string>;
  /** Every single word of both, for misspellings. */
  words: Set<string>;
};
export type Host = { id: string; name: string };

/** Words of one phrase; longer names are found by their beginning. */
const LONGEST = 6;
const FIELDS = groupFields.filter((field) => ['text', 'account'].includes(fieldOf(field).kind));
/** Where two fields hold the same word, the first of these is meant unless a neighbour names the field. */
const ORDER: ServerField[] = [
  'serverLocation',
  'network',
  'operatingSystem',
  'teamOwner',
  'primaryFunction',
  'hardwareModel',
  'domain',
  'managedBy',
];
/** A place inside a place; before it a shorter name of the place ends. */
const INSIDE =
  /[,;/|()[\]]|\s[-–—]\s|\s(?=(?:rack|cabinet|cage|row|aisle|room|floor|level|shelf|slot|unit|bay)\b)/i;

export async function readVocabulary(db: Db): Promise<Vocabulary> {
  const columns = FIELDS.flatMap((field) =>
    columnsOf(field).map((column) => sql`(${field}::text, ${column}::text)`),
  );
  const { rows } = await db.execute<{ field: ServerField; value: string }>(sql`
    select distinct field, value from ${servers} left join ${users} on ${users.id} = ${servers.managedBy},
      lateral (values ${sql.join(columns, sql`, `)}) as named (field, value)
    where ${notInBin(servers)} and trim(value) <> '' order by field, value`);
  const members = await db
    .select({ name: teamMembers.name, role: teamMembers.role, department: teamMembers.department })
    .from(teamMembers)
    .where(notInBin(teamMembers));
  return vocabularyOf(
    rows,
    members.flatMap(({ name, role, department }) => [name, role, department ?? '']),
  );
}

const fullName = sql`concat_ws(' ', ${users.firstName}, ${users.lastName})`;
const columnsOf = (field: ServerField) =>
  field === 'managedBy'
    ? [fullName]
    : serverFields.flatMap((other) =>
        other === field || fieldOf(other).searchedWith === field ? [sql`${servers[other]}`] : [],
      );

export function vocabularyOf(rows: { field: ServerField; value: string }[], texts: string[]): Vocabulary {
  const values = new Map<string, Reading[]>();
  const words = new Set<string>();
  const add = (phrase: string, { field, value, fit }: { field: ServerField; value: string; fit: number }) => {
    const readings = values.get(phrase) ?? [];
    values.set(phrase, readings);
    const known = readings.find((reading) => reading.field === field);
    if (!known) readings.push({ field, values: new Set([value]), fit });
    else if (known.fit === fit) known.values.add(value);
    else if (known.fit < fit) Object.assign(known, { values: new Set([value]), fit });
  };
  for (const { field, value } of rows) {
    const all = wordsOf(value).map(singular);
    for (const word of all) words.add(word);
    const parts = new Set(value.split(INSIDE).map((part) => wordsOf(part).map(singular).join(' ')));
    for (const [phrase, isBeginning] of phrasesOf(all)) {
      const isWhole = phrase === all.join(' ') || parts.has(phrase);
      if (!isWhole && !isTelling(phrase, isBeginning)) continue;
      add(phrase, { field, value, fit: isWhole ? 3 : isBeginning ? 2 : 1 });
    }
  }
  for (const [phrase, readings] of values) values.set(phrase, best(readings));
  const members = new Map<string, string>();
  for (const text of texts.filter(Boolean)) {
    const own = wordsOf(text).map(singular);
    for (const word of own) words.add(word);
    for (const phrase of [
      own.join(' '),
      ...own.filter((word) => word.length > 2 && !LEXICON_WORDS.has(word)),
    ])
      if (!members.has(phrase) || phrase === own.join(' '))
        members.set(phrase, phrase === own.join(' ') ? text : phrase);
  }
  return { values, members, words };
}

/** Closest readings first; what only lies inside a value is none where another field has all of it. */
const best = (readings: Reading[]): Reading[] => {
  const fit = Math.max(...readings.map((reading) => reading.fit));
  return readings
    .filter((reading) => reading.fit === fit)
    .toSorted((a, b) => ORDER.indexOf(a.field) - ORDER.indexOf(b.field));
};

/** Words that questions are made of name a value only as all of it: the team "Network", not the "Server" of "Server Services". */
function isTelling(phrase: string, isBeginning: boolean): boolean {
  const own = phrase.split(' ');
  if (own.every((word) => LEXICON_WORDS.has(word) || /^\p{N}+$/u.test(word) || word.length < 2)) return false;
  return isBeginning || own.length > 1 || own[0]!.length > 2;
}

/** Every run of words, a system by its first words and its version, and by its initials: `windows 2019`, `rhel 9`. */
function phrasesOf(words: string[]): Map<string, boolean> {
  const phrases = new Map<string, boolean>();
  for (let from = 0; from < words.length; from++)
    for (let to = from + 1; to <= Math.min(words.length, from + LONGEST); to++) {
      const phrase = words.slice(from, to).join(' ');
      if (!phrases.has(phrase)) phrases.set(phrase, from === 0);
    }
  const number = words.findIndex((word) => /^\p{N}+$/u.test(word));
  const before = words.slice(0, number);
  for (let length = 1; length < before.length; length++)
    phrases.set([...before.slice(0, length), words[number]].join(' '), true);
  if (before.length > 2) {
    const initials = before.map((word) => word[0]).join('');
    phrases.set(initials, true);
    phrases.set(`${initials} ${words[number]}`, true);
  }
  if (number >= 0 && before.length > 1 && words.length > number + 1)
    phrases.set([before[0], words[number], words[number + 1]].join(' '), true);
  return phrases;
}

/** Servers that a question names, with the tokens of each name: by name, host name, its first part, or address. */
export async function findHosts(db: Db, text: string, tokens: Token[]): Promise<Map<string, Host[]>> {
  const runs = new Set<string>();
  for (const [from, first] of tokens.entries())
    for (const last of tokens.slice(from, from + 8)) {
      const run = text.slice(first.start, last.end).toLowerCase();
      if (run.length > 1 && run.length < 256 && !LEXICON_WORDS.has(run)) runs.add(run);
    }
  if (runs.size === 0) return new Map();
  const names = [...runs];
  const short = sql<string>`split_part(lower(${servers.hostname}), '.', 1)`;
  const rows = await db
    .select({ id: servers.id, name: servers.name, hostname: servers.hostname, ip: servers.ipAddress })
    .from(servers)
    .where(
      and(
        notInBin(servers),
        or(
          inArray(sql`lower(${servers.name})`, names),
          inArray(sql`lower(${servers.hostname})`, names),
          inArray(short, names),
          inArray(sql`lower(${servers.ipAddress})`, names),
        ),
      ),
    )
    .limit(100);
  const hosts = new Map<string, Host[]>();
  for (const { id, name, hostname, ip } of rows)
    for (const key of new Set([name, hostname, hostname?.split('.')[0], ip].map((one) => one?.toLowerCase())))
      if (key !== undefined && runs.has(key)) hosts.set(key, [...(hosts.get(key) ?? []), { id, name }]);
  return hosts;
}

/** Those of the words that some server holds in its texts. */
export async function wordsInInventory(db: Db, words: string[]): Promise<Set<string>> {
  if (words.length === 0) return new Set();
  const { rows } = await db.execute<{ word: string }>(sql`
    select word from unnest(array[${sql.join(
      words.map((word) => sql`${word}`),
      sql`, `,
    )}]::text[]) as word
    where exists (select 1 from ${servers} where ${notInBin(servers)} and ${servers.folded} like '%' || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%')`);
  return new Set(rows.map(({ word }) => word));
}
