import { markdownLanguage } from '@codemirror/lang-markdown';
import { Language } from '@codemirror/language';
import { type Input, NodeType, Parser, type PartialParse, Tree, type TreeFragment } from '@lezer/common';
import { boundedMarkdown } from './bounded-markdown.ts';

/** Characters that a section has at least: fewer sections cost less to pass over, shorter ones less to read again. */
const LEAST = 400;

/** Of longer ones, as where a document is one list, the library may take over blocks of its own choice. */
const LONG = 20_000;

/** What outside of fences and comments begins a block, behind a blank line: it goes on with no list, quote or code. */
const BEGINNING = '(?:\\p{L}|#{1,6}[ \\t])';
const BEGINS = new RegExp(`^${BEGINNING}`, 'u');
const BOUNDARY = new RegExp(`\\n[ \\t]*\\n(?=${BEGINNING})`, 'u');

/** So many characters tell a beginning. */
const LOOKED_AT = '###### '.length;

const documentType = boundedMarkdown.parse('').type;
const sectionType = NodeType.define({ id: 0, name: 'Section' });

/**
 * Markdown as the library reads it, with one layer more in the tree: blocks stand in sections. The library passes over
 * every block of a document for each key; here all sections but the one that changed are taken over whole.
 */
class SectionedParser extends Parser {
  override createParse(input: Input, fragments: readonly TreeFragment[]): PartialParse {
    return new SectionedParse(input, fragments);
  }
}

class SectionedParse implements PartialParse {
  stoppedAt: number | null = null;
  /** Where the section begins that is to be read, or is being read. */
  private at = 0;
  private end = 0;
  private readTo = 0;
  private reading: PartialParse | undefined;
  /** The section that was taken over last is not far from the next. */
  private takenFrom: Tree | undefined;
  private taken = 0;
  private readonly sections: Tree[] = [];
  private readonly positions: number[] = [];
  private readonly input: Input;
  private readonly fragments: readonly TreeFragment[];

  constructor(input: Input, fragments: readonly TreeFragment[]) {
    this.input = input;
    this.fragments = fragments;
  }

  get parsedPos(): number {
    return this.reading?.parsedPos ?? this.at;
  }

  stopAt(pos: number) {
    this.stoppedAt = pos;
    this.reading?.stopAt(pos);
  }

  advance(): Tree | null {
    if (this.reading) {
      const tree = this.reading.advance();
      if (tree) this.take(tree, this.reading.parsedPos < this.readTo);
      return null;
    }
    if (this.at >= (this.stoppedAt ?? this.input.length))
      return new Tree(documentType, this.sections, this.positions, this.at);
    const unchanged = this.unchangedSection();
    if (unchanged) this.push(unchanged);
    else this.read(endOfSection(this.input, this.at, LEAST));
    return null;
  }

  /** Reads from `at` to `end`, without the blank line's own end: what goes on to it is open. */
  private read(end: number) {
    this.end = end;
    this.readTo = end < this.input.length ? end - 1 : end;
    const fragments = end - this.at > LONG ? this.fragments : [];
    this.reading = boundedMarkdown.startParse(this.input, fragments, [{ from: this.at, to: this.readTo }]);
    if (this.stoppedAt !== null) this.reading.stopAt(this.stoppedAt);
  }

  private take({ children, positions, length }: Tree, isStopped: boolean) {
    const size = isStopped ? length : this.end - this.at;
    const section = new Tree(sectionType, children, positions, size);
    if (isStopped || this.isComplete(section)) this.push(section);
    // Something goes on behind the blank line.
    else this.read(endOfSection(this.input, this.at, 2 * size));
  }

  private push(section: Tree) {
    this.reading = undefined;
    this.sections.push(section);
    this.positions.push(this.at);
    this.at += section.length;
  }

  /** The section that stood here before, where neither it nor what follows it has changed. */
  private unchangedSection(): Tree | undefined {
    const fragment = this.fragments.find(({ from, to }) => from <= this.at && to > this.at);
    if (!fragment) return undefined;
    const { children, positions } = fragment.tree;
    const index = positions.indexOf(
      this.at + fragment.offset,
      fragment.tree === this.takenFrom ? this.taken : 0,
    );
    this.takenFrom = fragment.tree;
    this.taken = Math.max(0, index);
    const section = children[index];
    if (!(section instanceof Tree) || section.type !== sectionType) return undefined;
    const end = this.at + section.length;
    if (end + LOOKED_AT <= fragment.to) return section;
    return end <= fragment.to && this.isComplete(section) ? section : undefined;
  }

  /** Whether nothing in it is left open, as a fence is without its other end, and another section can begin behind it. */
  private isComplete({ children, positions, length }: Tree): boolean {
    const end = this.at + length;
    if (end === this.input.length) return true;
    const text = this.input.read(this.at, end);
    const lastLineEnd = text.lastIndexOf('\n', length - 2);
    const isBlank = text.endsWith('\n') && lastLineEnd >= 0 && text.slice(lastLineEnd).trim() === '';
    const lastBlockEnd = (positions.at(-1) ?? 0) + (children.at(-1)?.length ?? 0);
    return isBlank && lastBlockEnd <= lastLineEnd && BEGINS.test(this.input.read(end, end + LOOKED_AT));
  }
}

/** Where the section ends that begins at `from` and has at least so many characters. */
function endOfSection(input: Input, from: number, least: number): number {
  for (let size = 2_000; from + least < input.length; size *= 2) {
    const text = input.read(from + least, Math.min(from + least + size, input.length));
    const found = BOUNDARY.exec(text);
    if (found) return from + least + found.index + found[0].length;
    if (from + least + size >= input.length) break;
  }
  return input.length;
}

/** What the text editor reads, in place of `markdownLanguage`; what asks for that one finds it in here. */
export const sectionedMarkdown = new Language(markdownLanguage.data, new SectionedParser(), [], 'markdown');
