import MarkdownIt from 'markdown-it';
import type { StateBlock, StateInline, Token } from 'markdown-it';

/**
 * markdown-it, which is linear, with the place of each block and inline in its text (decision 049). No other file uses the
 * engine.
 */

/** Quotations and lists around a block, of which a list takes two. What is deeper is text. */
const DEEPEST = 100;
/** Brackets in brackets. Each level makes a long row of brackets slower. */
const DEEPEST_WORDS = 20;

type Parser = InstanceType<typeof MarkdownIt>;
/** Reads the blocks of a text, and the words of a block. */
export type Engine = { blocks: Parser; words: Parser };
export type Place = {
  /** Where each line of a block begins, after the marks of lists and quotations around it. */
  lines?: number[];
  /** Of an inline. */
  start?: number;
  end?: number;
  /** The bracket after the words of a link. */
  labelEnd?: number;
  shape?: Shape;
};

/** A block that a product adds to markdown. */
export type Shape = {
  /** Its first line, without indent. */
  opening: RegExp;
  /** A line alone, or with the lines below that are indented further; those may begin on the line itself. */
  holds: 'line' | 'below' | 'rest and below';
};

export const placeOf = ({ meta }: Token): Place => (meta ?? {}) as Place;

function addPlace(token: Token, place: Place): void {
  token.meta = Object.assign(token.meta ?? {}, place);
}

type BlockRule = (state: StateBlock, start: number, end: number, isSilent: boolean) => boolean;
type InlineRule = (state: StateInline, isSilent: boolean) => boolean;

export function createEngine(shapes: Shape[] = []): Engine {
  return { blocks: parserOfBlocks(shapes), words: parserOfWords() };
}

function parserOf(maxNesting: number): Parser {
  const markdown = new MarkdownIt({ html: true, maxNesting });
  // The page decides what may be opened. Here an address is as its author wrote it.
  markdown.validateLink = () => true;
  markdown.normalizeLink = (address) => address;
  return markdown;
}

function parserOfBlocks(shapes: Shape[]): Parser {
  const markdown = parserOf(DEEPEST + 100);
  const { ruler } = markdown.block;
  const rules = new Map(ruler.__rules__.map(({ name, fn, alt }) => [name, { fn, alt }]));
  for (const [name, { fn, alt }] of rules) if (!CONTAINERS.has(name)) ruler.at(name, withLines(fn), { alt });
  const [paragraph, html] = [rules.get('paragraph')?.fn, rules.get('html_block')];
  if (!paragraph || !html) throw new Error('markdown-it has other rules');
  const deep: BlockRule = (state, start, end, isSilent) =>
    !isSilent && state.level >= DEEPEST && paragraph(state, start, end, false);
  ruler.before('table', 'deep', withLines(deep));
  ruler.before('reference', 'footnote', footnote, { alt: ['paragraph', 'reference', 'blockquote'] });
  if (shapes.length > 0) {
    ruler.before('table', 'shape', shapeRule(shapes), {
      alt: ['paragraph', 'reference', 'blockquote', 'list'],
    });
    ruler.at('html_block', withLines(htmlBetween(html.fn, shapes)), { alt: html.alt });
  }
  return markdown;
}

function parserOfWords(): Parser {
  const markdown = parserOf(DEEPEST_WORDS);
  const { inline } = markdown;
  inline.State = class extends inline.State {
    override push(type: string, tag: string, nesting: -1 | 0 | 1): Token {
      const token = super.push(type, tag, nesting);
      if (type === 'link_close') addPlace(token, { labelEnd: this.pos });
      return token;
    }
  };
  for (const { name, fn, alt } of inline.ruler.__rules__)
    if (PLACED.has(name)) inline.ruler.at(name, withPlace(fn), { alt });
  inline.ruler.before('link', 'footnote', footnoteCall);
  return markdown;
}

const CONTAINERS = new Set(['blockquote', 'list']);
const PLACED = new Set(['backticks', 'link', 'image', 'autolink', 'html_inline']);

