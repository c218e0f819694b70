import { isCode } from '../text/markdown/code.ts';
import { parse } from '../text/markdown/parse.ts';
import { blocksIn } from './code-blocks.ts';
import { kindOf, withoutPrompt, wordSet } from './line-kinds.ts';
import { isSectionName } from './section-names.ts';

/**
 * Whether a model's text keeps the meaning of the person's text. Words and their order may change. Code, paths and
 * addresses may not; figures, names and negations stay next to their subject; no sentence is lost; and nothing is added
 * that somebody could type or open.
 */
export function isKept(text: string, made: string): boolean {
  const words = wordsIn(made);
  const all = setOf(words);
  return keepsFacts(text, made, words) && sentencesOf(text).every((sentence) => isCovered(sentence, all));
}

/** The same for a field, which may be shorter: sentences without a fact may be dropped, but not all. */
export function isKeptShort(text: string, made: string): boolean {
  const words = wordsIn(made);
  const [all, sentences] = [setOf(words), sentencesOf(text)];
  const isCoveredOrPlain = (sentence: Word[]) =>
    isCovered(sentence, all) || !sentence.some(({ isFact, isAnchor }) => isFact || isAnchor);
  const isSomeCovered = sentences.length === 0 || sentences.some((sentence) => isCovered(sentence, all));
  return keepsFacts(text, made, words) && isSomeCovered && sentences.every(isCoveredOrPlain);
}

/** Whether a text adds nothing that somebody could type, open or be misled by. */
export function addsNothing(text: string, made: string): boolean {
  const [whole, signs] = [evened(text), signsIn(text)];
  const { code, targets } = partsOf(made);
  return (
    [...signsIn(made)].every((sign) => signs.has(sign)) &&
    [...code, ...targets].every((part) => contains(whole, part)) &&
    areAnchored(negations(wordsIn(made)), wordsIn(text))
  );
}

function keepsFacts(text: string, made: string, words: Word[]): boolean {
  const [whole, signs] = [evened(made), signsIn(made)];
  const own = wordsIn(text);
  return (
    addsNothing(text, made) &&
    [...signsIn(text)].every((sign) => signs.has(sign)) &&
    [...partsOf(text).code].every((line) => contains(whole, line)) &&
    areAnchored(anchorsOf(own), words) &&
    negations(own).length <= negations(words).length
  );
}

/** Collapses whitespace and removes escapes. */
const evened = (text: string): string =>
  text
    .replace(/\\(?=[^\w\s\\])/g, '')
    .replace(/\\+/g, '\\')
    .replace(/\s+/g, ' ')
    .trim();

/** Whether a part occurs as a whole, not inside something longer. */
function contains(whole: string, part: string): boolean {
  for (let at = whole.indexOf(part); at >= 0; at = whole.indexOf(part, at + 1)) {
    const [before = '', after = ''] = [whole[at - 1], whole[at + part.length]];
    const isLonger = /[\w/\\-]/.test(before) && /^[\w/\\-]/.test(part);
    if (!isLonger && !(/[\w/\\-]/.test(after) && /[\w/\\-]$/.test(part))) return true;
  }
  return false;
}

