import { notInBin } from '../db/bin.ts';
import type { Db } from '../db/open.ts';
import { byName } from '../db/order.ts';
import { servers } from '../db/schema.ts';
import { slipsBetween } from '../search/queries.ts';
import { listed, literal, serverLink } from './literal.ts';
import { readVocabulary } from './vocabulary.ts';
import { wordsOf } from './words.ts';

/** Servers whose names are looked at, words that may be names, and names that are offered. */
const LOOKED_AT = 20_000;
const WORDS = 5;
const OFFERED = 5;
/** Words of a question in which a name may be written in parts. */
const MOST = 30;
/** Shorter ones are near too many; from LONG on two slips are allowed. */
const SHORTEST = 4;
const LONG = 7;
const LONGEST = 100;
/** Less than a slip. */
const SAME = 0.5;

/** A name has a number in it, or parts; addresses and limits have no letter. */
const MAY_NAME = /^(?=.*\p{L})(?=.*[\d_-])[\p{L}\d._-]+$/u;

/** `offer` names servers whose names are near to one that no server has. */
export type Near = { query: string; changes: [written: string, meant: string][]; offer?: string };

/** One form of names that differ by hyphens and leading zeros alone. */
const inOneForm = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/(?<!\d)0+(?=\d)/g, '')
    .replaceAll(/[-_. ]/g, '');

/** The question with names of servers as they are written; and where one is of no server, those that may be meant. */
export async function nearNames(db: Db, query: string): Promise<Near> {
  const said = wordsOf(query);
  const mayName = [...new Set(said)].filter((word) => MAY_NAME.test(word) && word.length <= LONGEST);
  const mayNameApart = said.length <= MOST ? partedIn(said) : [];
  if (mayName.length + mayNameApart.length === 0) return { query, changes: [] };
  // "in Frankfurt DC1" is where it stands, though a server is called dc01.
  const isValue = await valuesIn(db, said);
  const [words, apart] = [mayName, mayNameApart].map((some) => some.filter((one) => !isValue(one)));
  if (!words || !apart || words.length + apart.length === 0) return { query, changes: [] };
  const { id, name, hostname } = servers;
  const rows = await db
    .select({ id, name, hostname })
    .from(servers)
    .where(notInBin(servers))
    .orderBy(byName(name), id)
    .limit(LOOKED_AT);
  const known = new Set(rows.flatMap((row) => [row.name, row.hostname ?? ''].flatMap(wordsOf)));
  const forms = rows.map((row) => ({
    ...row,
    form: inOneForm(row.name),
    host: inOneForm(row.hostname ?? ''),
  }));
  const changes: Near['changes'] = [];
  const isName = new Set(rows.map((row) => wordsOf(row.name).join(' ')));
  for (const phrase of apart.filter((one) => !isName.has(one))) {
    const [only, ...others] = forms.filter((row) => row.form === inOneForm(phrase));
    const isInOther = changes.some(([written]) => ` ${written} `.includes(` ${phrase} `));
    if (only && others.length === 0 && !isInOther) changes.push([phrase, only.name]);
  }
  const offers: string[] = [];
  const isParted = (word: string) => changes.some(([written]) => ` ${written} `.includes(` ${word} `));
  for (const word of words.filter((one) => !known.has(one) && !isParted(one)).slice(0, WORDS)) {
    const form = inOneForm(word);
    const same = forms.filter((row) => row.form === form || row.host === form);
    const near = same.length > 0 ? same : /\d/.test(word) ? nearTo(form, forms) : [];
    const [only] = same;
    if (only && same.length === 1) changes.push([word, only.name]);
    else if (near.length > 0)
      offers.push(
        `There is no server called “${literal(word)}”. Did you mean ${listed(near.slice(0, OFFERED).map(serverLink)).replace(/ and (?=[^,]*$)/, ' or ')}?`,
      );
  }
  const better = changes.reduce(
    (text, [written, meant]) =>
      text.replaceAll(
        new RegExp(
          `(?<![\\p{L}\\d_-])${written
            .split(' ')
            .map((word) => RegExp.escape(word))
            .join('\\s+')}(?![\\p{L}\\d_-])`,
          'giu',
        ),
        () => meant,
      ),
    query,
  );
  return { query: better, changes, ...(offers.length > 0 && { offer: offers.join('\n\n') }) };
}

/** Tells what stands in a value of the inventory that is named just so. */
async function valuesIn(db: Db, said: string[]): Promise<(words: string) => boolean> {
  const holds = (text: string, words: string) => ` ${text} `.includes(` ${words} `);
  const named = (await readVocabulary(db)).filter((phrase) => holds(said.join(' '), phrase.words));
  return (words) => named.some((phrase) => holds(phrase.words, words));
}

/** Words that stand side by side and may be a name in parts: "mel web 03". Longer ones come first. */
const partedIn = (words: string[]): string[] =>
  [4, 3, 2].flatMap((length) =>
    words
      .map((_, place) => words.slice(place, place + length))
      .filter((some) => some.length === length && some.some((word) => /^\p{L}/u.test(word)) && some.some((word) => /^\d+$/.test(word)))
      .map((some) => some.join(' ')),
  ); // prettier-ignore

/** Names within the slips that one of its length may have, then those that end nearly so: "web-01" of "dub-web-01". */
function nearTo<T extends { name: string; form: string }>(written: string, rows: T[]): T[] {
  if (written.length < SHORTEST) return [];
  const most = written.length >= LONG ? 2 : 1;
  const slipsOf = (form: string) =>
    Math.abs(form.length - written.length) > most ? Infinity : slipsBetween(form, written);
  const endsOf = (name: string) =>
    name.split(/[-_. ]/).map((_, place, parts) => inOneForm(parts.slice(place).join('-')));
  const near = rows
    .map((row) => {
      const ends = Math.min(...endsOf(row.name).slice(1).map(slipsOf));
      return { row, slips: Math.min(slipsOf(row.form), ends + SAME) };
    })
    .filter(({ slips }) => slips <= most + SAME)
    .toSorted((a, b) => a.slips - b.slips);
  return near.filter(({ slips }) => slips <= (near[0]?.slips ?? 0) + SAME).map(({ row }) => row);
}
