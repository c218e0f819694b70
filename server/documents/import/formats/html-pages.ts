import type { Root } from 'hast';
import type { Archive, ArchiveFile } from '../archive.ts';
import { markdownOf } from '../html/as-markdown.ts';
import { findElement, textIn } from '../html/elements.ts';
import type { Tell } from '../html/elements.ts';
import { isMarkdown } from '../resolve.ts';
import type { Format, PageText, SourcePage } from './format.ts';

export const isHtml = (path: string): boolean => /\.html?$/i.test(path);

/** A page in a file of HTML; `prepare` takes its fields out of the tree and leaves its text. */
export const pageOfHtml = (
  archive: Archive,
  file: ArchiveFile,
  prepare: (tree: Root, tell: Tell) => PageText['fields'] = (tree) => titleOf(tree),
): SourcePage => ({
  path: file.path,
  read: async () => {
    const html = (await archive.read(file)).toString('utf8');
    let fields: PageText['fields'] = {};
    const { markdown, changes } = await markdownOf(html, (tree, tell) => {
      fields = prepare(tree, tell);
    });
    return { fields, content: markdown, changes };
  },
});

export function titleOf(tree: Root): PageText['fields'] {
  const found =
    findElement(tree, ({ tagName }) => tagName === 'h1') ??
    findElement(tree, ({ tagName }) => tagName === 'title');
  const title = found ? textIn(found).trim().replaceAll(/\s+/g, ' ') : '';
  return { ...(title && { title }), published: 'true' };
}

/** Pages in HTML of any product, where a zip holds no markdown. */
export const htmlPages: Format = {
  name: 'HTML',
  isMine: ({ files }) =>
    files.some(({ path }) => isHtml(path)) && !files.some(({ path }) => isMarkdown(path)),
  open: async (archive) => ({
    pages: archive.files.filter(({ path }) => isHtml(path)).map((file) => pageOfHtml(archive, file)),
    files: archive.files.filter(({ path }) => !isHtml(path)),
  }),
};
