import { takeAge } from './ages.ts';
import type { Age } from './ages.ts';
import { extremeIn, HAS_MOST, takeDimension, takeMoreDimensions, takeNumberOfValues } from './dimensions.ts';
import type { Extreme, GroupField } from './dimensions.ts';
import { takeLimits } from './figures.ts';
import type { Before } from './follow-up.ts';
import { MORE } from './goes-on.ts';
import { rankedAnew, takeableFigure, takeFigure, takeMean, takeRanking } from './ranking.ts';
import type { Ranking } from './ranking.ts';
import { Sentence } from './words.ts';

const COUNT = /how many|number of|count|total number|total/;
const STATUS = /status|statuses|health|healthy|state|check|ok|doing/;
const ADDRESSES = /ips?|(?:ip )?address(?:es)?/;

/** What is asked of servers. */
export type Wanted = {
  ranking: Ranking | undefined;
  dimension: GroupField | undefined;
  /** What servers are counted by besides. */
  more: GroupField[] | undefined;
  age: Age | undefined;
  extreme: Extreme | undefined;
  isCount: boolean;
  isStatus: boolean;
  isAddresses: boolean;
};

export function wantedIn(sentence: Sentence, isHow: boolean): Wanted {
  const most = takeableFigure(sentence) ? undefined : takeNumberOfValues(sentence);
  const ranking = takeRanking(sentence);
  const age = takeAge(sentence);
  const found = ranking ? undefined : extremeIn(sentence);
  const extreme = found && { ...found, most };
  const dimension = takeDimension(sentence, ranking !== undefined);
  const more = dimension ? takeMoreDimensions(sentence, dimension) : [];
  return {
    more: more.length > 0 ? more : undefined,
    ranking: ranking ?? (dimension && takeMean(sentence)),
    dimension,
    age,
    extreme,
    isCount: sentence.has(COUNT),
    isStatus: isHow || sentence.has(STATUS),
    isAddresses: sentence.has(ADDRESSES),
  };
}

/** Says itself what is asked of servers. */
const saysWhat = (wanted: Wanted, sentence: Sentence): boolean =>
  Object.values(wanted).some(Boolean) || sentence.has(/list|show|which|who|name|view|ones/);

/** "which has the most?" of groups, which are told most first. */
const WHICH_MOST = new RegExp(`(?:which|what|who)(?: one| of them)? ${HAS_MOST.source}`);

/** What a turn asks for; "and memory?" asks for the ranking or the average before it, of another figure. */
function goneOn(turns: Wanted[], question: Sentence): Wanted[] {
  const own = wantedIn(Sentence.of(question.text), false);
  const earlier = turns.at(-1);
  const ranking = turns.findLast((wanted) => wanted.ranking)?.ranking;
  takeLimits(question);
  const figure = takeableFigure(question);
  const anew = own.ranking || figure || !ranking ? undefined : rankedAnew(question, ranking);
  if (anew) return [{ ...own, ranking: anew }];
  if (saysWhat(own, question)) return [own];
  return earlier?.ranking && figure ? [{ ...earlier, ranking: { ...earlier.ranking, figure } }] : [];
}

/**
 * A question that goes on asks for the same as the one before it, where it does not say what; `isOfEach`: fields of them, which
 * are told of each and in the order they were told in.
 */
export function wantedAfter(
  { questions, isCount }: Before,
  sentence: Sentence,
  { isHow, isOfEach }: { isHow: boolean; isOfEach: boolean },
): Wanted {
  const own = wantedIn(sentence, isHow);
  const before = questions.map(({ text }) => Sentence.of(text.replace(MORE, ' ')));
  const turns = before.reduce<Wanted[]>((all, question) => [...all, ...goneOn(all, question)], []);
  const ranking = turns.findLast((wanted) => wanted.ranking)?.ranking;
  const anew =
    own.ranking || !ranking || takeableFigure(sentence) ? undefined : rankedAnew(sentence, ranking);
  if (anew) return { ...own, ranking: anew };
  const dimension = turns.findLast((wanted) => wanted.dimension)?.dimension;
  if (dimension && !own.dimension && sentence.take(WHICH_MOST)) return { ...own, dimension };
  if (saysWhat(own, sentence)) return own;
  const earlier = turns.at(-1);
  if (isOfEach && !earlier?.ranking && !earlier?.age) return own;
  const figure = earlier?.ranking && takeableFigure(sentence);
  if (earlier?.ranking && figure) takeFigure(sentence, figure);
  return {
    ...own,
    ...earlier,
    isCount: isCount || earlier?.isCount === true,
    ranking: earlier?.ranking && { ...earlier.ranking, figure: figure ?? earlier.ranking.figure },
  };
}
