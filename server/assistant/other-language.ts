import { COMMON, isCommon } from './common-words.ts';
import { listed, literal } from './literal.ts';
import { wordsOf } from './words.ts';

/**
 * Words that questions are asked with in languages that are not read, without their accents, and none that is an English
 * word or a name of something.
 */
const FOREIGN = new Set(
  `welche welcher welches wie viele wieviele sind ist wer wo warum wann gibt zeige zeig kannst mir bitte alle
  quels quelles quel quelle combien sont dans quand peux serveurs serveur comment pourquoi montre
  cuantos cuantas cuanto que cual cuales donde esta estan hay quien como muestra puedes servidores servidor
  quantos quantas quais qual onde estao quem
  quanti quante quali dove sono chi perche mostra
  welke hoeveel zijn waar wanneer
  ktore ktory gdzie jest
  vilka hvilke hvilken hvor manga mange hvem vem
  hangi nerede nasil`.split(/\s+/),
);
/** Letters of another script than ours. */
const OTHER_SCRIPT = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u;
const TOLD = 8;
/** At least one word of so many asks in the other language. */
const SHARE = 5;
/** Common words that are words of other languages too, so that they speak for none. */
const SHARED = new Set([
  'a',
  'an',
  'as',
  'do',
  'so',
  'all',
  'also',
  'in',
  'is',
  'me',
  'no',
  'on',
  'up',
  'per',
  'total',
  'down',
  'information',
  'moment',
  'complete',
  'named',
  'via',
]);

/** Where a question is asked in another language: that it is not read, and which words were not. Undefined where it may be English. */
export function notInEnglish(question: string): string | undefined {
  const words = [...new Set(wordsOf(question))].map((word) => ({
    word,
    plain: word.normalize('NFD').replaceAll(/\p{M}|[¿¡]/gu, ''),
  }));
  // An accent alone may be that of a name, unless nothing around it is English.
  const isAllForeign = words.length > 1 && !words.some(({ word }) => isCommon(word));
  const foreign = words.filter(
    ({ word, plain }) =>
      OTHER_SCRIPT.test(word) || FOREIGN.has(plain) || (isAllForeign && /[^\0-\x7f]/.test(word)),
  );
  const english = words.filter(({ word }) => COMMON.has(word) && !SHARED.has(word) && /^\p{L}+$/u.test(word));
  if (foreign.length <= english.length || foreign.length * SHARE < words.length) return undefined;
  const unread = foreign.slice(0, TOLD).map(({ word }) => `“${literal(word.replace(/^[¿¡]+/, ''))}”`);
  return `I read questions in English only, and I did not understand ${listed(unread)}. Ask it in English, for example “Which servers are offline?”.`;
}
