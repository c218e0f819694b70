import type { Reader } from '../actor.ts';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { isShownTo } from '../access/may-read.ts';
import { joinedName } from '../../contract/shared/joined-names.ts';
import { notInBin } from '../db/bin.ts';
import type { Db } from '../db/open.ts';
import { documents, searchEntries } from '../db/schema.ts';
import { containing } from '../search/fold.ts';
import { lexemesOf, writtenWordsOf } from '../search/lexemes.ts';
import { rankByText, weighText } from '../search/rank.ts';
import { inTotal, type Weighed, type Weights } from '../search/score.ts';
import { correctionsOf } from '../search/similar.ts';
import { sectionBlocksOf, type Heading, type SectionBlock } from '../text/markdown/sections.ts';
import { documentAddress, documentLink, linkTo, literal } from '../text/written-markdown.ts';
import { lineOf, quoteOf, sizeOf } from './quotation.ts';
import { isFiller, isGrammar, isOfDocuments } from './understand/lexicon.ts';
import { singular, wordsOf } from './understand/tokens.ts';

type ClosestPassages = {
  /** Markdown under the heading "Closest passages"; undefined when nothing matches. */
  text: string | undefined;
  /** Some passage holds the rare words of the question. */
  isFitting: boolean;
  /** Words of the question that no text of the product contains. */
  unknownWords: string[];
};

/** Lines of the passage, and characters of the whole reply. */
const LINES = 12;
const REPLY = 1_500;
/** The passage gets this many characters, of which its title and headings may take a part. */
const PASSAGE = 500;
const PATH = 300;
/** Characters of the line that is shown of further pages, and of unknown words. */
const ONE_LINE = 120;
const MOST_NAMED = 150;
/** A word is rare if it weighs at least this part of the heaviest one. A passage fits with this part of their weight. */
const RARE = 0.5;
const FITS = 0.5;
/** So many rare words are enough: long questions hold words that no passage has. */
const ENOUGH = 3;
/** Unknown words that the reply lists. */
const NAMED = 5;
/** Weight of a word that only the title contains: it separates pages, but not the passages of a page. */
const OF_TITLE = 0.25;
/** Weight of a word that only a heading above the block contains. */
const OF_HEADING = 0.75;
/** Weight of each further occurrence of a word, and the number that counts. */
const AGAIN = 0.05;
const MOST_AGAIN = 3;

/**
 * The best page of the search with its passage, and the next ones as a line each. If no passage holds the rare words of the
 * question, the titles alone, below the heading that nothing fits well. `reserved` are the characters of the reply that others take.
 */
export async function closestPassages(
  db: Db,
  reader: Reader,
  question: string,
  reserved = 0,
): Promise<ClosestPassages> {
  const most = Math.max(PASSAGE, REPLY - reserved);
  const { correction, ...found } = await retrieveCorrected(db, reader, question);
  const { pages, further, words, unknownWords } = found;
  if (pages.length === 0) return { text: undefined, isFitting: false, unknownWords };
  const unknown = unknownWords
    .filter((word) => !isGrammar(word))
    .slice(0, NAMED)
    .map(literal)
    .join(' or ')
    .slice(0, MOST_NAMED);
  const named = [
    ...(correction === '' ? [] : [`Did you mean ${correction}?`]),
    ...(unknown === '' ? [] : [`No document mentions ${unknown}.`]),
  ];
  const passages = pages.map((page) => ({ page, run: bestRun(page, words) }));
  if (!passages.some((passage) => fits(passage, words, unknownWords.length * found.most))) {
    const titles = [...pages, ...further].map((page) => documentLink(page));
    return {
      text: ['**Nothing fits well**', ...named, ...inRoom(titles, most)].join('\n\n'),
      isFitting: false,
      unknownWords,
    };
  }
  const scoreOf = scoring(words);
  const others = passages.slice(1).map((passage) => otherOf(passage, scoreOf));
  const links = inRoom(
    further.map((page) => documentLink(page)),
    most / 4,
  );
  const more = links.map((further) => `More pages: ${further}`);
  const replyWith = (first: string[], last: string[]) =>
    ['**Closest passages**', ...named, ...first, ...others, ...last].join('\n\n');
  const roomBeside = (last: string[]) => most - replyWith([''], last).length;
  const last = roomBeside(more) < PASSAGE ? [] : more;
  const first = passages[0] ? passageOf(passages[0], scoreOf, Math.max(PASSAGE, roomBeside(last))) : [];
  return { text: replyWith(first, last), isFitting: true, unknownWords };
}

