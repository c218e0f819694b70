/** ``` and ~~~ open a block of code, also as the first line of an item of a list. */
const FENCE = /^\s*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(?:(`{3,})[^`]*|(~{3,}).*)$/;
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

  /** Whether the next line, of which this is the beginning, is code from its first letter on. */
  isCode(beginning: string): boolean {
    const isIndented = this.isBehindBlank && !this.isList && INDENTED.test(beginning);
    return this.fence !== '' || this.ticks !== '' || isIndented;
  }

  /** The code of one whole line. */
  read(line: string): string[] {
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
