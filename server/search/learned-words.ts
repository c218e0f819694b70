import type { Reader } from '../actor.ts';
import { sql } from 'drizzle-orm';
import { mayRead } from '../access/may-read.ts';
import {
  IS_SUGGESTED,
  searchEntries as entries,
  searchPieces as pieces,
  searchUnread as unread,
  searchVocabulary as vocabulary,
} from '../db/schema.ts';
import type { Db } from '../db/open.ts';
import { slipsBetween } from '../../contract/shared/slips.ts';
import { IN_TITLE, lexemesOf, quoted } from './lexemes.ts';

/** Entries that one call reads. */
const PORTION = 200;
/** Lengths of words that get suggestions, as in `IS_SUGGESTED`. */
const SHORTEST = 4;
const LONGEST = 40;
/** Trigram similarity of a word with one or two typing errors, and how many such words are compared. */
const NEAR = '0.3';
const LOOKED_AT = 50;
/** Words of this length may have two typing errors. */
const LONG = 8;

/**
 * Adds the words and pieces of new texts to the vocabulary, and counts the entries that hold each word. Returns true if there may be
 * more. It skips changes that another transaction is reading.
 */
export async function learnWords(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ read: number }>(sql`
    with read as (
      delete from ${unread} where ctid in (select ctid from ${unread} limit ${PORTION} for update skip locked)
      returning kind, id, gained, lost
    ), counted as (
      insert into ${vocabulary} as known (word, entries)
      select word, sum(change) from (
        select lexeme as word, 1 as change from read, unnest(gained)
        union all select lexeme, -1 from read, unnest(lost)
      ) as changes
      where left(word, 1) <> ${IN_TITLE} group by word having sum(change) <> 0 order by word
      on conflict (word) do update set entries = known.entries + excluded.entries
    ), listed as (
      insert into ${pieces} (piece)
      select piece from (
        select distinct piece from ${entries} join read using (kind, id), unnest(${entries.pieces}) as piece
      ) as held
      where not exists (select from ${pieces} as listed where listed.piece = held.piece)
      order by piece on conflict do nothing
    )
    select count(*)::int as read from read`);
  return rows[0]?.read === PORTION;
}

export async function learnAllWords(db: Db): Promise<void> {
  // oxlint-disable-next-line no-await-in-loop -- Each portion starts where the last one ended.
  while (await learnWords(db));
}

/** Returns the word with each pair of neighbouring letters swapped. Trigrams find no swap in a short word. */
const turnedOf = (word: string): string[] =>
  [...word].slice(1).map((letter, at) => word.slice(0, at) + letter + word[at] + word.slice(at + 2));

/**
 * Returns words of open texts that are spelled like the typed one, nearest first. Returns none if some text of the reader holds the
 * typed word.
 */
export async function nearWords(
  db: Db,
  reader: Reader,
  typed: string,
): Promise<{ word: string; slips: number }[]> {
  const [stem = ''] = lexemesOf(typed);
  if (stem.length < SHORTEST || stem.length > LONGEST || !/^\p{L}+$/u.test(stem)) return [];
  const { rows } = await db.execute<{ word: string }>(sql`
    select word from ${vocabulary}
    where (word % ${stem} or word in ${turnedOf(stem)}) and ${IS_SUGGESTED} and entries > 0
        and not exists (select 1 from ${entries} where ${entries.words} @@ ${quoted(stem)}::tsquery
          and ${mayRead(reader, entries.readers)})
    order by similarity(word, ${stem}) desc, word limit ${LOOKED_AT}`);
  const most = stem.length >= LONG ? 2 : 1;
  return rows
    .map(({ word }) => ({ word, slips: slipsBetween(word, stem) }))
    .filter(({ slips }) => slips <= most)
    .toSorted((a, b) => a.slips - b.slips);
}

/**
 * Settings for a transaction that calls `nearWords`: the similarity that `%` requires, and no sequential scans. PostgreSQL
 * otherwise scans texts to check whether a frequent word occurs.
 */
export const vocabularyIsNear = sql`
  select set_config('pg_trgm.similarity_threshold', ${NEAR}, true), set_config('enable_seqscan', 'off', true)`;
