/** What a text says, word by word, so that two texts can be compared by their meaning's weight. */

/** Words that a rewritten sentence may have or not. */
const SMALL = new Set(
  `a an the and or of to in on at by for from with as is are was were be been being it its this that these those then there
   here so also if when while than but do does did has have had will would shall should can could may might must we you i they
   he she our your their my his her them us please now just let into out up about via per der die das den dem ein eine und zu im
   ist sind le la les un une et de du des est`.split(/\s+/),
); // prettier-ignore

const FIGURES = 'zero,one,two,three,four,five,six,seven,eight,nine,ten,eleven,twelve'.split(',');
const figureOf = new Map(
  FIGURES.map((word, figure) => [word, String(figure)]).filter(([word]) => word !== 'one') as [
    string,
    string,
  ][],
);

/** Words that turn what stands beside them, by what they do to it. */
const TURNS: Record<string, string> = {
  not: 'no', no: 'no', never: 'no', none: 'no', nothing: 'no', nobody: 'no', neither: 'no', nor: 'no', nicht: 'no', kein: 'no', keine: 'no',
  keinen: 'no', nie: 'no', niemals: 'no', pas: 'no', jamais: 'no', aucun: 'no', without: 'without', ohne: 'without', sans: 'without',
  only: 'only', nur: 'only', seulement: 'only', unless: 'except', except: 'except', außer: 'except', sauf: 'except',
}; // prettier-ignore

/** A word with its weight: `turn` says how it turns its neighbours; facts are figures and names, which have no other word. */
export type SaidWord = { word: string; turn?: string; isFact: boolean; isFigure: boolean; clause: number };

const stemOf = (word: string): string =>
  word.length > 4 ? word.replace(/(?:ings?|ed|es|s|e)$/, '') : word.replace(/(?<=\w{3})s$/, '');

const WORD =
  /(?:(?<=^|[\s("'])-(?=\d)|[<>]=? ?(?=\d))?[\p{L}\p{N}]+(?:['’_.:@-][\p{L}\p{N}]+)*%?|[.;:!?,\n–]/gu;

/** The words of a text that carry something, in their order. Marks of steps and of markdown are none. */
export function saidIn(text: string): SaidWord[] {
  const said: SaidWord[] = [];
  let clause = 0;
  let isFirst = true;
  const bare = text
    .replace(/^[ \t]*(?:>[ \t]?)*(?:#{1,6}[ \t]+|(?:[-*+•]|\(?\d{1,3}[.)])[ \t]+)?/gm, '')
    .replace(/\\(?=[^\w\s\\])/g, '')
    .replace(/[*`|]+|(?<!\w)_+|_+(?!\w)/g, ' ')
    .replace(/\bcan(?:not|['’]t)\b/gi, 'can not')
    .replace(/\bwon['’]t\b/gi, 'will not')
    .replace(/n['’]t\b/gi, ' not');
  for (const [match] of bare.matchAll(WORD)) {
    if (/^[.;:!?,\n–]$/.test(match)) {
      clause += 1;
      isFirst ||= match !== ',' && match !== ';';
      continue;
    }
    const isFigure = /\p{N}/u.test(match);
    for (const part of isFigure ? [match] : match.split(/[^\p{L}]+/u)) {
      const low = part.toLowerCase();
      const turn = TURNS[low];
      const figure = figureOf.get(low);
      const isName = !isFirst && /^\p{Lu}/u.test(part) && part.length > 1;
      isFirst = false;
      if (turn) said.push({ word: turn, turn, isFact: false, isFigure: false, clause });
      else if (isFigure || figure) said.push({ word: figure ?? low.replace(/(?<=[<>]=?) /, ''), isFact: true, isFigure: true, clause });
      else if (!SMALL.has(low) && low !== '') said.push({ word: stemOf(low), isFact: isName, isFigure: false, clause });
    }
  }
  return said;
} // prettier-ignore
