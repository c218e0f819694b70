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
    .replace(/([<>]=?|%)/g, ' $1 ')
    .replace(/[`"“”„«»()[\]{},;!?*|]/g, ' ')
    .split(/\s+/)
    .map((word) => word.replace(/^[.:=#]+|[.:=]+$/g, ''))
    .filter(Boolean);

/** A question as words with a blank around each; what has been understood is taken out. */
export class Sentence {
  text: string;

  constructor(question: string) {
    this.text = ` ${wordsOf(question).join(' ')} `;
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
    return [...new Set(this.text.split(/[\s·]+/).filter((word) => word !== '' && !known.has(word)))];
  }

  private cut(at: number, length: number) {
    this.text = `${this.text.slice(0, at)} · ${this.text.slice(at + length)}`;
  }
}

/** Patterns are of whole words. */
const whole = (pattern: RegExp): RegExp => new RegExp(` (?:${pattern.source})(?= )`);
