import { freeSlug, slugOf } from '../../contract/heading-id.ts';
import { codeLines } from '../../contract/outline.ts';
import { withoutNoImageMarks } from '../../contract/sized-image.ts';
import { plainText } from '../plain-text.ts';
import { lexemesOf } from '../search/queries.ts';
import type { Weighed } from '../search/queries.ts';
import { MONTH_NAME } from './calendar.ts';
import { headingFit } from './heading-fit.ts';
import type { Kinds } from './kinds-of-answers.ts';
import { literal } from './literal.ts';
import { TELLS_THEN_ASKS } from './parts-of-question.ts';
import { CALLS, NUMBER_WORD, WHOM_TO_ASK } from './words.ts';

/** What stands under one heading; `path` are the headings it is under, itself last. */
type Section = { heading: string; id: string; level: number; path: Section[] };
type Block = { section: Section; lines: string[]; isCode: boolean };
/** `id` is that of the heading where the document is read. */
export type Passage = { heading: string; id: string; quote: string };

/** Characters of a text that are looked through, and of one quotation. */
const READ = 200_000;
const QUOTED = 700;
/** Characters of one behind the first. */
export const OF_SEVERAL = 300;
const CODE_LINES = 15;
/** A day or a time of the clock, and with less weight a month or a day of the week. */
const DAY =
  /\b(?:\d{1,2}(?:st|nd|rd|th)?\.? (?:of )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* \d{1,2}\b|\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{1,2}:\d\d|\d{1,2} ?[ap]m\b)/i;
const ABOUT_A_DAY = new RegExp(
  String.raw`\b(?:(?:${MONTH_NAME}) \d{4}|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|every (?:\d+ )?(?:day|week|month|quarter|year)s?|daily|weekly|monthly|yearly|annually)\b`,
  'i',
);
const ASKS_WHEN =
  /^\W*(?:(?:and|but|so|since|until|till|by|from|do you know|tell me) )*(?:when\b|(?:what|which) (?:day|date|time|month|year)\b|how many (?:days|weeks|months) (?:until|till|before)\b)/i;
/** Whether one may do something, or when not: what forbids it is told before how it is done. */
const ASKS_WHETHER =
  /^\W*(?:(?:and|but|so) )*(?:(?:can|could|may|must|should) (?:i|we|one|the|our)\b(?! (?:see|get|have|find|read|know|ask)\b)|(?:am|are) (?:i|we) allowed\b|is it (?:ok|okay|safe|allowed|possible)\b|when (?:can|could|may|must|should) (?:i|we|one)\b)/i;