type Passage = { page: Page; run: SectionBlock[] };

/** Links on one line, as many as have room. */
function inRoom(links: string[], characters: number): string[] {
  let left = characters;
  const shown = links.filter((link) => (left -= link.length + ' · '.length) >= 0);
  return shown.length > 0 ? [shown.join(' · ')] : [];
}

/** Whether a passage, with its title and headings, holds most of the rare words. `missing` is the weight of unknown words. */
function fits({ page, run }: Passage, words: Weighed[], missing: number): boolean {
  const path = run[0]?.path.map(({ text }) => text) ?? [];
  const held = holding(words)([page.title, ...path, ...run.flatMap(({ lines }) => lines)].join('\n'));
  const weights = words.map(({ lexeme, weight }) => (isFiller(lexeme) ? 0 : weight));
  const least = RARE * Math.max(0, ...weights);
  const rare = weights.map((weight) => (weight >= least ? weight : 0));
  const ofHeld = rare.map((weight, at) => ((held[at] ?? 0) > 0 ? weight : 0));
  const isEnough = ofHeld.filter((weight) => weight > 0).length >= ENOUGH;
  return isEnough || inTotal(words, ofHeld) >= FITS * (inTotal(words, rare) + missing);
}

/** The weight of the words that a text holds. */
const scoring =
  (words: Weighed[]) =>
  (text: string): number => {
    const held = holding(words)(text);
    return inTotal(
      words,
      words.map(({ weight }, at) => ((held[at] ?? 0) > 0 ? weight : 0)),
    );
  };

function passageOf({ page, run }: Passage, scoreOf: (text: string) => number, characters: number): string[] {
  const path = (run[0]?.path ?? []).filter(({ text }) => text !== '' && text !== page.title);
  const links = path.map((heading) => headingLink(page, heading));
  const whole = [documentLink(page), ...links].join(' › ');
  const head = whole.length > PATH ? documentLink(page) : whole;
  // The best block comes first, its neighbours if they have room as a whole.
  const room = { lines: LINES, characters: characters - head.length };
  const best = run.toSorted((a, b) => scoreOf(b.lines.join('\n')) - scoreOf(a.lines.join('\n')));
  const quotes = new Map<SectionBlock, string>();
  for (const block of best) {
    const size = sizeOf(block);
    if (quotes.size > 0 && (size.lines > room.lines || size.characters > room.characters)) continue;
    const quote = quoteOf(block, room, scoreOf).join('\n');
    if (quote !== '') quotes.set(block, quote);
    room.lines -= size.lines;
    room.characters -= quote.length + '>\n\n'.length;
  }
  return [head, run.flatMap((block) => quotes.get(block) ?? []).join('\n>\n')].filter(Boolean);
}

/** A page as its title, which leads to the passage, and the line with the hit. */
function otherOf({ page, run }: Passage, scoreOf: (text: string) => number): string {
  const heading = run[0]?.path.findLast(({ text }) => text !== '' && text !== page.title);
  const link = heading ? headingLink(page, { ...heading, text: page.title }) : documentLink(page);
  const best = run.toSorted((a, b) => scoreOf(b.lines.join('\n')) - scoreOf(a.lines.join('\n')))[0];
  const line = best ? lineOf(best, ONE_LINE, scoreOf) : '';
  return line === '' ? link : `${link}: ${line}`;
}

const headingLink = ({ id }: Page, heading: Heading): string =>
  linkTo(heading.text, `${documentAddress(id)}&mode=preview#${encodeURIComponent(heading.id)}`);

