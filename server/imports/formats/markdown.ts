import * as z from 'zod';
import { LIMITS } from '../../../contract/shared/document-words.ts';
import { wideEncodingOf } from '../../text/wide-encoding.ts';
import { withoutPictures } from '../embedded-pictures.ts';
import { parsePage, readDialects } from '../dialects/read-dialects.ts';
import { readFrontMatter } from '../front-matter.ts';
import { isOwnPage, readOwnFields } from '../own-page.ts';
import { isMarkdown } from '../resolve.ts';
import type { Archive, ArchiveFile } from '../archive.ts';
import type { Format, PageText, Reading, SourcePage } from './format.ts';
import { isHtml } from './html-pages.ts';
import { readingOfMkDocs } from './mkdocs.ts';

type Problem = { problem: string };

/** Characters of a page and its front matter, without the pictures in its text. */
const LONGEST_PAGE = LIMITS.content + 100_000;
const TOO_LONG = `It has more than ${LIMITS.content.toLocaleString('en-US')} characters. Split it and import again`;

/** Parses a markdown file with front matter. Editors of Windows also write UTF-16. */
export function readMarkdown(bytes: Uint8Array): PageText | Problem {
  try {
    const decoder = new TextDecoder(wideEncodingOf(bytes) ?? 'utf-8', { fatal: true });
    const { text, pictures } = withoutPictures(decoder.decode(bytes));
    if (text.length > LONGEST_PAGE) return { problem: TOO_LONG };
    const matter = readFrontMatter(text);
    if ('problem' in matter) return matter;
    const { data, repeated, content } = matter;
    const own = isOwnPage(data) ? readOwnFields(data) : { fields: data };
    if ('problem' in own || repeated.length === 0) return { ...own, content, pictures };
    return {
      ...own,
      content,
      pictures,
      changes: [`Its front matter names ${repeated.join(', ')} more than once; the last value was taken`],
    };
  } catch {
    return { problem: 'It is not text in UTF-8. Save it as UTF-8 and import again' };
  }
}

/** Almost no page of other products holds the word, so few front matters are read twice. */
function exportedId(bytes: Buffer): string | undefined {
  if (!bytes.subarray(0, LONGEST_FRONT_MATTER).includes('documentId:')) return undefined;
  const page = readMarkdown(bytes);
  return z.uuid().safeParse('fields' in page ? page.fields['documentId'] : undefined).data;
}

/** Bytes; our own is far shorter. */
const LONGEST_FRONT_MATTER = 100_000;

/** A page in its own file. */
export const pageOfFile = (
  archive: Archive,
  file: ArchiveFile,
  { change = (page) => page, prepare, ...dialect }: Reading = {},
): SourcePage => ({
  path: file.path,
  readId: async () => exportedId(await archive.read(file)),
  read: async () => {
    const read = readMarkdown(await archive.read(file));
    // A text of ours only looks like syntax of other products.
    if ('problem' in read || read.addresses) return read;
    const filled = await prepare?.(read.content, file.path);
    const page = { ...read, ...filled, changes: [...(read.changes ?? []), ...(filled?.changes ?? [])] };
    const markdown = parsePage(page.content, dialect.products);
    const changed = change(page, markdown);
    if ('problem' in changed) return changed;
    const isSame = changed.content === page.content;
    const { content, changes } = readDialects(changed.content, dialect, isSame ? markdown : undefined);
    return {
      ...changed,
      pictures: page.pictures,
      content,
      changes: [...new Set([...page.changes, ...(changed.changes ?? []), ...changes])],
    };
  },
});

/**
 * Parts that GitHub, GitLab and docsify show around each page. Documents have their own navigation. A page of that name
 * in an export of this product has a title.
 */
export const isNavigation = (path: string, { fields }: PageText): boolean =>
  /(?:^|\/)_(?:sidebar|header|footer|navbar)\.md$/i.test(path) && fields['title'] === undefined;

export const NAVIGATION: Problem = {
  problem: 'It is the navigation that a wiki shows around its pages, not a page',
};

/** Any zip of markdown files, including our own exports. */
export const markdown: Format = {
  name: 'Markdown',
  isMine: () => true,
  open: async (archive) => {
    const reading = await readingOfMkDocs(archive);
    return {
      pages: archive.files
        .filter(({ path }) => isMarkdown(path))
        .map((file) =>
          pageOfFile(archive, file, {
            ...reading,
            change: (page) => (isNavigation(file.path, page) ? NAVIGATION : page),
          }),
        ),
      files: archive.files.filter(({ path }) => !isMarkdown(path)),
      problems: htmlBeside(archive),
    };
  },
};

/** Sites of markdown hold HTML as templates, so it is no page; one line tells about all of it. */
function htmlBeside({ files }: Archive) {
  const [first, ...others] = files.filter(({ path }) => isHtml(path));
  if (!first) return [];
  const more = others.length > 0 ? `, like ${others.length} more` : '';
  const reason = `It is HTML beside markdown${more}, so it became no document. Put HTML pages into a zip of their own`;
  return [{ path: first.path, reason, isLeftOut: false }];
}
