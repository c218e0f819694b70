import type { ElementContent, Root } from 'hast';
import { emojiOf } from '../emoji.ts';
import { element, kindOfNote, note, taskItem, textIn, textNode } from '../html/elements.ts';

/** A JSON node of ProseMirror, the editor that several products use. */
export type ProseNode = {
  type?: string;
  text?: string;
  attrs?: Record<string, unknown> | null;
  content?: ProseNode[];
  marks?: { type?: string; attrs?: Record<string, unknown> | null }[];
};

/** Maps an address in the product to its path in the zip. */
type AddressOf = (address: string) => string;

/** Converts the document to an HTML tree. A node of an unknown type is replaced by its content. */
export const proseTree = (document: ProseNode, addressOf: AddressOf): Root => ({
  type: 'root',
  children: childrenOf(document, addressOf),
});

const childrenOf = ({ content = [] }: ProseNode, addressOf: AddressOf): ElementContent[] =>
  content.flatMap((node) => elementOf(node, addressOf));

function elementOf(node: ProseNode, addressOf: AddressOf): ElementContent[] {
  if (node.type === 'text') return [marked(node, addressOf)];
  const children = childrenOf(node, addressOf);
  const convert = NODES[node.type ?? ''];
  return convert ? convert({ attrs: node.attrs ?? {}, children, addressOf }) : children;
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

type Converted = { attrs: Record<string, unknown>; children: ElementContent[]; addressOf: AddressOf };
type Convert = (node: Converted) => ElementContent[];

const tag =
  (name: string): Convert =>
  ({ children }) => [element(name, {}, children)];
const code: Convert = ({ attrs, children }) => {
  const language = textOf(attrs['language']).replace(/^mermaidjs$/, 'mermaid');
  const known = language && language !== 'none' ? { className: [`language-${language}`] } : {};
  return [element('pre', {}, [element('code', known, [textNode(textIn(element('code', {}, children)))])])];
};
const cell =
  (name: string): Convert =>
  ({ attrs, children }) => [
    element(
      name,
      { colSpan: textOf(attrs['colspan']) || '1', rowSpan: textOf(attrs['rowspan']) || '1' },
      children,
    ),
  ];
const link: Convert = ({ attrs, addressOf }) => {
  const address = textOf(attrs['href'] ?? attrs['src']);
  return address
    ? [
        element('p', {}, [
          element('a', { href: addressOf(address) }, [textNode(textOf(attrs['title']) || address)]),
        ]),
      ]
    : [];
};

const NODES: Record<string, Convert> = {
  paragraph: tag('p'),
  blockquote: tag('blockquote'),
  bullet_list: tag('ul'),
  checkbox_list: tag('ul'),
  list_item: tag('li'),
  hr: tag('hr'),
  horizontal_rule: tag('hr'),
  br: tag('br'),
  hard_break: tag('br'),
  tr: tag('tr'),
  table: ({ children }) => [element('table', {}, [element('tbody', {}, children)])],
  th: cell('th'),
  td: cell('td'),
  code_block: code,
  code_fence: code,
  math_block: ({ children }) =>
    code({ attrs: { language: 'math' }, children, addressOf: (address) => address }),
  math_inline: ({ children }) => [element('code', {}, children)],
  heading: ({ attrs, children }) => [element(`h${Number(attrs['level']) || 1}`, {}, children)],
  ordered_list: ({ attrs, children }) => [element('ol', { start: Number(attrs['order']) || 1 }, children)],
  checkbox_item: ({ attrs, children }) => [taskItem(element('li', {}, children), attrs['checked'] === true)],
  container_notice: ({ attrs, children }) => [note(kindOfNote(textOf(attrs['style'])), '', children)],
  container_toggle: ({ children }) => {
    const [head, ...rest] = children;
    return [element('details', {}, [element('summary', {}, head ? [textNode(textIn(head))] : []), ...rest])];
  },
  image: ({ attrs, addressOf }) => [
    element('img', {
      src: addressOf(textOf(attrs['src'])),
      alt: textOf(attrs['alt']),
      width: textOf(attrs['width']),
      height: textOf(attrs['height']),
    }),
  ],
  attachment: link,
  embed: link,
  video: link,
  mention: ({ attrs, addressOf }) => {
    const [label, id, part] = ['label', 'modelId', 'anchorId'].map((name) => textOf(attrs[name]));
    if (attrs['type'] === 'date') return [textNode(label || (id ?? ''))];
    const page = attrs['type'] === 'document' && `/doc/${id}${part && `#${part}`}`;
    const address = page || textOf(attrs['href']);
    return address
      ? [element('a', { href: addressOf(address) }, [textNode(label || address)])]
      : [textNode(`@${label}`)];
  },
  emoji: ({ attrs }) => {
    const name = textOf(attrs['data-name']);
    return [textNode(emojiOf(name) ?? `:${name}:`)];
  },
};

const MARKS = new Map([
  ['strong', 'strong'],
  ['em', 'em'],
  ['code_inline', 'code'],
  ['strikethrough', 'del'],
  ['underline', 'u'],
  ['highlight', 'mark'],
]);

function marked({ text = '', marks = [] }: ProseNode, addressOf: AddressOf): ElementContent {
  return marks.reduceRight<ElementContent>((inner, { type = '', attrs }) => {
    if (type === 'link') return element('a', { href: addressOf(textOf(attrs?.['href'])) }, [inner]);
    const name = MARKS.get(type);
    return name ? element(name, {}, [inner]) : inner;
  }, textNode(text));
}
