import { codeLines } from '../../contract/outline.ts';
import { plainText } from '../plain-text.ts';
import { tidyTitle } from './tidy.ts';
import { markdownHeadings } from './structure.ts';

/** Characters of a text that are looked at: what it is about is said early. */
const LOOKED_AT = 100_000;
/** Characters of one paragraph: taking markup off takes square time where it is never closed. */
const READ_AT_ONCE = 1_000;
const LONGEST_SUMMARY = 300;
const LONGEST_TITLE = 120;

/** Its own sentences, the one or two that speak most of what the text speaks of; '' where there are none. */
export function summaryOf(markdown: string): string {
  const sentences = sentencesOf(markdown.slice(0, LOOKED_AT));
  const counts = new Map<string, number>();
  const wordsOf = (sentence: string) => sentence.toLowerCase().match(/[\p{L}\p{N}-]{4,}/gu) ?? [];
  for (const word of sentences.flatMap(wordsOf)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const ranked = sentences.map((sentence, index) => {
    const words = wordsOf(sentence);
    const weight = words.reduce((sum, word) => sum + (counts.get(word) ?? 0), 0);
    // What stands first was meant to be read first.
    return { sentence, index, rank: (weight / Math.sqrt(words.length + 1)) * (index === 0 ? 2 : 1) };
  });
  const best = ranked.filter(({ sentence }) => sentence.length <= LONGEST_SUMMARY);
  const chosen = best.toSorted((a, b) => b.rank - a.rank).slice(0, 2);
  const [first] = chosen;
  if (!first) return shortened(sentences[0] ?? '', LONGEST_SUMMARY);
  const both = chosen.toSorted((a, b) => a.index - b.index).map(({ sentence }) => sentence);
  const whole = both.join(' ');
  return whole.length <= LONGEST_SUMMARY ? whole : first.sentence;
}

/** Sentences of the running text; without any, those of the lists. */
function sentencesOf(markdown: string): string[] {
  const lines = markdown.split('\n');
  const { isCode } = codeLines(lines);
  const spoken = lines.filter((line, n) => !isCode[n] && !/^\s*(?:#{1,6}\s|\||<!--|!\[)/.test(line));
  const isEntry = (line: string) => /^\s*(?:[-*+>]|\d+[.)])\s/.test(line);
  const running = spoken.map((line) => (isEntry(line) ? '' : line));
  const from = running.some((line) => line.trim() !== '') ? running : spoken.map((line) => `${line}\n`);
  const sentences = from
    .join('\n')
    .split(/\n\s*\n/)
    .flatMap((paragraph) => plain(paragraph).split(/(?<=[.!?])\s+(?=[\p{Lu}\d"'(])/u))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
  const whole = sentences.filter((sentence) => /[.!?]$/.test(sentence));
  return whole.length > 0 ? whole : sentences;
}

const plain = (markdown: string): string => plainText(markdown.slice(0, READ_AT_ONCE));

/** The first heading, the subject of a mail, or how the text begins. */
export function titleFor(markdown: string): string {
  const text = markdown.slice(0, LOOKED_AT);
  const [heading] = markdownHeadings(text.split('\n'));
  const [, subject] =
    /^(?:subject|title|summary|short description)[ \t]*:[ \t]*(\S[^\n]*)$/im.exec(text) ?? [];
  const first = text.split('\n').find((line) => plain(line) !== '' && !line.startsWith('```')) ?? '';
  const isFirst = heading && first.includes(heading);
  const title = isFirst ? heading : (subject ?? sentencesOf(first)[0] ?? first);
  return tidyTitle(shortened(plain(title), LONGEST_TITLE));
}

function shortened(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max - 1);
  const end = cut.lastIndexOf(' ');
  return `${(end > max / 2 ? cut.slice(0, end) : cut).trimEnd()}…`;
}
