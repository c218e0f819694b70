/**
 * Endings that British and American English spell differently. One side is turned into the other without a look at a list of
 * words, because only texts and questions with the same treatment are compared.
 */
const ENDINGS: [ending: RegExp, other: string][] = [
  [/(?<=[bt])re(?=[sd]?$)/, 'er'], // centre, fibre
  [/(?<=[iy])s(?=(?:e[sd]?|ers?|ing|ations?)$)/, 'z'], // virtualise, analyse
  [/(?<=[a-z]{2}o)u(?=r(?:s|ed|ing|ful|ite|al|less)?$)/, ''], // colour, behaviour
  [/(?<=[a-z]{3}og)ue(?=[sd]?$)/, ''], // catalogue
  [/(?<=gram)me(?=s?$)/, ''], // programme
  [/(?<=en)s(?=(?:e[sd]?|ing)$)/, 'c'], // license, defense
];
/** Short words have no such pairs. */
const SHORTEST = 5;

/** The same word for both spellings of an English word in lower case. */
export function oneSpelling(word: string): string {
  if (word.length < SHORTEST) return word;
  for (const [ending, other] of ENDINGS) if (ending.test(word)) return word.replace(ending, other);
  return word;
}
