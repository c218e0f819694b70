import type { Archive, ArchiveFile } from '../archive.ts';
import { changeLinks } from '../../../markdown-links.ts';
import { pagesOfBookStack } from './bookstack.ts';
import { ASSETS, PAGES, pagesOfWikiJs } from './wikijs-export.ts';
import { isPageOfWikiJs, pageOfWikiJs, withoutLocale } from './wikijs.ts';

/**
 * The zip as one of markdown pages: what other wikis export is seen as the pages it stands for, everything else as it is.
 * The same zip always gives the same pages, so that an import that was cut off goes on where it was.
 */
export async function asMarkdown(archive: Archive): Promise<Archive> {
  const data = archive.files.find(({ path }) => path === 'data.json');
  const paths = new Set(archive.files.map(({ path }) => path));
  const bookStack = data && pagesOfBookStack((await archive.read(data)).toString('utf8'), paths);
  if (data && bookStack)
    return {
      ...withPages(archive, data, bookStack.pages),
      lostIn: (path) => bookStack.lost.get(path) ?? [],
    };
  const exported = archive.files.find(({ path }) => path === PAGES);
  if (exported) return withExport(archive, exported);
  return withWikiJs(archive);
}

/** Files of its export are seen where its pages name them. */
async function withExport(archive: Archive, data: ArchiveFile): Promise<Archive> {
  const pages = await pagesOfWikiJs(await archive.read(data));
  const originals = new Map<string, ArchiveFile>();
  const files = archive.files.map((file) => {
    if (!file.path.startsWith(ASSETS)) return file;
    const path = file.path.slice(ASSETS.length);
    originals.set(path, file);
    return { ...file, path };
  });
  const read = (file: ArchiveFile) => archive.read(originals.get(file.path) ?? file);
  const whole = withPages({ ...archive, files, read }, data, pages);
  return {
    ...whole,
    read: async (file) => {
      const bytes = await whole.read(file);
      return pages.has(file.path) ? Buffer.from(changeLinks(bytes.toString('utf8'), shortIn(pages))) : bytes;
    },
  };
}

/** Addresses without the language, but for pages of a folder that is called like one. */
const shortIn = (paths: { has: (path: string) => boolean }) => (target: string) =>
  paths.has(`${target.slice(1)}.md`) ? undefined : withoutLocale(target);

/** The folder of a language, where every page lies in one: en/, pt-BR/. */
const LOCALE = /^[a-z]{2}(?:-[a-z]{2})?\//i;

/** Addresses without the language lead into the folder of the page's own. */
const longIn = (paths: { has: (path: string) => boolean }, locale: string) => (target: string) => {
  const [, address = '', rest = ''] = /^\/([^?#]*)(.*)$/s.exec(target) ?? [];
  const isPage = address !== '' && !paths.has(`${address}.md`) && paths.has(`${locale}${address}.md`);
  return isPage ? `/${locale}${address}${rest}` : undefined;
};

/** In place of the one file that holds them all. */
function withPages(archive: Archive, data: ArchiveFile, pages: Map<string, () => Promise<string>>): Archive {
  const files = [...pages.keys()].map((path) => ({ ...data, path }));
  const others = archive.files.filter((file) => file.path !== data.path && !pages.has(file.path));
  return {
    ...archive,
    files: [...files, ...others],
    read: async (file) => {
      const write = pages.get(file.path);
      return write ? Buffer.from(await write()) : archive.read(file);
    },
  };
}

const MARKDOWN_OR_HTML = /\.(md|html)$/i;

/** Pages of Wiki.js keep their place; those in HTML become markdown beside it. */
async function withWikiJs(archive: Archive): Promise<Archive> {
  const originals = new Map<string, ArchiveFile>();
  for (const file of archive.files) {
    if (!MARKDOWN_OR_HTML.test(file.path)) continue;
    const isPage = isPageOfWikiJs((await archive.read(file)).toString('utf8'));
    if (isPage) originals.set(file.path.replace(/\.html$/i, '.md'), file);
  }
  if (originals.size === 0) return archive;
  const known = new Set(originals.values());
  const files = archive.files.map((file) =>
    known.has(file) ? { ...file, path: file.path.replace(/\.html$/i, '.md') } : file,
  );
  const paths = new Set(files.map(({ path }) => path));
  const hasLocales = [...originals.keys()].every((path) => LOCALE.test(path));
  return {
    ...archive,
    files,
    read: async (file) => {
      const original = originals.get(file.path);
      const bytes = await archive.read(original ?? file);
      if (!original) return bytes;
      const [locale = ''] = (hasLocales && LOCALE.exec(file.path)) || [];
      const isTop = locale !== '' && !file.path.slice(locale.length).includes('/');
      const page = await pageOfWikiJs(bytes.toString('utf8'), { hasCategory: !isTop });
      return Buffer.from(changeLinks(page, locale ? longIn(paths, locale) : shortIn(paths)));
    },
  };
}
