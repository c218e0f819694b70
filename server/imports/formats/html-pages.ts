import type { Root } from 'hast';
import type { Archive, ArchiveFile } from '../archive.ts';
import { withoutPictures } from '../embedded-pictures.ts';
import { markdownOf } from '../html/as-markdown.ts';
import { findElement, replaceElements, textIn, type Report } from '../html/elements.ts';
import { noteInPlaceOf } from '../html/note-boxes.ts';
import { wideEncodingOf } from '../../text/wide-encoding.ts';
import { isMarkdown } from '../resolve.ts';
import type { Format, PageText, SourcePage } from './format.ts';

export const isHtml = (path: string): boolean => /\.html?$/i.test(path);

/** A page in an HTML file. `prepare` extracts the fields from the tree and leaves the text. */
export const pageOfHtml = (
  archive: Archive,
  file: ArchiveFile,
  prepare: (tree: Root, report: Report) => PageText['fields'] = (tree) => {
    withNotes(tree);
    return titleOf(tree);
  },
): SourcePage => ({
  path: file.path,
  read: async () => {
    const { text: html, pictures } = withoutPictures(textOfPage(await archive.read(file)));
    let fields: PageText['fields'] = {};
    const { markdown, changes } = await markdownOf(html, (tree, report) => {
      fields = prepare(tree, report);
    });
    const lost = html.includes('\ufffd') ? ['Some of its letters cannot be read and are lost'] : [];
    return { fields, content: markdown, changes: [...changes, ...lost], pictures };
  },
});

/** Bytes in which a page declares its encoding, as in browsers. */
const HEAD = 1_024;

/** Decodes by byte order mark, as UTF-8, by the declared encoding, or as Windows-1252 like old pages. */
function textOfPage(bytes: Buffer): string {
  const wide = wideEncodingOf(bytes);
  if (wide) return new TextDecoder(wide).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const head = bytes.subarray(0, HEAD).toString('latin1');
    const [, declared = ''] = /<meta\b[^>]*?\bcharset\s*=\s*["']?\s*([\w-]+)/i.exec(head) ?? [];
    return decoderOf(declared).decode(bytes);
  }
}

function decoderOf(declared: string): InstanceType<typeof TextDecoder> {
  try {
    // A declaration readable as ASCII cannot be UTF-16.
    return new TextDecoder(/^utf-16/i.test(declared) ? 'utf-8' : declared);
  } catch {
    return new TextDecoder('windows-1252');
  }
}

export function titleOf(tree: Root): PageText['fields'] {
  const found =
    findElement(tree, ({ tagName }) => tagName === 'h1') ??
    findElement(tree, ({ tagName }) => tagName === 'title');
  const title = found ? textIn(found).trim().replaceAll(/\s+/g, ' ') : '';
  return { ...(title && { title }), published: 'true' };
}

export const withNotes = (tree: Root): void =>
  replaceElements(tree, (found) => {
    const box = noteInPlaceOf(found);
    return box && [box];
  });

/** HTML pages of any product, for a zip without markdown. */
export const htmlPages: Format = {
  name: 'HTML',
  isMine: ({ files }) =>
    files.some(({ path }) => isHtml(path)) && !files.some(({ path }) => isMarkdown(path)),
  open: async (archive) => ({
    pages: archive.files.filter(({ path }) => isHtml(path)).map((file) => pageOfHtml(archive, file)),
    files: archive.files.filter(({ path }) => !isHtml(path)),
  }),
};
