import { codeIn } from '../../text/markdown/code.ts';
import { parse } from '../../text/markdown/parse.ts';
import { replaceInText } from './outside-code.ts';
import { isKindOfNote } from '../html/elements.ts';
import { isPicture } from '../stored-files.ts';
import { isFolded } from './boxes.ts';

/**
 * Tags of site generators: `{{< note >}}` of Hugo, `{% hint %}` of GitBook and Jekyll, and components that an MDX page
 * imports. A pair becomes a box between `:::` lines, which boxes.ts reads.
 */

/** The lengths are bounded, so that no text takes long. */
const NAME = String.raw`(?<slash>\/?)\s{0,9}(?<name>\w[\w/.-]{0,99})`;
const GIVEN = String.raw`(?<given>(?:"[^"]{0,1000}"|[^"{}<>]){0,1000}?)`;
const TAGS = [
  String.raw`\{\{(?<mark>[<%])\s{0,9}${NAME}${GIVEN}(?<alone>\/?)[>%]\}\}`,
  String.raw`\{%-?\s{0,9}(?<slash>(?:end)?)(?<name>\w{1,50}(?:-\w{1,50}){0,3})${GIVEN}(?<alone>)-?%\}`,
  String.raw`<(?<slash>\/?)(?<name>[A-Z]\w{0,99})${GIVEN.replace('?:', String.raw`?:\{[^{}]{0,1000}\}|`)}(?<alone>\/?)>`,
].map((source) => new RegExp(source, 'g'));
const HINTS = /\{\{[<%]|\{%|^import\s|\{\/\*|<[A-Z]\w{0,99}\s[^<>]{0,500}\/>/m;
const IMPORT = /^import\s+([^'"\n]{1,500}?)\s+from\s+['"][^'"\n]{1,500}['"];?[ \t]*\r?$/gm;
/** Of MDX, Hugo and Jekyll. */
const COMMENT = new RegExp(
  [
    [String.raw`\{\/\*`, String.raw`\*\/\}`],
    [String.raw`\{\{[<%] *comment *[>%]\}\}`, String.raw`\{\{[<%] *\/ *comment *[>%]\}\}`],
    [String.raw`\{% *comment *%\}`, String.raw`\{% *endcomment *%\}`],
  ]
    .map(([start, end]) => String.raw`${start}([\s\S]{0,5000}?)${end}`)
    .join('|'),
  'g',
);
const VALUE =
  /(?<key>[\w-]+)\s*=\s*(?:"(?<quoted>[^"]*)"|[{`']*(?<word>[^\s"'`{}]+)[}`']*)|"(?<bare>[^"]*)"|(?<single>[^\s"'=]+)/g;

/** Open tags among which the beginning of a pair is looked for. */
const DEEPEST = 50;

type Tag = {
  start: number;
  end: number;
  /** Whether Hugo leaves the text inside as it is. */
  isRaw: boolean;
  name: string;
  isClosing: boolean;
  isAlone: boolean;
  named: Record<string, string>;
  bare: string[];
};

/** `unknown`: names of tags that stay as text. */
export function withoutShortcodes(markdown: string): { content: string; unknown: string[] } {
  if (!HINTS.test(markdown)) return { content: markdown, unknown: [] };
  const components = new Set<string>();
  const withoutImports = replaceInText(markdown, IMPORT, (_, names = '') => {
    for (const name of names.match(/\w+/g) ?? []) components.add(name);
    return '';
  });
  const source = replaceInText(
    components.size > 0 ? withoutTemplates(withoutImports).trimStart() : markdown,
    COMMENT,
    (_, ...text) => `<!--${text.join('').replaceAll('--', '- -')}-->`,
  );
  const tags = tagsIn(source, components);
  const written = new Map(pairsOf(tags).flatMap((pair) => boxAround(pair, source)));
  const unknown = new Set<string>();
  let [content, end] = ['', 0];
  for (const tag of tags) {
    const text = written.get(tag) ?? textOfTag(tag);
    if (text === undefined && !isLink(tag)) unknown.add(tag.name);
    content += source.slice(end, tag.start) + (text ?? source.slice(tag.start, tag.end));
    end = tag.end;
  }
  return { content: content + source.slice(end), unknown: [...unknown] };
}

/** `{`…`}` between two tags of MDX is text. */
const withoutTemplates = (source: string): string =>
  source.replaceAll(/(?<=>\s{0,99})\{`((?:[^`\\]|\\[\s\S]){0,5000})`\}(?=\s{0,99}<)/g, (_, text: string) =>
    text.replaceAll(/\\([\\`$])/g, '$1'),
  );

/** The tags outside of code, in order. */
function tagsIn(source: string, components: Set<string>): Tag[] {
  const code = codeIn(parse(source));
  const found = TAGS.flatMap((pattern) => [...source.matchAll(pattern)]).toSorted(
    (a, b) => a.index - b.index,
  );
  const tags: Tag[] = [];
  let place = 0;
  for (const { index: start, 0: whole, groups = {} } of found) {
    const { mark = '', name = '', given = '' } = groups;
    while ((code[place]?.end ?? Infinity) <= start) place++;
    const isInCode = (code[place]?.start ?? Infinity) <= start;
    if (
      isInCode ||
      start < (tags.at(-1)?.end ?? 0) ||
      (whole.startsWith('<') && !components.has(name) && !isLabel(groups))
    )
      continue;
    tags.push({
      start,
      end: start + whole.length,
      isRaw: mark === '<',
      name: name.split('/').at(-1) ?? name,
      isClosing: groups['slash'] !== '',
      isAlone: groups['alone'] !== '',
      ...valuesIn(given),
    });
  }
  return tags;
}

