import type { Figure } from '../../contract/server-fields.ts';
import { EACH_FIGURE, FIGURES } from './figures.ts';
import type { Part } from './filter-sql.ts';
import { NUMBER_WORD, numberOf } from './words.ts';
import type { Sentence } from './words.ts';

export type Ranking = {
  kind: 'most' | 'least' | 'average';
  figure: Figure;
  count: number;
  /** Undefined where nobody said how many. */
  written?: string | undefined;
  /** The second highest is 2: that one alone is asked for. */
  place?: number | undefined;
  /** The least of them first. */
  isLeast: boolean;
  /** Asks for all of them in that order. */
  isSorted?: boolean;
  /** Asks for a sum, of what has none. */
  isTotal?: boolean;
};

const MOST = 'highest|most|top|busiest|largest|biggest|max|maximum|longest|greatest|heaviest|fullest';
const LEAST = 'lowest|least|smallest|min|minimum|shortest|fewest|bottom|emptiest';
/** What is free is what is not used, so the least of it is the most usage. */
const FREE = 'free|available|unused|spare|remaining|left';
const MANY = 'servers|hosts|machines|vms|boxes|nodes|ones';
const NUMBER = `(\\d{1,4}|${NUMBER_WORD})`;
const countBeside = (order: string) =>
  new RegExp(
    `(?:top|bottom|busiest|first|the|which|what|list|show) ${NUMBER}|${NUMBER}(?= (?:\\S+ ){0,3}(?:${MANY})| (?:${order}) )|(?<=(?:${order}) )${NUMBER}`,
  );
const ANY_FIGURE = EACH_FIGURE.map(([, { pattern }]) => pattern).join('|');
/** "sorted by disk", "sort the file servers by memory" */
const SORTED = /(?:sorted|ordered|ranked|order|sort|rank)(?=(?: \S+){0,6}? by )/;
/** "file servers by memory" is that order too, where nothing else is said of it. */
const BY_FIGURE = new RegExp(`(?<=(?:${MANY}|·\\d+) )by(?= (?:${ANY_FIGURE})(?: usage| use| load)? $)`);
const RANKED = 5;
const MAX_RANKED = 50;

const FIRST = (order: string) =>
  `(?:the )?(?:${order})(?: (?:ones?|values?|${ANY_FIGURE}))?(?: usage)? first`;
const IN_ORDER = {
  least: `${FIRST(LEAST)}|(?:in )?(?:ascending|increasing)(?: order)?|(?:from )?(?:the )?low(?:est)? to (?:the )?high(?:est)?`,
  most: `${FIRST(`${MOST}|worst`)}|(?:in )?(?:descending|decreasing)(?: order)?|(?:from )?(?:the )?high(?:est)? to (?:the )?low(?:est)?`,
};

/** "lowest first", "in ascending order" */
const takeOrder = (sentence: Sentence): 'most' | 'least' | undefined =>
  (['least', 'most'] as const).find((kind) => sentence.take(new RegExp(IN_ORDER[kind])));

/** "disk over 80 %, worst first": in the order of what the limit is of. */
export function rankedByLimit(sentence: Sentence, limits: Part[]): Ranking | undefined {
  const [figure, second] = new Set(limits.flatMap((part) => ('figure' in part ? part.figure : [])));
  const order = figure && !second && !takeableFigure(sentence) ? takeOrder(sentence) : undefined;
  return figure && order && { kind: order, figure, count: MAX_RANKED, isLeast: order === 'least', isSorted: true }; // prettier-ignore
}

/** "top 5 servers by cpu", "the three servers with the least free disk", "average memory". */
export function takeRanking(sentence: Sentence): Ranking | undefined {
  const named = takeableFigure(sentence);
  const ofWord = sentence.has(/busiest/)
    ? 'cpuUsage'
    : sentence.has(/fullest|emptiest/)
      ? 'diskUsage'
      : undefined;
  const figure = named ?? ofWord;
  if (!figure) return undefined;
  const isMean = sentence.take(/average|mean|avg/) !== undefined;
  const isFree = figure !== 'uptime' && !isMean && sentence.take(new RegExp(FREE)) !== undefined;
  const order = takeOrder(sentence);
  const isLeast = order === 'least' || sentence.has(new RegExp(LEAST));
  const isOrdered = sentence.has(new RegExp(`${MOST}|${LEAST}`));
  const isSorted = sentence.has(SORTED) || sentence.has(BY_FIGURE);
  const said = isMean
    ? 'average'
    : (order ??
      (sentence.has(new RegExp(MOST)) ? 'most' : isLeast ? 'least' : isSorted ? 'most' : undefined));
  if (!said) return undefined;
  const isAll =
    sentence.take(SORTED) !== undefined ||
    (!isOrdered && sentence.take(BY_FIGURE) !== undefined) ||
    order !== undefined;
  const kind = isFree ? (said === 'most' ? 'least' : 'most') : said;
  const place = takePlace(sentence);
  const counted = takeCount(sentence, `${MOST}|${LEAST}`, isAll ? MAX_RANKED : RANKED);
  while (sentence.take(new RegExp(`${MOST}|${LEAST}`)));
  takeFigure(sentence, figure);
  return { kind, figure, ...counted, place, isSorted: isAll && !counted.written, isLeast: kind === 'average' ? isLeast : kind === 'least' }; // prettier-ignore
}

