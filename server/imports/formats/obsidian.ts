import { posix } from 'node:path';
import { slugOf } from '../../../contract/heading-id.ts';
import { changeLinks, linksIn } from '../../text/markdown/addresses.ts';
import { parse } from '../../text/markdown/parse.ts';
import type { Archive } from '../archive.ts';
import { wikiTargets } from '../loose-links.ts';
import { replaceInText } from '../dialects/outside-code.ts';
import { hasTopHeading } from '../../text/markdown/sections.ts';
import { withMarks } from '../dialects/toggles-and-marks.ts';
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
    return {
      pages: archive.files
        .filter(({ path }) => isPage(path))
        .map((file) => pageOfFile(archive, file, (page) => readNote(page, file.path))),
      files: archive.files.filter(({ path }) => !isPage(path)),
      aliases: await otherNames(archive, isPage),
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
    wikiLinks += wikiTargets(page.content).filter((target) => resolve(file.path, target)).length;
    links += linksIn(parse(page.content)).filter((target) => resolve(file.path, target)).length;
  }
  return wikiLinks > links;
}

const isDeleted = (path: string) => /(?:^|\/)\.trash\//.test(path);

/** Links may use an alias of a page, unless a page has that name. */
async function otherNames(archive: Archive, isPage: (path: string) => boolean): Promise<Map<string, string>> {
  const pages = archive.files.filter(({ path }) => isPage(path));
  const real = new Set(pages.map(({ path }) => posix.basename(path).toLowerCase()));
  const names = new Map<string, string>();
  for (const file of pages) {
    const page = readMarkdown(await archive.read(file));
    if ('problem' in page) continue;
    for (const name of listOf(page.fields['aliases'] ?? page.fields['alias']))
      if (!real.has(`${name.toLowerCase()}.md`) && !names.has(name)) names.set(name, file.path);
  }
  return names;
}

function readNote({ fields, content }: PageText, path: string): PageText {
  const { aliases, alias, tag, cssclasses: _, cssclass: __, ...others } = fields;
  const names = listOf(aliases ?? alias);
  const described = typeof others['excerpt'] === 'string' ? others['excerpt'] : others['description'];
  const also = names.length > 0 ? `Also called ${names.join(', ')}` : '';
  const excerpt = [described, also].filter((text) => typeof text === 'string' && text !== '').join('\n');
  const tags = [...listOf(fields['tags'] ?? tag), ...tagsIn(content)].map((name) => name.replace(/^#/, ''));
  return {
    // A note is named by its file. The heading of a section is no title.
    fields: {
      ...(!hasTopHeading(parse(content)) && { title: withoutMarkdown(posix.basename(path)) }),
      ...others,
      tags: [...new Set(tags)],
      ...(excerpt && { excerpt }),
    },
    content: withHeadingIds(withMarks(withHiddenComments(content))),
  };
}

/** A list, or words separated by commas or whitespace. */
const listOf = (value: unknown): string[] => {
  const list: unknown[] = Array.isArray(value) ? value : typeof value === 'string' ? value.split(/,\s*/) : [];
  return list
    .filter((item) => typeof item === 'string' && item.trim() !== '')
    .map((item) => String(item).trim());
};

/** `#net/core`: a word with at least one character that is not a digit. */
function tagsIn(content: string): string[] {
  const found: string[] = [];
  replaceInText(content, /(?<=^|\s)#([\p{L}\p{N}_/-]*[\p{L}_][\p{L}\p{N}_/-]*)/gmu, (whole, tag = '') => {
    found.push(tag);
    return whole;
  });
  return found;
}

/** Links name a heading by its text, and a block by an id that documents here lack. */
const withHeadingIds = (content: string): string =>
  changeLinks(content, (address) => {
    const [, page = '', part = ''] = /^([^#?]*)#(.+)$/s.exec(address) ?? [];
    // A part of another file, such as a page of a PDF, is not a heading.
    const isNote = page === '' || (mayBeFile(page) && (isMarkdown(page) || posix.extname(page) === ''));
    if (part === '' || !isNote) return undefined;
    const heading = unescaped(part).split('#').at(-1) ?? '';
    if (heading.startsWith('^')) return page === '' ? undefined : page;
    return `${page}#${slugOf(heading)}`;
  });

/** `%%…%%` is a comment for the writer. */
const withHiddenComments = (content: string): string =>
  replaceInText(content, /%%([\s\S]*?)%%/g, (_, text = '') => `<!--${text.replaceAll('--', '- -')}-->`);
