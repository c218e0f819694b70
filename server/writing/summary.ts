import { shortened } from './shortened.ts';
import { sentencesOf, spokenIn } from './spoken.ts';
import { tidyText } from './tidy.ts';

/** Characters of a text that are looked at: what it is about is said early. */
const LOOKED_AT = 100_000;
const LONGEST_SUMMARY = 300;

/** Its own sentences, the one or two that speak most of what the text speaks of; '' where there are none. */
export function summaryOf(markdown: string): string {
  const sentences = toldIn(markdown.slice(0, LOOKED_AT));
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
  // What was said in a chat or a list has no end.
  const both = chosen.toSorted((a, b) => a.index - b.index).map(({ sentence }) => tidyText(sentence));
  const whole = both.join(' ');
  return whole.length <= LONGEST_SUMMARY ? whole : tidyText(first.sentence);
}

/** Whole sentences of the running text, else of the lists; without any what is said at all, then the subject. */
function toldIn(markdown: string): string[] {
  const { paragraphs, topic } = spokenIn(markdown);
  const said = paragraphs.filter(({ isHeading }) => !isHeading);
  const running = said.filter(({ isListed }) => !isListed).flatMap(({ text }) => sentencesOf(text));
  const all = said.flatMap(({ text }) => sentencesOf(text));
  const isWhole = (sentence: string) => /[.!?]$/.test(sentence) && sentence.split(/\s+/).length > 2;
  const choices = [running.filter(isWhole), running.filter((sentence) => !/[:,]$/.test(sentence)), all.filter(isWhole), all];
  return choices.find(({ length }) => length > 0) ?? (topic === '' ? [] : [topic]);
} // prettier-ignore