const FORBIDS =
  /\b(?:never|(?:do|must|may|can|should|is|are) ?not|don[\u2019']t|cannot|forbidden|prohibited|not (?:before|during|between|until)|only (?:after|before|between|during|outside|when))\b/i;
/** Whom to call: where somebody is to be called. */
const ASKS_WHOM = new RegExp(String.raw`\b${WHOM_TO_ASK}\b`, 'i');
/** Asks how much: a figure tells it. */
const ASKS_FIGURE =
  /^\W*(?:(?:and|but|so) )*(?:how (?:much|many|long|big|large|often|old|far|high|fast)\b|(?:what|which) (?:is|are) (?:the )?(?:\S+ )?(?:limit|size|length|number|max|min|maximum|minimum)\b)/i;
const FIGURE = new RegExp(String.raw`\d|\b(?:${NUMBER_WORD})\b`, 'i');
/** "what is saved?" and "who decides?" ask how things are, and not what to do. */
const ASKS_WHAT_IS =
  /^\W*(?:(?:and|but|so) )*(?:what (?:is|are|gets?) (?:\S+ ){0,3}\S+ed(?: up)?\W*$|what (?:is|are|does) (?:\S+ ){1,5}(?:for|do)\W*$|who\b|where\b|how (?:long|much|many|often|fast|soon)\b)/i;
const STEP = /^\s*([-*+]|\d{1,9}[.)])\s+(.*)$/;

/** What a word of the title counts in a place: it tells documents apart, and not their places. */
const OF_TITLE = 1 / 4;
/** A heading that is what is asked for counts more than a place that has every word. */
const OF_HEADING = 2.25;
/** A figure counts more than half of the words, where one is asked for. */
const OF_FIGURE = 0.6;
/** Whom to call counts more than all that the place is about, which another may have. */
const OF_CALL = 1.25;

/** `ofSystem`: whether what stands under a heading is for the system of the servers that are asked about, or for another; `isOfOwn`: only what is; `isLeftOut`: what is no answer. */
type Asked = {
  question: string;
  words: Weighed[];
  kinds?: Kinds | undefined;
  ofSystem?: ((heading: string) => 'own' | 'other' | undefined) | undefined;
  isOfOwn?: boolean;
  isLeftOut?: (text: string) => boolean;
};

/** The place of a document that tells most about the words of a question, word for word as a quotation. */
export function bestPassage(
  { title, content }: { title: string; content: string },
  { question, words, kinds, ofSystem = () => undefined, isOfOwn = false, isLeftOut = () => false }: Asked,
  length = QUOTED,
): Passage | undefined {
  const blocks = blocksOf(withoutNoImageMarks(content.slice(0, READ))).filter(({ section, lines }) => {
    if (isLeftOut(lines.join(' '))) return false;
    const systems = section.path.map(({ heading }) => ofSystem(heading));
    return !systems.includes('other') && (!isOfOwn || systems.includes('own'));
  });
  const weighed = words.map((word) =>
    scoreOf(title, [word]) > 0 ? { ...word, weight: word.weight * OF_TITLE } : word,
  );
  const all = weighed.reduce((sum, { weight }) => sum + weight, 0);
  // Whoever says no more than the title asks for all of the document, and not for where it says its name again.
  const isTitle = words.every((word) => scoreOf(title, [word]) > 0);
  // "pacs hangs, what do I do before I restart it?": the trouble names the document, and not the part of it.
  const { asks } = TELLS_THEN_ASKS.exec(question)?.groups ?? {};
  const fitsOf = [question, ...(asks === undefined ? [] : [asks])].map((text) => headingFit(text, title));
  const fits = (heading: string) => Math.max(...fitsOf.map((fit) => fit(heading)));
  const isWhen = ASKS_WHEN.test(question);
  const isWhether = ASKS_WHETHER.test(question);
  const isWhom = ASKS_WHOM.test(question);
  const isFigure = ASKS_FIGURE.test(question);
  const isOfSteps = !isWhen && !isWhether && !isWhom && !ASKS_WHAT_IS.test(question);
  const fitOf = (section: Section) => Math.max(0, ...section.path.map(({ heading }) => fits(heading)));
  const scores = blocks.map(({ section, lines, isCode }) => {
    // The title repeated says nothing about this place; steps and commands say more than prose.
    const under = section.heading === title ? 0 : scoreOf(section.heading, weighed) / 2;
    const isDoing = isCode || lines.every((line) => STEP.test(line));
    const asked = fitOf(section) * OF_HEADING * all;
    const text = lines.join(' ');
    const said = lines.map((line) => STEP.exec(line)?.[2] ?? line).join(' ');
    const when = !isWhen ? 0 : DAY.test(text) ? all / 4 : ABOUT_A_DAY.test(text) ? all / 8 : 0;
    const forbids = isWhether && FORBIDS.test(text) ? all : 0;
    const figure = (kinds?.isAny ? kinds.tells(said) : isFigure && FIGURE.test(said)) ? all * OF_FIGURE : 0;
    const calls = isWhom && CALLS.test(text) ? all * OF_CALL : 0;
    return (
      (isTitle ? 0 : scoreOf(text, weighed)) +
      under +
      asked +
      when +
      forbids +
      figure +
      calls +
      (isDoing && isOfSteps ? all / 4 : 0)
    );
  });
  const best = blocks[scores.indexOf(Math.max(...scores))];
  if (!best) return undefined;
  const fit = fitOf(best.section);
  // Where a heading further up is what is asked for, all of what it is over is.
  const place = (fit > 0 && best.section.path.find(({ heading }) => fits(heading) === fit)) || best.section;
  const isWhole = place !== best.section;
  const isOf = ({ section }: Block) => (isWhole ? section.path.includes(place) : section === place);
  const first = isWhole ? blocks.findIndex(isOf) : blocks.indexOf(best);
  const end = blocks.findIndex((block, at) => at > first && !isOf(block));
  const quote = quotedOf(blocks.slice(first, end < 0 ? undefined : end), place, length);
  return { heading: plainText(place.heading), id: place.id, quote };
}

/** What of the words the title of a document holds, and what it holds together with the place of it that tells most. */
export function coverOf({ title, content }: { title: string; content: string }, words: Weighed[]) {
  const sections = Map.groupBy(blocksOf(content.slice(0, READ)), ({ section }) => section);
  const places = [...sections].map(([{ path }, blocks]) =>
    [title, ...path.map(({ heading }) => heading), ...blocks.flatMap(({ lines }) => lines)].join('\n'),
  );
  const inTitle = scoreOf(title, words);
  return { inTitle, atOnePlace: Math.max(inTitle, ...places.map((place) => scoreOf(place, words))) };
}

/** The places of a document that have a day or a time, where that is what is asked for. */
export function passagesWithDays(
  { title, content }: { title: string; content: string },
  question: string,
): Passage[] {
  if (!ASKS_WHEN.test(question)) return [];
  const sections = Map.groupBy(blocksOf(content.slice(0, READ)), ({ section }) => section);
  return [...sections].flatMap(([section, blocks]) => {
    const text = blocks.flatMap(({ lines }) => lines).join(' ');
    const heading = plainText(section.heading || title);
    return DAY.test(text) || ABOUT_A_DAY.test(text)
      ? [{ heading, id: section.id, quote: quotedOf(blocks, section, OF_SEVERAL) }]
      : [];
  });
}

/** What stands in a document under headings, in their order. */
export const headingsOf = (content: string): Omit<Passage, 'quote'>[] =>
  [...new Set(blocksOf(content.slice(0, READ)).flatMap(({ section }) => section.path))].map(
    ({ heading, id }) => ({ heading: plainText(heading), id }),
  );

/** As many blocks of a place as fit, with the headings between them. */
function quotedOf(blocks: Block[], place: Section, length: number): string {
  const quoted: string[] = [];
  let under = place;
  for (const block of blocks) {
    const head = block.section === under ? [] : [`> **${literal(plainText(block.section.heading))}**`, '>'];
    const next = [...head, ...quoteOf(block)];
    under = block.section;
    const isEnough = quoted.join('\n').length + next.join('\n').length > length;
    if (quoted.length > 0 && isEnough) break;
    quoted.push(...(quoted.length > 0 ? ['>'] : []), ...next);
  }
  return quoted.join('\n');
}

function scoreOf(text: string, words: Weighed[]): number {
  const held = lexemesOf(text);
  const holds = ({ lexeme, query }: Weighed) =>
    query.endsWith(':*') ? held.some((own) => own.startsWith(lexeme)) : held.includes(lexeme);
  return words.reduce((sum, word) => sum + (holds(word) ? word.weight : 0), 0);
}

/** Paragraphs, lists, tables and blocks of code, each under its heading. */
function blocksOf(content: string): Block[] {
  const lines = content.replaceAll('\r\n', '\n').split('\n');
  const { isCode } = codeLines(lines);
  const blocks: Block[] = [];
  const taken = new Set<string>();
  let section: Section = { heading: '', id: '', level: 0, path: [] };
  let open: Block | undefined;
  for (const [number, line] of lines.entries()) {
    const inCode = isCode[number] ?? false;
    const [, signs = '', title] = (inCode ? undefined : /^ {0,3}(#{1,6})\s+(.+)$/.exec(line)) ?? [];
    if (title !== undefined) {
      const heading = title.replace(/\s+#+\s*$/, '');
      const id = freeSlug(slugOf(plainText(heading)), taken);
      taken.add(id);
      const path = section.path.filter(({ level }) => level < signs.length);
      section = { heading, id, level: signs.length, path };
      path.push(section);
    }
    if (title !== undefined || (!inCode && line.trim() === '')) {
      open = undefined;
      continue;
    }
    if (open?.isCode !== inCode) {
      open = { section, lines: [], isCode: inCode };
      blocks.push(open);
    }
    open?.lines.push(line);
  }
  return blocks.filter(({ lines: own }) => own.some((line) => plainText(line) !== '' || line.trim() !== ''));
}

function quoteOf({ lines, isCode }: Block): string[] {
  if (isCode) {
    const own = lines.filter(
      (line, index) => !((index === 0 || index === lines.length - 1) && /^ {0,3}(`{3,}|~{3,})/.test(line)),
    );
    const shown = own.slice(0, CODE_LINES);
    const longest = Math.max(
      2,
      ...shown.flatMap((line) => [...line.matchAll(/`+/g)].map(([run]) => run.length)),
    );
    const fence = '`'.repeat(longest + 1);
    return [fence, ...shown, ...(own.length > shown.length ? ['…'] : []), fence].map((line) => `> ${line}`);
  }
  const text = lines.flatMap((line) => {
    const [, marker = '', rest = line] = STEP.exec(line) ?? [];
    const said = literal(plainText(rest));
    return said === '' ? [] : [`${marker}${marker && ' '}${said}`];
  });
  return cut(text).map((line) => `> ${line}`);
}

/** Whole lines as far as they fit, and of one long line its beginning. */
function cut(lines: string[]): string[] {
  const shown: string[] = [];
  let length = 0;
  for (const line of lines) {
    if (length + line.length > QUOTED)
      return [...shown, shown.length > 0 ? '…' : `${line.slice(0, QUOTED).replace(/\\$/, '')}…`];
    shown.push(line);
    length += line.length;
  }
  return shown;
}