const withLines =
  (rule: BlockRule): BlockRule =>
  (state, start, end, isSilent) => {
    if (isSilent) return rule(state, start, end, true);
    const { tokens, bMarks, tShift } = state;
    const { length } = tokens;
    if (!rule(state, start, end, false)) return false;
    for (let n = length; n < tokens.length; n++) {
      const [token, lines]: [Token | undefined, number[]] = [tokens[n], []];
      const [from, to] = token?.map ?? [0, 0];
      for (let line = from; line < to; line++) lines.push((bMarks[line] ?? 0) + (tShift[line] ?? 0));
      if (token && lines.length > 0) addPlace(token, { lines });
    }
    return true;
  };

const withPlace =
  (rule: InlineRule): InlineRule =>
  (state, isSilent) => {
    if (isSilent) return rule(state, true);
    const { pos: start, tokens } = state;
    const { length } = tokens;
    if (!rule(state, false)) return false;
    for (let n = length; n < tokens.length; n++) {
      const token = tokens[n];
      if (token && token.type !== 'text' && placeOf(token).start === undefined)
        addPlace(token, { start, end: state.pos });
    }
    return true;
  };

const lineOf = (state: StateBlock, line: number): string =>
  state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);

const columnOf = (state: StateBlock, line: number): number => state.sCount[line] ?? 0;

type Inside = { from: number; to: number; indent: number; rest?: number };

/** Parses lines as the content of a block that is indented so far. `rest`: where the content begins on the first line. */
function parseInside(state: StateBlock, { from, to, indent, rest }: Inside): void {
  const { blkIndent, parentType, lineMax } = state;
  const [begin = 0, shift = 0, column = 0] = [state.bMarks[from], state.tShift[from], state.sCount[from]];
  state.blkIndent = indent;
  state.lineMax = to;
  if (rest !== undefined) [state.bMarks[from], state.tShift[from], state.sCount[from]] = [rest, 0, indent];
  // A paragraph in it ends like one in a list.
  state.parentType = 'list';
  state.md.block.tokenize(state, from, to);
  [state.bMarks[from], state.tShift[from], state.sCount[from]] = [begin, shift, column];
  Object.assign(state, { blkIndent, parentType, lineMax });
}

/** The line after the last one that is indented so far. */
function endOfIndented(state: StateBlock, from: number, to: number, least: number): number {
  let end = from;
  for (let line = from; line < to; line++)
    if (!state.isEmpty(line)) {
      if (columnOf(state, line) < least) break;
      end = line + 1;
    }
  return end;
}

const FOOTNOTE = /^\[\^([^\s[\]]{1,999})\]:[ \t]*/;

const labelOf = (state: { md: Parser }, label: string): string => state.md.utils.normalizeReference(label);

/** `[^1]: text`, with further blocks indented by four columns. */
const footnote: BlockRule = (state, start, end, isSilent) => {
  if (columnOf(state, start) - state.blkIndent >= 4) return false;
  const [mark, label = ''] = FOOTNOTE.exec(lineOf(state, start)) ?? [];
  if (mark === undefined) return false;
  if (isSilent) return true;
  footnotesOf(state.env).add(labelOf(state, label));
  const rest = (state.bMarks[start] ?? 0) + (state.tShift[start] ?? 0) + mark.length;
  parseInside(state, { from: start, to: end, indent: state.blkIndent + 4, rest });
  state.line = Math.max(state.line, start + 1);
  return true;
};

function footnotesOf(env: Record<string, unknown>): Set<string> {
  return (env['footnotes'] ??= new Set<string>()) as Set<string>;
}

/** `[^1]` of a note shows its number. */
const footnoteCall: InlineRule = (state, isSilent) => {
  if (!state.src.startsWith('[^', state.pos)) return false;
  const [call, label = ''] =
    /^\[\^([^\s[\]]{1,999})\]/.exec(state.src.slice(state.pos, state.pos + 1_010)) ?? [];
  if (call === undefined || !footnotesOf(state.env).has(labelOf(state, label))) return false;
  if (!isSilent) state.pending += `^${label}`;
  state.pos += call.length;
  return true;
};

