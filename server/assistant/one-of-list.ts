import type { Sentence } from './words.ts';

const PLACES = ['first', 'second', 'third', 'fourth', 'fifth'];
const PLACE = `(?:the )?(?<place>${PLACES.join('|')}|last)`;
/** "ip of the second one", "and the third?" */
const ONE = new RegExp(
  `${PLACE} (?:one|of (?:them|those|these)|in the list|(?<!last )(?:server|host|machine|vm))(?= $)`,
);
const ALONE = new RegExp(`(?<=^ (?:and|what about|how about|show me|show) )${PLACE}(?= $)`);
const LINE = /^- \[([^\]]+)\]\(\/infrastructure\?server=/gm;

/** The name of the server that a question means by its place in the list of the answer before. */
export function takeOneOfList(sentence: Sentence, answer: string): string | undefined {
  const names = [...answer.matchAll(LINE)].map(([, name = '']) => name);
  if (names.length < 2) return undefined;
  const place = (sentence.take(ONE) ?? sentence.take(ALONE))?.groups?.['place'];
  return place === undefined ? undefined : place === 'last' ? names.at(-1) : names[PLACES.indexOf(place)];
}
