import { and, inArray, sql } from 'drizzle-orm';
import { joinedName } from '../../contract/joined-names.ts';
import { notInBin } from '../db/bin.ts';
import type { Db } from '../db/open.ts';
import { documents } from '../db/schema.ts';
import { lexemesOf, rankByText, type Weighed } from '../search/queries.ts';
import { blocksOf, type Block, type Heading } from '../text/markdown-blocks.ts';
import { documentAddress, documentLink, linkTo, literal } from '../text/markdown.ts';
import { plainText } from '../text/reader-text.ts';
import { isFiller, isOfDocuments } from './understand/lexicon.ts';

type ClosestPassages = {
  /** Markdown under the heading "Closest passages"; undefined when nothing matches. */
  text: string | undefined;
  /** Words of the question that no text of the product contains. */
  unknownWords: string[];
};

/** Lines of one passage. */
const LINES = 12;
/** Unknown words that the reply lists. */
const NAMED = 5;
/** Weight of a word that only the title contains: it separates pages, but not the passages of a page. */
const OF_TITLE = 0.25;
/** Weight of a word that only a heading above the block contains. */
const OF_HEADING = 0.75;
/** Weight of each further occurrence of a word, and the number that counts. */
const AGAIN = 0.05;
const MOST_AGAIN = 3;

/** The three best pages of the search for a question, each with its best passage, and links to further pages. */
export async function closestPassages(db: Db, question: string): Promise<ClosestPassages> {
  const { pages, further, words, unknownWords } = await retrieve(db, question);
  if (pages.length === 0) return { text: undefined, unknownWords };
  const unknown = unknownWords.slice(0, NAMED).map(literal).join(' or ');
  const named = unknown === '' ? [] : [`No document mentions ${unknown}.`];
  const passages = pages.map((page) => passageOf(page, words));
  const links = further.map((page) => documentLink(page)).join(' · ');
  const more = links === '' ? [] : [`More pages: ${links}`];
  return { text: ['**Closest passages**', ...named, ...passages, ...more].join('\n\n'), unknownWords };
}

function passageOf(page: Page, words: Weighed[]): string {
  const run = bestRun(page, words);
  const path = (run[0]?.path ?? []).filter(({ text }) => text !== '' && text !== page.title);
  const head = [documentLink(page), ...path.map((heading) => headingLink(page, heading))].join(' › ');
  let left = LINES;
  const quotes = run.flatMap((block) => {
    const quote = quoteOf(block, left);
    left -= block.lines.length;
    return quote.length > 0 ? [quote.join('\n')] : [];
  });
  return quotes.length > 0 ? `${head}\n\n${quotes.join('\n>\n')}` : head;
}

const headingLink = ({ id }: Page, heading: Heading): string =>
  linkTo(heading.text, `${documentAddress(id)}&mode=preview#${encodeURIComponent(heading.id)}`);

/**
 * The blocks of one section with the highest weight of words in the fewest lines, extended by neighbouring blocks up to
 * the limit. A page whose text contains no word of the question starts at its beginning.
 */
function bestRun({ title, content }: Page, words: Weighed[]): Block[] {
  const blocks = blocksOf(content);
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
      const score = weighed.reduce(
        (sum, weight, at) => sum + weight * share(times[at] ?? 0, under[at] ?? 0),
        0,
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
function widened(blocks: Block[], { from, to, lines }: { from: number; to: number; lines: number }): Block[] {
  const path = blocks[from]?.path;
  let [first, last, remaining] = [from, to, LINES - lines];
  const fits = (block: Block | undefined) =>
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

/** Characters per line; the link leads to the rest. */
const LINE = 600;
const ITEM = /^(\s*)([-*+]|\d{1,9}[.)])\s+(.*)$/;
/** Would turn the line above into a heading, or become a rule. */
const UNDERLINE = /^[\s=_*-]{2,}$/;
const RULE = /^[\s|:-]+$/;
/** Separates two cells, unless it is escaped. */
const CELL = /(?<!\\)\|/;
const BACKTICKS = /`+/g;

/**
 * A block as a markdown quotation of at most `most` lines. Links, images, HTML and emphasis become plain text, so that
 * the quotation only displays. A block that is cut ends in "…".
 */
function quoteOf({ kind, lines }: Block, most: number): string[] {
  const shown = lines.slice(0, most);
  const cut = lines.length > most ? ['…'] : [];
  const markdown = asMarkdown(kind, shown);
  return quoted(markdown.length === 0 ? [] : [...markdown, ...cut]);
}

function asMarkdown(kind: Block['kind'], lines: string[]): string[] {
  if (kind === 'code') {
    const runs = lines.flatMap((line) => line.match(BACKTICKS) ?? []);
    const fence = '`'.repeat(Math.max(3, ...runs.map(({ length }) => length + 1)));
    return [fence, ...lines, fence];
  }
  // The blank line keeps the text below a table from becoming one of its rows.
  if (kind === 'table') return [...lines.map(rowOf), ''];
  const indents = lines.flatMap((line) => ITEM.exec(line)?.[1]?.length ?? []);
  const outdent = Math.min(...indents);
  return lines
    .filter((line) => !UNDERLINE.test(line))
    .map((line) => textOf(line, outdent))
    .filter((line) => line !== '');
}

const rowOf = (line: string): string => {
  if (RULE.test(line)) return line.trim();
  const cells = line.trim().replace(/^\|/, '').replace(/\|$/, '').split(CELL);
  return `| ${cells.map((cell) => literal(plainText(cell))).join(' | ')} |`;
};

const textOf = (line: string, outdent: number): string => {
  const [, indent = '', marker, rest = line] = ITEM.exec(line) ?? [];
  const text = plainText(rest);
  const cut = literal(text.length > LINE ? `${text.slice(0, LINE)}…` : text);
  if (cut === '') return '';
  return marker === undefined ? cut : `${indent.slice(outdent)}${marker} ${cut}`;
};

const quoted = (lines: string[]): string[] => lines.map((line) => `> ${line}`.trimEnd());

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
};

const PAGES = 3;
const FURTHER = 4;
/** Characters of a question that are searched for. Longer questions are pasted logs. */
const ASKED = 4_000;
/** A compound word (db-42, 10.0.0.1) is reported as a whole when none of its parts with letters is known. */
const PART = /[^\p{L}\p{M}\p{N}]+/u;
const LETTER = /\p{L}/u;

/** The pages that rank first for a question. */
async function retrieve(db: Db, question: string): Promise<Retrieved> {
  const { found, words, missing } = await rankByText(
    db,
    question.slice(0, ASKED),
    ['document'],
    PAGES + FURTHER,
  );
  const ids = found.map(({ id }) => id);
  if (ids.length === 0) return { pages: [], further: [], words, unknownWords: namedOf(missing) };
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
  };
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
