import type { Token } from 'markdown-it';
import { anchorsOfLines, cellsOf, Content, Lines, type Anchor, type Span } from './content.ts';
import { createEngine, placeOf, type Engine, type Shape } from './engine.ts';
import { definedIn, inlinesIn, type Inline } from './inlines.ts';

type Kind =
  | 'paragraph'
  | 'heading'
  | 'cell'
  | 'fence'
  | 'indented'
  | 'html'
  | 'rule'
  | 'definition'
  | 'shape';
type Around = { quotes: number; lists: number };

type Given = { span: Span; around: Around; words?: { text: string; read: () => Inline[] } };

/** A block that contains no blocks. Lines are counted from 0. */
export class Block {
  readonly kind: Kind;
  readonly start: number;
  readonly end: number;
  /** Its first line, and the line after its last. */
  readonly from: number;
  readonly to: number;
  /** Code without its fences, HTML, or words with their marks. */
  readonly text: string;
  /** The words after an opening fence. */
  readonly info: string;
  /** The fence of code, or the sign of a heading: `##` or `=`. */
  readonly markup: string;
  /** Of a heading, from 1. */
  readonly level: number;
  /** How many quotations and lists are around it. */
  readonly quotes: number;
  readonly lists: number;
  readonly shape: Shape | undefined;
  private readonly readInlines: (() => Inline[]) | undefined;
  private read: Inline[] | undefined;

  constructor(kind: Kind, token: Token, { span, around, words }: Given) {
    this.kind = kind;
    this.start = span.start;
    this.end = span.end;
    this.from = token.map?.[0] ?? 0;
    this.to = token.map?.[1] ?? 0;
    this.text = words?.text ?? token.content;
    this.info = token.info;
    this.markup = token.markup;
    this.level = kind === 'heading' ? Number(token.tag.slice(1)) : 0;
    this.quotes = around.quotes;
    this.lists = around.lists;
    this.shape = placeOf(token).shape;
    this.readInlines = words?.read;
  }

  /** Read when they are first asked for. A definition has one link. */
  get inlines(): Inline[] {
    return (this.read ??= this.readInlines?.() ?? []);
  }
}

/** The one reader of markdown: a text and its blocks, which are read when they are first asked for. */
export class Markdown {
  readonly source: string;
  private readonly engine: Engine;
  private read: Block[] | undefined;

  constructor(source: string, engine: Engine) {
    this.source = source;
    this.engine = engine;
  }

  get blocks(): Block[] {
    return (this.read ??= new Reader(this.source, this.engine).blocks());
  }
}

const plain = createEngine();

export const parse = (source: string): Markdown => new Markdown(source, plain);

/** Reads the shapes of other products as well. */
export function parserFor(shapes: Shape[]): (source: string) => Markdown {
  const engine = createEngine(shapes);
  return (source) => new Markdown(source, engine);
}

const LEAVES = new Map<string, Kind>([
  ['fence', 'fence'],
  ['code_block', 'indented'],
  ['html_block', 'html'],
  ['hr', 'rule'],
  ['reference_definition', 'definition'],
  ['shape', 'shape'],
]);

class Reader {
  private readonly lines: Lines;
  private readonly engine: Engine;
  /** Definitions and footnotes, which other blocks refer to. */
  private readonly env = {};
  private readonly around: Around = { quotes: 0, lists: 0 };

  constructor(source: string, engine: Engine) {
    this.lines = new Lines(source);
    this.engine = engine;
  }

  blocks(): Block[] {
    const tokens: Token[] = [];
    const { blocks: parser } = this.engine;
    parser.block.parse(this.lines.text, parser, this.env, tokens);
    const blocks: Block[] = [];
    let open: Token | undefined;
    let cells: Content[] = [];
    for (const token of tokens) {
      const block = this.blockOf(token, open, cells);
      if (block) blocks.push(block);
      else if (token.type === 'heading_open' || token.type === 'paragraph_open') open = token;
      else if (token.type === 'tr_open') {
        open = token;
        cells = this.cellsOf(token);
      } else this.enter(token);
    }
    return blocks;
  }

  private enter({ type, nesting }: Token): void {
    if (type === 'blockquote_open' || type === 'blockquote_close') this.around.quotes += nesting;
    else if (type.endsWith('_list_open') || type.endsWith('_list_close')) this.around.lists += nesting;
  }

  private blockOf(token: Token, open: Token | undefined, cells: Content[]): Block | undefined {
    if (token.type === 'inline' && open)
      return open.type === 'tr_open' ? this.cell(open, cells.shift()) : this.words(open, token);
    const kind = LEAVES.get(token.type);
    if (kind === undefined) return undefined;
    if (kind !== 'definition')
      return new Block(kind, token, { span: this.spanOf(token), around: this.around });
    const read = () => definedIn(this.contentOf(token), this.engine);
    return new Block(kind, token, {
      span: this.spanOf(token),
      around: this.around,
      words: { text: '', read },
    });
  }

  private spanOf(token: Token): Span {
    const [from, to] = token.map ?? [0, 0];
    return {
      start: this.lines.offsetOf(from, placeOf(token).lines?.[0] ?? 0),
      end: this.lines.endOf(to - 1),
    };
  }

  private words(open: Token, { content }: Token): Block {
    const kind = open.type === 'heading_open' ? 'heading' : 'paragraph';
    const read = () => inlinesIn(this.contentOf(open, content), this.engine, this.env);
    return new Block(kind, open, {
      span: this.spanOf(open),
      around: this.around,
      words: { text: content, read },
    });
  }

  private cell(row: Token, content = new Content('', () => [])): Block {
    const read = () => inlinesIn(content, this.engine, this.env);
    const span = content.spanOf(0, content.text.length);
    return new Block('cell', row, { span, around: this.around, words: { text: content.text, read } });
  }

  private cellsOf(row: Token): Content[] {
    const [from] = row.map ?? [0];
    const start = this.lines.offsetOf(from, placeOf(row).lines?.[0] ?? 0);
    return cellsOf(this.lines.restOf(from, start), start);
  }

  /** The words of a block, whose lines begin after the marks of lists and quotations around it. */
  private contentOf(block: Token, text?: string): Content {
    if (text !== undefined) return new Content(text, () => this.anchorsOf(block, text));
    const [from] = block.map ?? [0];
    const lines = this.startsOf(block).map((start, n) => this.lines.restOf(from + n, start));
    return new Content(lines.join('\n'), () => this.anchorsOf(block, lines.join('\n')));
  }

  private startsOf(block: Token): number[] {
    const [from] = block.map ?? [0];
    return (placeOf(block).lines ?? []).map((start, n) => this.lines.offsetOf(from + n, start));
  }

  private anchorsOf(block: Token, text: string): Anchor[] {
    const starts = this.startsOf(block);
    const [start = 0] = starts;
    // Only the line of `## Words ##` has something before and after the words.
    if (block.markup.startsWith('#'))
      return [{ at: 0, offset: start + this.lines.restOf(block.map?.[0] ?? 0, start).lastIndexOf(text) }];
    return anchorsOfLines(text, starts);
  }
}