/**
 * The blocks of one section with the highest weight of words in the fewest lines, extended by neighbouring blocks up to
 * the limit. A page whose text contains no word of the question starts at its beginning.
 */
function bestRun({ title, content }: Page, words: Weighed[]): SectionBlock[] {
  const blocks = sectionBlocksOf(content);
  const held = holding(words);
  const inTitle = held(title);
  const weighed = words.map(({ weight }, at) => (inTitle[at] ? weight * OF_TITLE : weight));
  const scores = blocks.map(({ lines }) => held(lines.join('\n')));
  const underBy = new Map<Heading[], number[]>();
  for (const { path } of blocks)
    if (!underBy.has(path)) underBy.set(path, held(path.map(({ text }) => text).join('\n')));
  let best = { from: 0, to: 0, score: -1, lines: Infinity };
  for (const [from, { path }] of blocks.entries()) {
    const under = underBy.get(path) ?? [];
    const times = weighed.map(() => 0);
    let lines = 0;
    for (let to = from; blocks[to]?.path === path; to++) {
      lines += blocks[to]?.lines.length ?? 0;
      if (to > from && lines > LINES) break;
      for (const [at, count] of (scores[to] ?? []).entries()) times[at] = (times[at] ?? 0) + count;
      const score = inTotal(
        words,
        weighed.map((weight, at) => weight * share(times[at] ?? 0, under[at] ?? 0)),
      );
      if (score > best.score || (score === best.score && lines < best.lines))
        best = { from, to, score, lines };
    }
  }
  return widened(blocks, best);
}

const share = (times: number, under: number): number => {
  if (times === 0) return under > 0 ? OF_HEADING : 0;
  return 1 + AGAIN * Math.min(times - 1, MOST_AGAIN);
};

/** The block below explains more than the block above, so it is added first. */
function widened(
  blocks: SectionBlock[],
  { from, to, lines }: { from: number; to: number; lines: number },
): SectionBlock[] {
  const path = blocks[from]?.path;
  let [first, last, remaining] = [from, to, LINES - lines];
  const fits = (block: SectionBlock | undefined) =>
    block?.path === path && block !== undefined && block.lines.length <= remaining;
  for (; fits(blocks[last + 1]); last++) remaining -= blocks[last + 1]?.lines.length ?? 0;
  for (; fits(blocks[first - 1]); first--) remaining -= blocks[first - 1]?.lines.length ?? 0;
  return blocks.slice(first, last + 1);
}

/** Counts the occurrences of each word in a text. */
function holding(words: Weighed[]): (text: string) => number[] {
  return (text) => {
    const counts = new Map<string, number>();
    for (const lexeme of lexemesOf(text)) counts.set(lexeme, (counts.get(lexeme) ?? 0) + 1);
    return words.map(({ lexeme, query }) => {
      if (!query.endsWith(':*')) return counts.get(lexeme) ?? 0;
      let sum = 0;
      for (const [own, count] of counts) if (own.startsWith(lexeme)) sum += count;
      return sum;
    });
  };
}

type Page = { id: string; title: string; content: string };
type Retrieved = {
  /** Best first. */
  pages: Page[];
  /** The next results, without their texts. */
  further: Omit<Page, 'content'>[];
  /** Words of the question with their weights. */
  words: Weighed[];
  /** Content words of the question that no text of the product contains. */
  unknownWords: string[];
  /** Weight of a word that one text holds. */
  most: number;
};

/** The page whose title has the same content words as the question, in any order. */
export async function pageNamed(
  db: Db,
  reader: Reader,
  question: string,
): Promise<{ id: string; title: string } | undefined> {
  const asked = contentOf(question.slice(0, ASKED));
  if (asked.length === 0 || asked.length > MOST_TITLE_WORDS) return undefined;
  const { id, title } = documents;
  const holdsAll = asked.map((word) => sql`${searchEntries.foldedTitle} like ${containing(word)}`);
  const pages = await db
    .select({ id, title })
    .from(searchEntries)
    .innerJoin(documents, eq(documents.id, searchEntries.id))
    .where(and(eq(searchEntries.kind, 'document'), ...holdsAll, isShownTo(reader)))
    .orderBy(documents.updatedAt, id)
    .limit(MOST_NAMESAKES);
  return pages.find((page) => contentOf(page.title).join(' ') === asked.join(' '));
}

