import { codeIn, overlaps } from '../../text/markdown/code.ts';
import type { Span } from '../../text/markdown/content.ts';
import type { Edit } from '../../text/markdown/edits.ts';
import type { Markdown } from '../../text/markdown/parse.ts';
import { isKindOfNote } from '../html/elements.ts';
import { isPicture } from '../stored-files.ts';
import { isFolded } from './notes.ts';
import { PICTURE_NAME, plainSource, plainSources } from './site-sources.ts';

/**
 * Tags of site generators: `{{< note >}}` of Hugo, `{% hint %}` of GitBook and Jekyll, and components that an MDX page
 * imports. A pair becomes a box between `:::` lines.
 */

/** The lengths are bounded, so that no text takes long. */
const NAME = String.raw`(?<slash>\/?)\s{0,9}(?<name>\w[\w/.-]{0,99})`;
const GIVEN = String.raw`(?<given>(?:"[^"]{0,1000}"|[^"{}<>]){0,1000}?)`;
const TAGS = [
  String.raw`\{\{(?<mark>[<%])\s{0,9}${NAME}${GIVEN}(?<alone>\/?)[>%]\}\}`,
  String.raw`\{%-?\s{0,9}(?<slash>(?:end)?)(?<name>\w{1,50}(?:-\w{1,50}){0,3})${GIVEN}(?<alone>)-?%\}`,
  String.raw`<(?<slash>\/?)(?<name>[A-Z]\w{0,99})${GIVEN.replace('?:', String.raw`?:\{\{?[^{}]{0,1000}\}{1,2}|`)}(?<alone>\/?)>`,
].map((source) => new RegExp(source, 'g'));
const HINTS = /\{\{[<%]|\{%|^import\s|\{\/\*|<[A-Z]\w{0,99}\s[^<>]{0,500}\/>/m;
const IMPORT = /^import\s+([^'"\n]{1,500}?)\s+from\s+['"]([^'"\n]{1,500})['"];?[ \t]*\r?$/gm;
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
  /** Those of `bare` in quotation marks. */
  quoted: string[];
};

/** `unknown`: names of tags that stay as text. `isProgram`: the page imports components. */
export function editsOfTags(page: Markdown): { edits: Edit[]; unknown: string[]; isProgram: boolean } {
  const { source } = page;
  if (!HINTS.test(source)) return { edits: [], unknown: [], isProgram: false };
  const code = codeIn(page);
  const isOutside = (span: Span) => !overlaps(code, span);
  const imports = matchesIn(source, IMPORT).filter(isOutside);
  const components = new Set(imports.flatMap(({ groups }) => groups[1]?.match(/\w+/g) ?? []));
  const pictures = new Map(
    imports.flatMap(({ groups: [, name = '', path = ''] }) =>
      isPicture(path) ? [[name.trim(), path] as const] : [],
    ),
  );
  const isProgram = components.size > 0;
  const comments = matchesIn(source, COMMENT)
    .filter(isOutside)
    .map(({ groups: [, ...text], ...span }) => ({
      ...span,
      text: `<!--${text.join('').replaceAll('--', '- -')}-->`,
    }));
  const templates = isProgram ? matchesIn(source, TEMPLATE) : [];
  const edits: Edit[] = [
    ...imports.map(({ start, end }) => ({ start, end, text: '' })),
    ...comments,
    ...matchesIn(source, PICTURE_NAME).flatMap(({ start, end, groups: [, name = '', picture = ''] }) => {
      const path = pictures.get(picture);
      return path === undefined ? [] : [{ start, end, text: plainSource(name, '', path) }];
    }),
    ...templates.map(({ start, end, groups }) => ({
      start,
      end,
      text: (groups[1] ?? '').replaceAll(/\\([\\`$])/g, '$1'),
    })),
  ];
  const tags = tagsIn(source, components, pictures).filter(
    (tag) => isOutside(tag) && !overlaps(comments, tag),
  );
  const written = new Map(pairsOf(tags).flatMap((pair) => boxAround(pair, source)));
  const unknown = new Set<string>();
  for (const tag of tags) {
    const text = written.get(tag) ?? textOfTag(tag);
    if (text !== undefined) edits.push({ start: tag.start, end: tag.end, text });
    else if (!isLink(tag)) unknown.add(tag.name);
  }
  return { edits, unknown: [...unknown], isProgram };
}

type Match = Span & { groups: string[] };

const matchesIn = (source: string, pattern: RegExp): Match[] =>
  [...source.matchAll(pattern)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    groups: [...match].map((found: string | undefined) => found ?? ''),
  }));

/** `{`…`}` between two tags of MDX is text. */
const TEMPLATE = /(?<=>\s{0,99})\{`((?:[^`\\]|\\[\s\S]){0,5000})`\}(?=\s{0,99}<)/g;

/** The tags of a source in order. */
function tagsIn(source: string, components: Set<string>, pictures: Map<string, string>): Tag[] {
  const found = TAGS.flatMap((pattern) => [...source.matchAll(pattern)]).toSorted(
    (a, b) => a.index - b.index,
  );
  const tags: Tag[] = [];
  for (const { index: start, 0: whole, groups = {} } of found) {
    const { mark = '', name = '', given = '' } = groups;
    const isOther = whole.startsWith('<') && !components.has(name) && !isLabel(groups);
    if (isOther || start < (tags.at(-1)?.end ?? 0)) continue;
    tags.push({
      start,
      end: start + whole.length,
      isRaw: mark === '<',
      name: name.split('/').at(-1) ?? name,
      isClosing: groups['slash'] !== '',
      isAlone: groups['alone'] !== '',
      ...valuesIn(plainSources(given, pictures)),
    });
  }
  return tags;
}

/** `<Badge text="v2" />`, which VitePress needs not import. */
const isLabel = ({ alone, given = '' }: Record<string, string | undefined>): boolean =>
  alone === '/' && /\stext\s*=/.test(given);

function valuesIn(given: string): Pick<Tag, 'named' | 'bare' | 'quoted'> {
  const named: Record<string, string> = {};
  const bare: string[] = [];
  const quoted: string[] = [];
  for (const { groups = {} } of given.matchAll(VALUE)) {
    const value = groups['quoted'] ?? groups['word'] ?? groups['bare'] ?? groups['single'] ?? '';
    if (groups['key']) named[groups['key'].toLowerCase()] = value;
    else bare.push(value);
    if (groups['bare']) quoted.push(value);
  }
  return { named, bare, quoted };
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
  const { named, bare, quoted, name } = tag;
  const isAnyNote = /^(?:alert|callout|admonition|notice|hint)$/i.test(name);
  const values = [named['type'], named['style'], named['color'], named['kind'], ...bare];
  const words = isAnyNote ? values : [name, ...values];
  const kind = words.find((word) => word !== undefined && isKindOfNote(word));
  const titles = [named['title'], named['header'], named['label'], named['name'], named['summary']];
  const isCodeTag = /^highlight$/i.test(name);
  const title = (
    titles.find(Boolean) ??
    bare.find((word) => word !== kind && /\W/.test(word)) ??
    (isCodeTag ? undefined : quoted.find((word) => word !== kind)) ??
    (/^tab(?:item)?$/i.test(name) ? named['value'] : undefined) ??
    ''
  ).replaceAll(/\s+/g, ' ');
  const language =
    named['lang'] ?? named['codelang'] ?? named['language'] ?? (isCodeTag ? bare[0] : undefined);
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
