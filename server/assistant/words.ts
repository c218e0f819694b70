import { fold } from '../search/queries.ts';

/** Characters of a question that are understood; the rest of a longer one is only kept. */
const UNDERSTOOD = 2_000;

/**
 * The words of a text, folded and without the punctuation around them, so that a name found in the inventory and the
 * same name inside of a question are the same words.
 */
export const wordsOf = (text: string): string[] =>
  fold(text.slice(0, UNDERSTOOD))
    .replace(/[’']s(?=\s|$|[?.,!])/g, ' ')
    .replace(/[’']/g, '')
    .replace(/\s&(?=\s)/g, ' and')
    .replace(/([<>]=?|%)/g, ' $1 ')
    .replace(/(?<=\d(?:\.\*)*)\.\*/g, '.x')
    .replace(/[`"“”„«»()[\]{},;!?*|]/g, ' ')
    .split(/\s+/)
    .map((word) => word.replace(/^[.:=#]+|[.:=]+$/g, ''))
    .filter(Boolean);

/** A question as words with a blank around each; what has been understood is taken out, and a numbered mark stands for it. */
export class Sentence {
  text: string;
  /** Number of the mark that was set last. */
  mark = 0;

  constructor(question: string) {
    this.text = ` ${wordsOf(question).join(' ')} `;
  }

  /** Of words that are in that form already; what is taken out of it is still in the other. */
  static of(text: string): Sentence {
    const sentence = new Sentence('');
    sentence.text = text;
    return sentence;
  }

  has(pattern: RegExp): boolean {
    return whole(pattern).test(this.text);
  }

  /** Takes out what matches, so that nothing else reads it as something different. */
  take(pattern: RegExp): RegExpExecArray | undefined {
    const match = whole(pattern).exec(this.text) ?? undefined;
    if (match) this.cut(match.index, match[0].length);
    return match;
  }

  takePhrase(phrase: string): { before: string } | undefined {
    const at = this.text.indexOf(` ${phrase} `);
    if (at < 0) return undefined;
    const before = this.text.slice(0, at + 1);
    this.cut(at, phrase.length + 2);
    return { before };
  }

  /** What nobody understood. */
  rest(known: ReadonlySet<string>): string[] {
    return [...new Set(this.runs().flat())].filter((word) => !known.has(word));
  }

  /** The same in its order, between the marks. */
  runs(): string[][] {
    return this.text.split(/·\d+/).map((run) => run.split(/\s+/).filter(Boolean));
  }

  private cut(at: number, length: number) {
    this.mark += 1;
    this.text = `${this.text.slice(0, at)} ·${this.mark} ${this.text.slice(at + length)}`.replaceAll(
      / +/g,
      ' ',
    );
  }
}

/** Patterns are of whole words. */
const whole = (pattern: RegExp): RegExp => new RegExp(` (?:${pattern.source})(?= )`);

/** A number in figures, or a small one written out. */
export const numberOf = (text: string): number => NUMBER_WORDS[text] ?? Number(text);

/** Small numbers as people write them out. */
export const NUMBER_WORDS: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  twelve: 12,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  ninety: 90,
};
/** One of these, in a pattern. */
export const NUMBER_WORD = Object.keys(NUMBER_WORDS).join('|');

/** "who do I call", in a pattern. */
export const WHOM_TO_ASK =
  'who(?:m)? (?:do|should|can|could|must|to|would) (?:(?:i|we|you|one) )?(?:ask|call|contact|phone|reach|inform|notify|(?:talk|speak|turn|go) to)';

/** Tells whom to call. */
export const CALLS = /\b(?:call|ring|phone|contact|ask|tell|notify|inform|alert|warn|page|reach)\b/i;

/** "who looks after", in a pattern. */
export const WHO_LOOKS_AFTER =
  'who (?:owns|manages|maintains|looks after|runs|operates|administers|takes care of)';

/** Asks how something is done. */
export const HOW_TO = /how (?:do|to|can|should|shall|would|must)/;

/** Asks what is to be done. */
export const WHAT_TO_DO =
  /what (?:do|should|shall|must|can|would) (?:i|we|you|one) do|what (?:to|needs to be|is to be) (?:do|done)/;

/** Asks what one is allowed to do, and when, which only a document tells. */
export const MAY =
  /when (?:may|can|could|must|should|shall|are|am) (?:i|we|you|they|people|customers)|when (?:is|are) (?:the|our|an?) (?!.* (?:expir(?:e|es|ed|ing|y)|down|offline|unreachable|up|online|added|created|changed|checked) $)(?!(?:last|latest|newest|oldest|longest|most|next health|servers?|hosts?|machines?|vms?|boxes|others?) )\S+|(?<=^ (?:(?:and|so|but|then) )*)(?:may|must) (?:i|we)|(?:can|could|should|are|am) (?:i|we) (?:(?:still|already|just|allowed to) )*(?:change|deploy|touch|modify|work on|restart|reboot|stop|shut down|switch off|patch|update|upgrade|replace|move|remove|delete)|(?<=^ (?:(?:and|so|but|then) )*)(?:may|can|could|must|should) (?:\S+ ){1,4}be \S+ed|(?:is|are) (?:\S+ ){1,4}(?:allowed|permitted|forbidden)/;
