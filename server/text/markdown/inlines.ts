import type { Token } from 'markdown-it';
import type { Content, Span } from './content.ts';
import { placeOf, type Engine } from './engine.ts';

/** A part of a paragraph, heading or cell, in the order of the text. */
export type Inline = Span & {
  kind: 'text' | 'code' | 'html' | 'break' | 'mark' | 'link' | 'image';
  /** What a reader sees; the source of HTML; the sign of a mark. The words of a link follow as parts of their own. */
  text: string;
  /** Of a link or picture, without escapes. */
  target?: string;
  /** Where the source has the target. Undefined if a definition has it, or if the target is shown. */
  address?: Span;
};

type Text = { content: Content; engine: Engine };

/** Words without any of these signs are text. */
const SIGNS = /[\n\\`*_~[<&]/;

export function inlinesIn(content: Content, engine: Engine, env: Record<string, unknown>): Inline[] {
  if (!SIGNS.test(content.text)) return [{ kind: 'text', text: content.text, start: 0, end: 0 }];
  const tokens: Token[] = [];
  engine.words.inline.parse(content.text, engine.words, env, tokens);
  const inlines: Inline[] = [];
  const open: { link: Inline; token: Token }[] = [];
  for (const token of tokens) {
    const inline = inlineOf(token, { content, engine });
    if (inline) inlines.push(inline);
    if (token.type === 'link_open' && inline) open.push({ link: inline, token });
    const closed = token.type === 'link_close' ? open.pop() : undefined;
    // An automatic link shows its target, and a definition has that of a reference.
    if (closed && closed.token.info !== 'auto' && !isReference(closed.token))
      closed.link.address = addressAt(placeOf(token).labelEnd ?? 0, { content, engine });
  }
  return inlines;
}

/** Text and marks have no place of their own. */
const NOWHERE: Span = { start: 0, end: 0 };

const isReference = ({ meta }: Token): boolean => meta?.['label'] !== undefined;

function inlineOf(token: Token, { content, engine }: Text): Inline | undefined {
  const { start, end = 0 } = placeOf(token);
  if (token.type === 'text') return { kind: 'text', text: token.content, start: 0, end: 0 };
  const span = start === undefined ? NOWHERE : content.spanOf(start, end);
  switch (token.type) {
    case 'text_special':
      return { kind: 'text', text: token.content, ...span };
    case 'softbreak':
      return { kind: 'break', text: ' ', ...span };
    case 'hardbreak':
      return { kind: 'break', text: '\n', ...span };
    case 'code_inline':
      return { kind: 'code', text: token.content, ...span };
    case 'html_inline':
      return { kind: 'html', text: token.content, ...span };
    case 'strong_open':
    case 'em_open':
    case 's_open':
      return { kind: 'mark', text: token.markup, ...span };
    case 'link_open':
      return { kind: 'link', text: '', target: String(token.attrGet('href') ?? ''), ...span };
    case 'image': {
      const image: Inline = {
        kind: 'image',
        text: token.content,
        target: String(token.attrGet('src') ?? ''),
        ...span,
      };
      const address = isReference(token)
        ? undefined
        : addressAt((start ?? 0) + 2 + token.content.length, { content, engine });
      return address ? { ...image, address } : image;
    }
    default:
      return undefined;
  }
}

/** The address in `](address)`, from its bracket. */
function addressAt(labelEnd: number, { content, engine }: Text): Span | undefined {
  const { text } = content;
  if (!text.startsWith('](', labelEnd)) return undefined;
  return addressIn(labelEnd + 2, { content, engine })?.span;
}

function addressIn(from: number, { content, engine }: Text): { span: Span; target: string } | undefined {
  const { text } = content;
  let start = from;
  while (/[ \t\n]/.test(text.charAt(start))) start++;
  const found = engine.words.helpers.parseLinkDestination(text, start, text.length);
  if (!found.ok || found.pos === start) return undefined;
  const edge = text.charAt(start) === '<' ? 1 : 0;
  return { span: content.spanOf(start + edge, found.pos - edge), target: found.str };
}

/** The link of `[label]: address`. */
export function definedIn(content: Content, engine: Engine): Inline[] {
  const [label = ''] = /^\[(?:[^\\\]]|\\[\s\S])*\]:/.exec(content.text) ?? [];
  const found = addressIn(label.length, { content, engine });
  if (!found) return [];
  const span = content.spanOf(0, content.text.length);
  return [{ kind: 'link', text: '', target: found.target, address: found.span, ...span }];
}
