import { posix } from 'node:path';
import { slugOf } from '../../../contract/shared/heading-id.ts';
import { linksIn } from '../../text/markdown/addresses.ts';
import { codeIn, overlaps } from '../../text/markdown/code.ts';
import { parse, type Markdown } from '../../text/markdown/parse.ts';
import type { Archive } from '../archive.ts';
import { wikiTargets } from '../loose-links.ts';
import { BLOCK_ID, idOfBlock } from '../dialects/word-rows.ts';
import type { Edit } from '../../text/markdown/edits.ts';
import { hasTopHeading } from '../../text/markdown/sections.ts';
import type { Format, PageText } from './format.ts';
import { isMarkdown, mayBeFile, resolverFor, unescaped, withoutMarkdown } from '../resolve.ts';
import { pageOfFile, readMarkdown } from './markdown.ts';

/** An Obsidian vault: markdown with `[[links]]`, callouts, tags in the text and page aliases. */

/** Pages examined when the zip lacks the vault's settings folder. */
const SAMPLE = 200;

export const obsidian: Format = {
  name: 'Obsidian',
  isMine: async (archive) =>
    archive.files.some(({ path }) => /(?:^|\/)\.obsidian\//.test(path)) || hasMostlyWikiLinks(archive),
  open: async (archive) => {
    const isPage = (path: string) => isMarkdown(path) && !isDeleted(path);
    const deleted = archive.files.filter(({ path }) => isMarkdown(path) && isDeleted(path));
    const canvases = archive.files.filter(({ path }) => /\.canvas$/i.test(path));
    const { names, blocks } = await namesIn(archive, isPage);
    return {
      pages: archive.files
        .filter(({ path }) => isPage(path))
        .map((file) =>
          pageOfFile(archive, file, {
            products: ['Obsidian'],
            address: (target) => addressOf(target, blocks),
            edits: (markdown) => editsOfBlockLinks(markdown, blocks),
            change: (page, markdown) => readNote(page, markdown, file.path),
          }),
        ),
      files: archive.files.filter(({ path }) => !isPage(path)),
      aliases: names,
      problems: [
        ...deleted.map(({ path }) => ({ path, reason: 'It is in the bin of the vault', isLeftOut: true })),
        ...canvases.map(({ path }) => ({
          path,
          reason: 'It is a canvas, which a document cannot show',
          isLeftOut: true,
        })),
      ],
    };
  },
};

/** Other tools read `[[page]]` as well, or mean something else by it: only links that lead to a page of the zip count. */
async function hasMostlyWikiLinks(archive: Archive): Promise<boolean> {
  const resolve = resolverFor(archive.files.map(({ path }) => path));
  let wikiLinks = 0;
  let links = 0;
  for (const file of archive.files.filter(({ path }) => isMarkdown(path)).slice(0, SAMPLE)) {
    const page = readMarkdown(await archive.read(file));
    if ('problem' in page || page.addresses) continue;
    const markdown = parse(page.content);
    wikiLinks += wikiTargets(markdown).filter((target) => resolve(file.path, target)).length;
    links += linksIn(markdown).filter((target) => resolve(file.path, target)).length;
  }
  return wikiLinks > links;
}

const isDeleted = (path: string) => /(?:^|\/)\.trash\//.test(path);

/** Links may use an alias of a page, unless a page has that name, and the id of a block. */
async function namesIn(
  archive: Archive,
  isPage: (path: string) => boolean,
): Promise<{ names: Map<string, string>; blocks: Set<string> }> {
  const pages = archive.files.filter(({ path }) => isPage(path));
  const real = new Set(pages.map(({ path }) => posix.basename(path).toLowerCase()));
  const names = new Map<string, string>();
  const blocks = new Set<string>();
  for (const file of pages) {
    const page = readMarkdown(await archive.read(file));
    if ('problem' in page) continue;
    for (const [, id = ''] of page.content.matchAll(BLOCK_ID)) blocks.add(id);
    for (const name of listOf(page.fields['aliases'] ?? page.fields['alias']))
      if (!real.has(`${name.toLowerCase()}.md`) && !names.has(name)) names.set(name, file.path);
  }
  return { names, blocks };
}

function readNote({ fields, content }: PageText, markdown: Markdown, path: string): PageText {
  const { aliases, alias, tag, cssclasses: _, cssclass: __, ...others } = fields;
  const names = listOf(aliases ?? alias);
  const described = typeof others['excerpt'] === 'string' ? others['excerpt'] : others['description'];
  const also = names.length > 0 ? `Also called ${names.join(', ')}` : '';
  const excerpt = [described, also].filter((text) => typeof text === 'string' && text !== '').join('\n');
  const tags = [...listOf(fields['tags'] ?? tag), ...tagsIn(markdown)].map((name) => name.replace(/^#/, ''));
  return {
    // A note is named by its file. The heading of a section is no title.
    fields: {
      ...(!hasTopHeading(markdown) && { title: withoutMarkdown(posix.basename(path)) }),
      ...others,
      tags: [...new Set(tags)],
      ...(excerpt && { excerpt }),
    },
    content,
    changes: queriesIn(markdown).map((name) => `What Obsidian makes of a query stays as the query: ${name}`),
  };
}

/** Languages of blocks that Obsidian and its plugins replace by a list or table. */
const queriesIn = ({ blocks }: Markdown): string[] => [
  ...new Set(
    blocks
      .map(({ info }) => info.trim())
      .filter((info) => /^(?:dataview(?:js)?|query|tasks|base)$/.test(info)),
  ),
];

/** A list, or words separated by commas or whitespace. */
const listOf = (value: unknown): string[] => {
  const list: unknown[] = Array.isArray(value) ? value : typeof value === 'string' ? value.split(/,\s*/) : [];
  return list
    .filter((item) => typeof item === 'string' && item.trim() !== '')
    .map((item) => String(item).trim());
};

/** `#net/core`: a word with at least one character that is not a digit. */
function tagsIn(page: Markdown): string[] {
  const found = [...page.source.matchAll(/(?<=^|\s)#([\p{L}\p{N}_/-]*[\p{L}_][\p{L}\p{N}_/-]*)/gmu)];
  const code = found.length > 0 ? codeIn(page) : [];
  return found.flatMap(({ index, 0: whole, 1: tag = '' }) =>
    overlaps(code, { start: index, end: index + whole.length }) ? [] : [tag],
  );
}

/** Links name a heading by its text, and a block by its id. A block that no page has is the whole page. */
function addressOf(address: string, blocks: Set<string>): string | undefined {
  const [, page = '', part = ''] = /^([^#?]*)#(.+)$/s.exec(address) ?? [];
  // A part of another file, such as a page of a PDF, is not a heading.
  const isNote = page === '' || (mayBeFile(page) && (isMarkdown(page) || posix.extname(page) === ''));
  if (part === '' || !isNote) return undefined;
  const heading = unescaped(part).split('#').at(-1) ?? '';
  if (!heading.startsWith('^')) return `${page}#${slugOf(heading)}`;
  if (blocks.has(heading.slice(1))) return `${page}#${idOfBlock(heading.slice(1))}`;
  return page === '' ? undefined : page;
}

/** `[[Page#^id]]` leads to the anchor of the block, and has the words that it has in Obsidian. */
const editsOfBlockLinks = ({ source }: Markdown, blocks: Set<string>): Edit[] =>
  [...source.matchAll(/(?<=\[\[([^[\]|#\n]{1,500}))#\^([\w-]+)(?=([|\]]))/g)].map(
    ({ index, 0: whole, 1: name = '', 2: id = '', 3: next }) => {
      const words = next === ']' ? `|${name}` : '';
      return {
        start: index,
        end: index + whole.length,
        text: blocks.has(id) ? `#${idOfBlock(id)}${words}` : '',
      };
    },
  );
