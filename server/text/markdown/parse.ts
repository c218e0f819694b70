import type { Token } from 'markdown-it';
import { cellsOf, Content, Lines, type Span } from './content.ts';
import { createEngine, placeOf, type Engine, type Shape } from './engine.ts';
import { definedIn, inlinesIn, type Inline } from './inlines.ts';

/** A block that contains no blocks. Lines are counted from 0. */
export type Block = Span & {
  kind: 'paragraph' | 'heading' | 'cell' | 'fence' | 'indented' | 'html' | 'rule' | 'definition' | 'shape';
  /** Its first line, and the line after its last. */
  from: number;
  to: number;
  /** Code without its fences, HTML, or words with their marks. */
  text: string;
  /** The words after an opening fence. */
  info: string;
  /** The fence of code, or the sign of a heading: `##` or `=`. */
  markup: string;
  /** Of a heading, from 1. */
  level: number;
  /** How many quotations and lists are around it. */
  quotes: number;
  lists: number;
  shape: Shape | undefined;
  /** Read when they are first asked for. A definition has one link. */
  readonly inlines: Inline[];
};

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

const LEAVES: Record<string, Block['kind']> = {
  fence: 'fence',
  code_block: 'indented',
  html_block: 'html',
  hr: 'rule',
  reference_definition: 'definition',
  shape: 'shape',
};

class Reader {
  private readonly lines: Lines;
  private readonly engine: Engine;
  /** Definitions and footnotes, which other blocks refer to. */
  private readonly env = {};
  private quotes = 0;
  private lists = 0;

  constructor(source: string, engine: Engine) {
    this.lines = new Lines(source);
    this.engine = engine;
  }

  blocks(): Block[] {
    const tokens: Token[] = [];
    const { blocks: parser } = this.engine;
    parser.block.parse(this.lines.text, parser, this.env, tokens);
    const blocks: Block[] = [];
    let around: Token | undefined;
    let cells: Content[] = [];
    for (const token of tokens) {
      const { type } = token;
      const kind = LEAVES[type];
      if (type.startsWith('blockquote_')) this.quotes += token.nesting;
      else if (type.endsWith('_list_open') || type.endsWith('_list_close')) this.lists += token.nesting;
      else if (type === 'heading_open' || type === 'paragraph_open') around = token;
      else if (type === 'tr_open') [around, cells] = [token, this.cellsOf(token)];
      else if (type === 'inline' && around?.type === 'tr_open') blocks.push(this.cell(around, cells.shift()));
      else if (type === 'inline' && around) blocks.push(this.words(around, token));
      else if (kind) blocks.push(this.block(token, kind));
    }
    return blocks;
  }

  /** A block of whole lines. */
  private block(token: Token, kind: Block['kind'], given: Partial<Block> = {}, read?: () => Inline[]): Block {
    const [from, to] = token.map ?? [0, 0];
    const { lines: starts = [], shape } = placeOf(token);
    const readInlines = kind === 'definition' ? () => definedIn(this.contentOf(token), this.engine) : read;
    let inlines: Inline[] | undefined;
    return {
      kind,
      start: given.start ?? this.lines.offsetOf(from, starts[0] ?? 0),
      end: given.end ?? this.lines.endOf(to - 1),
      from,
      to,
      text: given.text ?? token.content,
      info: token.info,
      markup: token.markup,
      level: given.level ?? 0,
      quotes: this.quotes,
      lists: this.lists,
      shape,
      get inlines() {
        return (inlines ??= readInlines?.() ?? []);
      },
    };
  }

  private words(around: Token, { content }: Token): Block {
    const isHeading = around.type === 'heading_open';
    const level = isHeading ? Number(around.tag.slice(1)) : 0;
    return this.block(around, isHeading ? 'heading' : 'paragraph', { level, text: content }, () =>
      inlinesIn(this.contentOf(around, content), this.engine, this.env),
    );
  }

  private cell(row: Token, content = new Content('', [])): Block {
    const span = content.spanOf(0, content.text.length);
    return this.block(row, 'cell', { ...span, text: content.text }, () =>
      inlinesIn(content, this.engine, this.env),
    );
  }

  private cellsOf(row: Token): Content[] {
    const [from] = row.map ?? [0];
    const start = this.lines.offsetOf(from, placeOf(row).lines?.[0] ?? 0);
    return cellsOf(this.lines.restOf(from, start), start);
  }

  /** The words of a block, whose lines begin after the marks of lists and quotations around it. */
  private contentOf(block: Token, text?: string): Content {
    const [from] = block.map ?? [0];
    const starts = (placeOf(block).lines ?? []).map((start, n) => this.lines.offsetOf(from + n, start));
    const lines = starts.map((start, n) => this.lines.restOf(from + n, start));
    // Only the line of `## Words ##` has something before and after the words.
    if (text !== undefined && block.markup.startsWith('#'))
      return new Content(text, [{ at: 0, offset: (starts[0] ?? 0) + (lines[0] ?? '').lastIndexOf(text) }]);
    return Content.ofLines(text ?? lines.join('\n'), starts);
  }
}