/** `<Badge text="v2" />`, which VitePress needs not import. */
const isLabel = ({ alone, given = '' }: Record<string, string | undefined>): boolean =>
  alone === '/' && /\stext\s*=/.test(given);

function valuesIn(given: string): Pick<Tag, 'named' | 'bare'> {
  const named: Record<string, string> = {};
  const bare: string[] = [];
  for (const { groups = {} } of given.matchAll(VALUE)) {
    const value = groups['quoted'] ?? groups['word'] ?? groups['bare'] ?? groups['single'] ?? '';
    if (groups['key']) named[groups['key'].toLowerCase()] = value;
    else bare.push(value);
  }
  return { named, bare };
}

function pairsOf(tags: Tag[]): [Tag, Tag][] {
  const pairs: [Tag, Tag][] = [];
  const open: Tag[] = [];
  for (const tag of tags) {
    if (!tag.isClosing) {
      if (!tag.isAlone) open.push(tag);
      continue;
    }
    const near = open.slice(-DEEPEST);
    const opening = near.findLast(({ name }) => name === tag.name);
    if (!opening) continue;
    open.splice(open.lastIndexOf(opening));
    pairs.push([opening, tag]);
  }
  return pairs;
}

/** Replacements of both tags. A pair inside of a line has no place for a box. */
function boxAround([opening, closing]: [Tag, Tag], source: string): [Tag, string][] {
  const before = lineBefore(source, opening.start);
  if (before.slice(-LONGEST).replaceAll(OTHER_TAGS, '').trim() !== '') return [];
  const indent = /^[ \t]*/.exec(before)?.[0] ?? '';
  const [first, last] = linesOfBox(opening, source.slice(opening.end, closing.start));
  const onOwnLine = ({ start, end }: Tag, text: string) => {
    const isFirst = lineBefore(source, start).trim() === '';
    const isLast = /^[ \t]*(?:\n|$)/.test(source.slice(end, end + LONGEST));
    return (isFirst ? '' : `\n${indent}`) + text + (isLast ? '' : `\n${indent}`);
  };
  return [
    [opening, onOwnLine(opening, first)],
    [closing, onOwnLine(closing, last)],
  ];
}

const lineBefore = (source: string, at: number): string =>
  source.slice(source.lastIndexOf('\n', at - 1) + 1, at);

/** Tags before this one on its line. */
const OTHER_TAGS = /\{\{[<%][^{}]*\}\}|\{%[^{}]*%\}|<\/?[A-Z][^<>]*>/g;
const LONGEST = 2_000;

function linesOfBox(tag: Tag, inside: string): [string, string] {
  const { named, bare, name } = tag;
  const isAnyNote = /^(?:alert|callout|admonition|notice|hint)$/i.test(name);
  const values = [named['type'], named['style'], named['color'], named['kind'], ...bare];
  const words = isAnyNote ? values : [name, ...values];
  const kind = words.find((word) => word !== undefined && isKindOfNote(word));
  const titles = [named['title'], named['header'], named['label'], named['name'], named['summary']];
  const title = (
    titles.find(Boolean) ??
    bare.find((word) => word !== kind && /\W/.test(word)) ??
    ''
  ).replaceAll(/\s+/g, ' ');
  const language =
    named['lang'] ??
    named['codelang'] ??
    named['language'] ??
    (/^highlight$/i.test(name) ? bare[0] : undefined);
  const isCode = language !== undefined || (tag.isRaw && name === 'tab');
  if (isCode && !/^\s*(?:```|~~~)/m.test(inside) && named['text'] !== 'true')
    return [`${title && `**${title}**\n\n`}\`\`\`\`${language ?? ''}`, '````'];
  const isNote = kind !== undefined || isAnyNote;
  const box = isFolded(name) ? 'details' : isNote ? (kind ?? 'note') : 'section';
  const address = linkOf(tag);
  const isSaid = !address || [named['url'], named['src']].some((target) => target && inside.includes(target));
  return [`:::${box} ${title}`.trimEnd() + (isSaid ? '' : `\n${address}\n`), ':::'];
}

/** A link to the page or file that a tag embeds. */
function linkOf({ named: { url, src, title, caption } }: Tag): string | undefined {
  const address = url ?? src;
  if (!address) return undefined;
  const words = title ?? caption ?? (url || src?.split('/').at(-1)) ?? '';
  return `[${words.replaceAll(/[[\]]/g, '\\$&')}](${address.replaceAll(' ', '%20')})`;
}

/** Pictures, links and words of a single tag. */
function textOfTag(tag: Tag): string | undefined {
  const { name, named, bare, isClosing, isAlone } = tag;
  const { src = '', alt, caption, title = named['header'], text, link = named['href'] } = named;
  if (isClosing) return undefined;
  // Jekyll names a page by its path from the top.
  if (name === 'link' && bare[0]) return `/${bare[0]}`;
  if (isPicture(src)) {
    const words = (alt ?? caption ?? title ?? '').replaceAll(/[[\]]/g, '\\$&');
    const below = [title, caption].filter((line) => line && line !== words);
    return [`![${words}](${src.replaceAll(' ', '%20')})`, ...below].join('\n\n');
  }
  if (title && link) return `[${title}](${link.replaceAll(' ', '%20')})`;
  return linkOf(tag) ?? text ?? (isAlone && title ? `**${title}**` : undefined);
}

/** Addresses, which other places read. */
const isLink = ({ name }: Tag): boolean => /^(?:rel)?ref$/.test(name);