const MOST_TITLE_WORDS = 8;
const MOST_NAMESAKES = 50;
const contentOf = (text: string): string[] =>
  [
    ...new Set(
      wordsOf(text)
        .filter((word) => !isFiller(word))
        .map(singular),
    ),
  ].toSorted();

const PAGES = 3;
const FURTHER = 4;
/** Characters of a question that are searched for. Longer questions are pasted logs. */
const ASKED = 4_000;
/** A compound word (db-42, 10.0.0.1) is reported as a whole when none of its parts with letters is known. */
const PART = /[^\p{L}\p{M}\p{N}]+/u;
const LETTER = /\p{L}/u;

/** The pages that rank first for a question. */
async function retrieve(db: Db, reader: Reader, question: string, weights?: Weights): Promise<Retrieved> {
  const limit = PAGES + FURTHER;
  const ranked = await rankByText(
    db,
    question,
    { kinds: ['document'], reader },
    { limit, ...(weights && { weights }) },
  );
  const { found, words, missing, most } = ranked;
  const ids = found.map(({ id }) => id);
  if (ids.length === 0) return { pages: [], further: [], words, unknownWords: namedOf(missing), most };
  const isRead = inArray(documents.id, ids.slice(0, PAGES));
  const rows = await db
    .select({
      id: documents.id,
      title: documents.title,
      content: sql<string>`case when ${isRead} then ${documents.content} else '' end`,
    })
    .from(documents)
    .where(and(inArray(documents.id, ids), notInBin(documents)));
  const pages = ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
  return {
    pages: pages.slice(0, PAGES),
    further: pages.slice(PAGES),
    words,
    unknownWords: namedOf(missing),
    most,
  };
}

/** Looks up misspelt words as the search would suggest them. `correction` names these words. */
async function retrieveCorrected(
  db: Db,
  reader: Reader,
  whole: string,
): Promise<Retrieved & { correction: string }> {
  const question = whole.slice(0, ASKED);
  // The words come before the pages, so that pages are ranked once.
  const weights = await weighText(db, reader, question);
  const corrections = await correctionsOf(db, reader, namedOf(weights.missing));
  if (corrections.size === 0) return { ...(await retrieve(db, reader, question, weights)), correction: '' };
  const corrected = question.replace(/\p{L}+/gu, (word) => corrections.get(word.toLowerCase()) ?? word);
  const found = await retrieve(db, reader, corrected);
  // The vocabulary holds stems. The pages have the word as people write it.
  const text = found.pages.map(({ title, content }) => `${title}\n${content}`).join('\n');
  const written = new Map(lexemesOf(text).map((lexeme, at) => [lexeme, at]));
  const words = writtenWordsOf(text);
  const shown = [...corrections.values()].map((word) => {
    const [lexeme = word] = lexemesOf(word);
    return literal(words[written.get(lexeme) ?? -1] ?? word);
  });
  return { ...found, correction: shown.join(' and ').slice(0, MOST_NAMED) };
}

const namedOf = (missing: string[]): string[] =>
  unknownIn(missing.filter((word) => !isFiller(word) && !isOfDocuments(word)));

function unknownIn(missing: string[]): string[] {
  const all = new Set(missing);
  const known = (word: string) => word.split(PART).some((part) => LETTER.test(part) && !all.has(part));
  const wholes = missing.filter((word) => PART.test(word) && !known(word));
  const named = new Set(wholes.flatMap((word) => [...word.split(PART), joinedName(word)]));
  return missing.filter((word) => wholes.includes(word) || (!PART.test(word) && !named.has(word)));
}