/** Shapes are read at the beginning of a line only, and not within quotations. */
const startsLine = (state: StateBlock, line: number): boolean => {
  const at = state.bMarks[line] ?? 0;
  return (
    (at === 0 || state.src[at - 1] === '\n') &&
    state.src.slice(at, at + (state.tShift[line] ?? 0)).trim() === ''
  );
};

/** Deeper ones are text. */
const DEEPEST_SHAPE = 20;

const shapeRule =
  (shapes: Shape[]): BlockRule =>
  (state, start, end, isSilent) => {
    if (columnOf(state, start) - state.blkIndent >= 4 || !startsLine(state, start)) return false;
    const line = lineOf(state, start);
    const shape = shapes.find(({ opening }) => opening.test(line));
    const depth = Number(state.env['depth'] ?? 0);
    if (!shape || depth > DEEPEST_SHAPE) return false;
    const column = columnOf(state, start);
    const isBelow = shape.holds === 'below';
    if (shape.holds === 'rest and below' && !hasTerm(state, start)) return false;
    if (isSilent) return true;
    const token = state.push('shape', '', 0);
    const to =
      shape.holds === 'line' ? start + 1 : endOfIndented(state, start + 1, end, column + (isBelow ? 4 : 2));
    state.line = Math.max(to, start + 1);
    token.map = [start, state.line];
    addPlace(token, { shape, lines: [(state.bMarks[start] ?? 0) + (state.tShift[start] ?? 0)] });
    state.env['lastShape'] = token;
    if (shape.holds === 'line') return true;
    state.env['depth'] = depth + 1;
    let below = start + 1;
    while (below < to && state.isEmpty(below)) below++;
    const indent = isBelow || below >= to ? column + 4 : Math.min(columnOf(state, below), column + 4);
    const [mark = ''] = isBelow ? [] : (shape.opening.exec(line) ?? []);
    const rest = (state.bMarks[start] ?? 0) + (state.tShift[start] ?? 0) + mark.length;
    if (isBelow) parseInside(state, { from: start + 1, to: state.line, indent });
    else parseInside(state, { from: start, to: state.line, indent, rest });
    state.env['depth'] = depth;
    [, state.line] = token.map;
    return true;
  };

const NO_TERM = /^[ \t]*(?:$|[-*+][ \t]|[#>|:]|```|~~~|\d+[.)])/;

/** A definition stands below a line of text or below another definition, after one blank line at most. */
function hasTerm(state: StateBlock, line: number): boolean {
  const above = state.isEmpty(line - 1) ? line - 2 : line - 1;
  if (line < 1 || above < 0) return false;
  const last = state.env['lastShape'] as Token | undefined;
  if (last?.map && placeOf(last).shape?.holds === 'rest and below' && last.map[1] > above) return true;
  return !NO_TERM.test(lineOf(state, above)) && columnOf(state, line) - columnOf(state, above) <= 3;
}

/** A generator reads its shapes in HTML as well. Only elements with a text of another kind keep theirs. */
const htmlBetween =
  (rule: BlockRule, shapes: Shape[]): BlockRule =>
  (state, start, end, isSilent) => {
    if (isSilent || /^<(?:pre|script|style|textarea|!|\?)/i.test(lineOf(state, start)))
      return rule(state, start, end, isSilent);
    // Whether HTML begins here is seen from one line. To look for its end from every line would be quadratic.
    if (!rule(state, start, start + 1, isSilent)) return false;
    state.tokens.pop();
    let to = start + 1;
    while (to < end && !state.isEmpty(to) && !shapes.some(({ opening }) => opening.test(lineOf(state, to))))
      to++;
    return rule(state, start, to, isSilent);
  };
