import { isSectionName } from './entries.ts';
import { codeIn, evened, signsIn, targetsIn, typedIn } from './exact-signs.ts';
import { type SaidWord, saidIn } from './said-words.ts';

/**
 * Whether what a model wrote still says what was said. Words and order may change; figures, names, negations, paths,
 * addresses and code may not, no sentence may go, and nothing may come that somebody could type or open.
 */
export function isKept(text: string, made: string): boolean {
  const said = saidIn(made);
  return saysTheSame(text, made, said) && sentencesOf(text).every((sentence) => standsIn(sentence, said));
}

/** The same of a field, which may be said more shortly: sentences without a fact may go, but not all of them. */
export function isKeptShort(text: string, made: string): boolean {
  const said = saidIn(made);
  const sentences = sentencesOf(text);
  const isKeptOne = (sentence: SaidWord[]) => standsIn(sentence, said);
  const isPlain = (sentence: SaidWord[]) => !sentence.some(({ isFact, turn }) => isFact || turn);
  return (
    saysTheSame(text, made, said) &&
    sentences.every((sentence) => isKeptOne(sentence) || isPlain(sentence)) &&
    (sentences.length === 0 || sentences.some(isKeptOne))
  );
}

/** Whether a text brings nothing that another does not have and somebody could type, open or be misled by. */
export function addsNothing(text: string, made: string): boolean {
  const whole = evened(text);
  const signs = signsIn(text);
  const [known, turns] = [distinct(turnsIn(saidIn(text))), distinct(turnsIn(saidIn(made)))];
  return (
    [...signsIn(made)].every((sign) => signs.has(sign)) &&
    typedIn(made).every((code) => isIn(whole, code)) &&
    targetsIn(made).every((target) => isIn(whole, evened(target))) &&
    known.length <= MOST_TURNS && turns.length <= MOST_TURNS &&
    turns.every((turn) => known.some((other) => isLike(turn, other)))
  );
} // prettier-ignore

/** Turns of a text that are compared with each other, each with each; nobody says no more often. */
const MOST_TURNS = 2_000;

const distinct = (turns: Turn[]): Turn[] => [
  ...new Map(turns.map((turn) => [`${turn.turn} ${turn.words.join(' ')}`, turn])).values(),
];

function saysTheSame(text: string, made: string, said: SaidWord[]): boolean {
  const whole = evened(made);
  const signs = signsIn(made);
  return (
    addsNothing(text, made) &&
    [...signsIn(text)].every((sign) => signs.has(sign)) &&
    [...new Set(codeIn(text))].every((line) => isIn(whole, line)) &&
    areTurnsKept(turnsIn(saidIn(text)), turnsIn(said)) &&
    areFiguresKept(saidIn(text), said)
  );
}

/** Whether something stands in a text by itself, and not as the beginning or the end of something longer. */
function isIn(whole: string, part: string): boolean {
  for (let at = whole.indexOf(part); at >= 0; at = whole.indexOf(part, at + 1)) {
    const [before = '', after = ''] = [whole[at - 1], whole[at + part.length]];
    if (!(/[\w/\\-]/.test(before) && /^[\w/\\-]/.test(part)) && !(/[\w/\\-]/.test(after) && /[\w/\\-]$/.test(part))) return true;
  }
  return false;
} // prettier-ignore

/** The sentences of a text, each once. */
const sentencesOf = (text: string): SaidWord[][] =>
  [...new Set(text.split(/\n|(?<=[.!?])\s+(?=\p{Lu})/u))]
    .filter((line) => !isSectionName(line))
    .map(saidIn)
    .filter((words) => words.length > 0);

/** Of a sentence one word in four may be another; what is kept stands within twice its length. */
function standsIn(sentence: SaidWord[], said: SaidWord[]): boolean {
  const wanted = new Map(sentence.map(({ word, isFact, turn }) => [word, isFact || turn !== undefined]));
  const most = Math.floor(wanted.size / 4);
  const at = said.flatMap(({ word }, place) => (wanted.has(word) ? [{ word, place }] : []));
  const within = new Map<string, number>();
  let first = 0;
  for (const { word, place } of at) {
    within.set(word, (within.get(word) ?? 0) + 1);
    while (place - (at[first]?.place ?? place) > sentence.length * 2 + 6) {
      const left = at[first++]?.word ?? '';
      const times = (within.get(left) ?? 1) - 1;
      if (times > 0) within.set(left, times);
      else within.delete(left);
    }
    if (wanted.size - within.size > most) continue;
    if ([...wanted].every(([name, isFact]) => !isFact || within.has(name))) return true;
  }
  return false;
}

/** A word that turns others, with those: what follows it in its clause, else what stands before. */
type Turn = { turn: string; words: string[] };

function turnsIn(said: SaidWord[]): Turn[] {
  return said.flatMap(({ turn, clause }, at) => {
    if (!turn) return [];
    const isBeside = (other: SaidWord) => other.clause === clause && !other.turn;
    const after = said.slice(at + 1, at + 4).filter(isBeside);
    const before = said.slice(Math.max(0, at - 3), at).filter(isBeside);
    return [{ turn, words: (after.length > 0 ? after : before).map(({ word }) => word) }];
  });
}

const isLike = (one: Turn, other: Turn): boolean => {
  const shared = one.words.filter((word) => other.words.includes(word)).length;
  return one.turn === other.turn && shared >= Math.min(2, one.words.length, other.words.length);
};

/** Each has one of its own. */
function areTurnsKept(turns: Turn[], made: Turn[]): boolean {
  const left = [...made];
  return turns.every((turn) => {
    // Most often the next.
    const at = left.findIndex((other) => isLike(turn, other));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/** Each figure with the word before or behind it. */
function areFiguresKept(said: SaidWord[], made: SaidWord[]): boolean {
  const besides = new Map<string, Set<string>>();
  for (const [at, { word, isFigure }] of made.entries()) {
    if (!isFigure) continue;
    const beside = besides.get(word) ?? new Set<string>();
    besides.set(word, beside.add(`<${made[at - 1]?.word ?? ''}`).add(`>${made[at + 1]?.word ?? ''}`));
  }
  return said.every(({ word, isFigure }, at) => {
    const beside = besides.get(word);
    if (!isFigure) return true;
    return beside !== undefined && (beside.has(`<${said[at - 1]?.word ?? ''}`) || beside.has(`>${said[at + 1]?.word ?? ''}`));
  });
} // prettier-ignore