const OF_PERCENT = EACH_FIGURE.filter(([figure]) => figure !== 'uptime').map(([, { pattern }]) => pattern).join('|'); // prettier-ignore
const PERCENT = 'percentage|percent|per cent|share|part|proportion|fraction|%';
const PERCENT_OF = new RegExp(` (?<said>what|which|how much|how many|average|mean|avg) (?:${PERCENT}) of (?:(?:the|their|our) )?(?=(?:${OF_PERCENT}) )`); // prettier-ignore
const HOW_MUCH = new RegExp(` how (?:much|many) (?:(?:percent|%) )?(?:of )?(?:the )?(?<figure>${OF_PERCENT})(?: (?:percent|%))?(?= )`); // prettier-ignore

/** "what percentage of cpu do they use on average" asks for a figure of servers, and not for a share of them. */
export function withPlainFigures(text: string): string {
  const plain = text.replace(PERCENT_OF, ' $<said> ');
  return AVERAGE.test(plain) ? plain.replace(HOW_MUCH, ' what $<figure>') : plain;
}
const AVERAGE = / (?:average|mean|avg) /;

const PLACES = ['second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];

/** As it is said of one of an order. */
export const placeText = (place: number): string => PLACES[place - 2] ?? `${place}th`;

/** "second busiest", "2nd most" */
function takePlace(sentence: Sentence): number | undefined {
  const [, word, number] = sentence.take(new RegExp(`(?:the )?(?:(${PLACES.join('|')})|(\\d{1,2})(?:nd|rd|th))(?= (?:${MOST}|${LEAST}) )`)) ?? []; // prettier-ignore
  if (number) return Math.max(1, Math.min(MAX_RANKED, Number(number)));
  return word ? PLACES.indexOf(word) + 2 : undefined;
}

const VERB = '(?:has|is|uses|runs|shows|was|had|needs)';
const OF_ONE = new RegExp(`^ (?:(?:and|so|ok) )*(?:which(?= ${VERB} )|(?:which|what)(?: (?!${VERB} |have |are |use |do |does |were )\\S+){1,7}) ${VERB} `); // prettier-ignore

/** "which print server has the most memory" asks for one, "which have" for several. */
export const isOfOne = (question: Sentence): boolean => OF_ONE.test(question.text);

type Counted = Pick<Ranking, 'count' | 'written'>;

/** How many are asked for: a number in words or figures, one where a single one is meant. */
export function takeCount(sentence: Sentence, order: string, otherwise = RANKED): Counted {
  const written = sentence.take(countBeside(order))?.slice(1).find(Boolean);
  const isOne =
    !written &&
    sentence.has(/(?:which|what) (?:server|host|machine)|the server|server/) &&
    !sentence.has(new RegExp(MANY));
  const count = written ? numberOf(written) : isOne ? 1 : otherwise;
  return { count: Math.max(1, Math.min(MAX_RANKED, count)), written };
}

/** "cpu by environment": where nothing else is said of a figure, that is its average. */
export function takeMean(sentence: Sentence): Ranking | undefined {
  const figure = takeableFigure(sentence);
  if (!figure) return undefined;
  takeFigure(sentence, figure);
  const isTotal = sentence.take(/total|sum(?: of)?|combined/) !== undefined;
  return { kind: 'average', figure, count: RANKED, isLeast: false, isTotal };
}

/** "only the top 3", "and the bottom 3?", "the lowest?", "lowest first": others of those that were ranked before, or in another order. */
export function rankedAnew(sentence: Sentence, before: Ranking): Ranking | undefined {
  const order = takeOrder(sentence);
  if (order && before.kind !== 'average')
    return { ...before, place: undefined, kind: order, isLeast: order === 'least' };
  const said = sentence.take(new RegExp(`(?:top|bottom|first) ${NUMBER}`));
  const least = said?.[0].includes(' bottom ') || sentence.has(new RegExp(`(?:${LEAST})`));
  const isKind = least || said?.[0].includes(' top ') || sentence.has(new RegExp(`(?:${MOST})`));
  if (!said && !isKind) return undefined;
  while (sentence.take(new RegExp(`${MOST}|${LEAST}`)));
  const written = said?.[1];
  const count = written ? numberOf(written) : before.kind === 'average' ? RANKED : before.count; // prettier-ignore
  const kind = isKind ? (least ? 'least' : 'most') : before.kind;
  return {
    ...before,
    place: undefined,
    isSorted: false,
    kind,
    count: Math.max(1, Math.min(MAX_RANKED, count)),
  };
}

/** The figure that a question names, if it names one. */
export const takeableFigure = (sentence: Sentence): Figure | undefined =>
  EACH_FIGURE.find(([, { pattern }]) => sentence.has(new RegExp(pattern)))?.[0];

export const takeFigure = (sentence: Sentence, figure: Figure) =>
  sentence.take(new RegExp(`(?:${FIGURES[figure].pattern})(?: usage| use| load| space)?`));
