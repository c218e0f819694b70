/** ``` and ~~~ open a block of code, also as the first line of an item of a list. */
const FENCE = /^\s*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(?:(`{3,})[^`]*|(~{3,}).*)$/;
/** Tags of code do the same as backticks, over as many lines as they like. */
const OPENING = /<(?:code|pre|kbd|samp|tt)\b[^>]*>/i;
const CLOSING = /<\/(?:code|pre|kbd|samp|tt)>/i;
const FORMATTING = /<\/?(?:code|pre|kbd|samp|tt|span|div|p|br|b|strong|i|em|u|mark)\b[^>]*>/gi;
const INDENTED = /^(?: {4}| {0,3}\t)/;
const ITEM = /^\s{0,3}(?:[-*+]|\d{1,9}[.)])\s/;

/** Reads a reply line by line, and tells what of a line is code: what stands between backticks, and lines of blocks. */
export class CodeReader {
  /** The sign that opened the block; empty outside of one. */
  fence = '';
  /** Backticks that have not ended. */
  private ticks = '';
  private isBehindBlank = true;
  private isList = false;
  private isInTag = false;

  /** Whether the next line, of which this is the beginning, is code from its first letter on. */
  isCode(beginning: string): boolean {
    const isIndented = this.isBehindBlank && !this.isList && INDENTED.test(beginning);
    return this.fence !== '' || this.ticks !== '' || this.isInTag || isIndented;
  }

  /** The code of one whole line. */
  read(line: string): string[] {
    if (this.fence === '' && this.ticks === '' && (this.isInTag || OPENING.test(line)))
      return this.taggedIn(line);
    return this.marked(line);
  }

  private marked(line: string): string[] {
    const isBlank = line.trim() === '';
    const isIndented = this.fence === '' && !isBlank && this.isCode(line) && this.ticks === '';
    // A block that is indented goes on until a line that is not.
    this.isBehindBlank = isBlank || isIndented;
    if (this.fence !== '') {
      const isEnd = line.trim().startsWith(this.fence) && new Set(line.trim()).size === 1;
      if (isEnd) this.fence = '';
      return isEnd ? [] : [line];
    }
    if (isIndented) return [line];
    if (isBlank) this.ticks = '';
    else this.isList = ITEM.test(line) || (this.isList && /^\s/.test(line));
    const [, backticks, tildes] = FENCE.exec(line) ?? [];
    this.fence = backticks ?? tildes ?? '';
    return this.fence === '' ? this.spansOf(line) : [];
  }

  private taggedIn(line: string): string[] {
    const code: string[] = [];
    for (let rest = line; rest !== '';) {
      const sign = (this.isInTag ? CLOSING : OPENING).exec(rest);
      const [before, behind] = sign ? [rest.slice(0, sign.index), rest.slice(sign.index + sign[0].length)] : [rest, '']; // prettier-ignore
      if (this.isInTag) code.push(before.replaceAll(FORMATTING, ''));
      else code.push(...this.marked(before));
      if (sign) this.isInTag = !this.isInTag;
      rest = behind;
    }
    return code;
  }

  private spansOf(line: string): string[] {
    const spans: string[] = [];
    for (const part of line.split(/(`+)/)) {
      const isTicks = part.startsWith('`');
      if (isTicks && (this.ticks === '' || this.ticks === part)) this.ticks = this.ticks === '' ? part : '';
      else if (this.ticks !== '') spans.push(part);
    }
    return spans;
  }
}
