import type { Figure } from '../../contract/server-fields.ts';
import { EACH_FIGURE, FIGURES } from './figures.ts';
import { NUMBER_WORDS } from './words.ts';
import type { Sentence } from './words.ts';

export type Ranking = { kind: 'most' | 'least' | 'average'; figure: Figure; count: number };

const MOST = 'highest|most|top|busiest|largest|biggest|max|maximum|longest|greatest|heaviest|fullest';
const LEAST = 'lowest|least|smallest|min|minimum|shortest|fewest|bottom|emptiest';
/** What is free is what is not used, so the least of it is the most usage. */
const FREE = 'free|available|unused|spare|remaining|left';
const MANY = 'servers|hosts|machines|vms|boxes|nodes|ones';
const NUMBER = `(\\d{1,4}|${Object.keys(NUMBER_WORDS).join('|')})`;
const countBeside = (order: string) =>
  new RegExp(
    `(?:top|bottom|busiest|first|the|which|what|list|show) ${NUMBER}|${NUMBER}(?= (?:\\S+ ){0,3}(?:${MANY}))|(?<=(?:${order}) )${NUMBER}`,
  );
const SORTED = /(?:sorted|ordered|ranked|order|sort|rank)(?: them)?(?= by )/;
const RANKED = 5;
const MAX_RANKED = 50;

/** "top 5 servers by cpu", "the three servers with the least free disk", "average memory". */
export function takeRanking(sentence: Sentence): Ranking | undefined {
  const named = takeableFigure(sentence);
  const figure = named ?? (sentence.has(/busiest/) ? 'cpuUsage' : undefined);
  if (!figure) return undefined;
  const said = sentence.take(/average|mean|avg/)
    ? 'average'
    : sentence.has(new RegExp(MOST))
      ? 'most'
      : sentence.has(new RegExp(LEAST))
        ? 'least'
        : sentence.has(SORTED)
          ? 'most'
          : undefined;
  if (!said) return undefined;
  const isAll = sentence.take(SORTED) !== undefined;
  const isFree = figure !== 'uptime' && said !== 'average' && sentence.take(new RegExp(FREE)) !== undefined;
  const kind = isFree ? (said === 'most' ? 'least' : 'most') : said;
  const count = takeCount(sentence, `${MOST}|${LEAST}`, isAll ? MAX_RANKED : RANKED);
  while (sentence.take(new RegExp(`${MOST}|${LEAST}`)));
  takeFigure(sentence, figure);
  return { kind, figure, count };
}

/** How many are asked for: a number in words or figures, one where a single one is meant. */
export function takeCount(sentence: Sentence, order: string, otherwise = RANKED): number {
  const written = sentence.take(countBeside(order))?.slice(1).find(Boolean);
  const isOne =
    !written &&
    sentence.has(/(?:which|what) (?:server|host|machine)|the server|server/) &&
    !sentence.has(new RegExp(MANY));
  const count = written ? (NUMBER_WORDS[written] ?? Number(written)) : isOne ? 1 : otherwise;
  return Math.max(1, Math.min(MAX_RANKED, count));
}

/** The figure that a question names, if it names one. */
export const takeableFigure = (sentence: Sentence): Figure | undefined => figuresIn(sentence)[0];

export const figuresIn = (sentence: Sentence): Figure[] =>
  EACH_FIGURE.filter(([, { pattern }]) => sentence.has(new RegExp(pattern))).map(([figure]) => figure);

export const takeFigure = (sentence: Sentence, figure: Figure) =>
  sentence.take(new RegExp(`(?:${FIGURES[figure].pattern})(?: usage| use| load| space)?`));