/** Paths, addresses, names of files and hosts, options and variables, verbatim. */
function signsIn(text: string): Set<string> {
  const signs = new Set<string>();
  for (const chunk of evened(text).split(/\s|\]\(|<\/?|[()[\]>|"'`,;*“”‘’]+/)) {
    // Longer tokens are not words.
    if (chunk.length > 200 || /^[A-Z]:$/.test(chunk)) signs.add(chunk);
    else {
      const bare = chunk.replace(/[.:!?]+$/, '').replace(/^[:=]+/, '');
      if (SIGNS.some((sign) => sign.test(bare))) signs.add(bare);
    }
  }
  return signs;
}

const SIGNS = [
  /:\/\/|^\/\/?\w|^~\/|\\\w|^[A-Za-z]:[\\/]|\S@\S+\.\S|^--?[A-Za-z]|^%\w+%$|^\$[A-Za-z_]|^(?:javascript|data):/i,
  /^[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)+(?::\d+)?(?:\/\S*)?$/u,
  /\/.*(?:\d|\/)|\d.*\//,
];

/** HTML that loads something. */
const LOADING_TAG = /<(?:img|iframe|video|audio|embed|object)\b[^<>]{0,2000}/gi;

type Parts = { code: Set<string>; targets: Set<string> };

/** The lines of code of a text without prompts, and the targets of its links and images. */
function partsOf(text: string): Parts {
  const parts: Parts = { code: new Set(), targets: new Set() };
  const addCode = (line: string) => parts.code.add(evened(withoutPrompt(line)));
  const addTags = (html: string) => {
    for (const [tag] of html.matchAll(LOADING_TAG)) parts.targets.add(evened(tag));
  };
  for (const block of parse(text).blocks) {
    if (isCode(block)) block.text.split('\n').forEach(addCode);
    if (block.kind === 'html') addTags(block.text);
    for (const { kind, text: part, target } of block.inlines) {
      if (kind === 'code') addCode(part);
      if (kind === 'html') addTags(part);
      if (target && !target.startsWith('#')) parts.targets.add(evened(target));
    }
  }
  const lines = text.split('\n');
  for (const { from, to } of blocksIn(lines, lines.map(kindOf)))
    for (const line of lines.slice(from, to)) if (!/^\s*(?:```|~~~)/.test(line)) addCode(line);
  parts.code.delete('');
  return parts;
}

/** A meaningful word. Facts have no synonym; anchors (figures and negations) count together with their neighbours. */
type Word = { word: string; isFact: boolean; isAnchor: boolean };

/** Words that a rewritten sentence may add or drop. */
const FILLERS = wordSet(`
  a an the and or of to in on at by for from with as is are was were be been being it its this that these those then there here so
  also if when while than but do does did has have had will would shall should can could may might must we you i they he she our
  your their my his her them us please now just let into out up about via per der die das den dem ein eine und zu im ist sind le la
  les la un une et de du des est`);
/** Figures and negations in words; the first of each group represents it. */
const ANCHORS = new Map(
  `no not never none nothing nobody neither nor nicht kein keine keinen nie niemals pas jamais aucun; without ohne sans;
   only nur seulement; except unless außer sauf; 0 zero; 2 two; 3 three; 4 four; 5 five; 6 six; 7 seven; 8 eight; 9 nine; 10 ten;
   11 eleven; 12 twelve`
    .split(/;\s+/)
    .flatMap((group) => group.split(' ').map((word, _, [meaning = '']) => [word, meaning] as const)),
);

const WORD = /(?:[<>]=? ?(?=\d))?[\p{L}\p{N}]+(?:['’_.:@-][\p{L}\p{N}]+)*%?|[.:!?\n–]/gu;

const stemOf = (word: string): string => (word.length > 4 ? word.replace(/(?:ings?|ed|es|s|e)$/, '') : word);

/** Numbers of steps and markdown marks are not words. */
function wordsIn(text: string): Word[] {
  const words: Word[] = [];
  let isFirst = true;
  const bare = text
    .replace(/^[ \t]*(?:>[ \t]?)*(?:#{1,6}[ \t]+|(?:[-*+•]|\(?\d{1,3}[.)])[ \t]+)?/gm, '')
    .replace(/\bcan(?:not|['’]t)\b/gi, 'can not')
    .replace(/\bwon['’]t\b/gi, 'will not')
    .replace(/n['’]t\b/gi, ' not');
  for (const [match] of bare.matchAll(WORD)) {
    if (/^[.:!?\n–]$/.test(match)) {
      isFirst = true;
      continue;
    }
    const isFigure = /\p{N}/u.test(match);
    for (const part of isFigure ? [match] : match.split(/[^\p{L}]+/u)) {
      const low = part.toLowerCase();
      const anchor = ANCHORS.get(low) ?? (isFigure ? low.replace(' ', '') : undefined);
      const isFact = !isFirst && /^\p{Lu}./u.test(part);
      if (anchor) words.push({ word: anchor, isFact: false, isAnchor: true });
      else if (low !== '' && !FILLERS.has(low)) words.push({ word: stemOf(low), isFact, isAnchor: false });
      isFirst = false;
    }
  }
  return words;
}

const setOf = (words: Word[]): ReadonlySet<string> => new Set(words.map(({ word }) => word));

/** The distinct sentences of a text; section names may change. */
const sentencesOf = (text: string): Word[][] =>
  [...new Set(text.split(/\n|(?<=[.!?])\s+(?=\p{Lu})/u))]
    .filter((line) => !isSectionName(line))
    .map(wordsIn)
    .filter((words) => words.length > 0);

/** One word in four may differ; facts may not. */
function isCovered(sentence: Word[], words: ReadonlySet<string>): boolean {
  const wanted = new Map(sentence.map(({ word, isFact, isAnchor }) => [word, isFact || isAnchor]));
  const missing = [...wanted].filter(([word]) => !words.has(word));
  return missing.length <= Math.floor(wanted.size / 4) && missing.every(([, isFact]) => !isFact);
}

/** An anchor with the previous and next word. */
type Anchor = { word: string; before: string; after: string };

const anchorsOf = (words: Word[]): Anchor[] =>
  words.flatMap(({ word, isAnchor }, at) =>
    isAnchor
      ? [{ word, before: `<${words[at - 1]?.word ?? ''}`, after: `>${words[at + 1]?.word ?? ''}` }]
      : [],
  );

const negations = (words: Word[]): Anchor[] => anchorsOf(words).filter(({ word }) => !/\d/.test(word));

/** Whether each anchor occurs with the same previous or next word. */
function areAnchored(anchors: Anchor[], words: Word[]): boolean {
  const neighbours = new Map<string, Set<string>>();
  for (const { word, before, after } of anchorsOf(words))
    neighbours.set(word, (neighbours.get(word) ?? new Set()).add(before).add(after));
  return anchors.every(
    ({ word, before, after }) => neighbours.get(word)?.has(before) || neighbours.get(word)?.has(after),
  );
}
