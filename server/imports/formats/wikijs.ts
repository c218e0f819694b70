import { changeLinks } from '../../text/markdown/addresses.ts';
import { BadArchive, type Archive, type ArchiveFile } from '../archive.ts';
import { markdownOf } from '../html/as-markdown.ts';
import { readDialects } from '../dialects/read-dialects.ts';
import { findFile, type Format, type PageText, type SourcePage } from './format.ts';
import { pageOfFile } from './markdown.ts';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import * as z from 'zod';

/**
 * Pages as Wiki.js writes them to disk: fields as plain lines, without the quotes that YAML needs, between `---` in
 * markdown and in a comment at the top of HTML. Only Wiki.js lists both the editor and the creation date there.
 */
const HEAD = /^(?:---|<!--)\r?\n((?:\w+:[^\n]*\n)*?editor:[^\n]*\n(?:\w+:[^\n]*\n)*)(?:---|-->)\r?\n+/;

/** Limits the search for the end of the fields, in characters. */
const LONGEST_HEAD = 20_000;

const isPage = (path: string) => /\.(md|html)$/i.test(path);

/** Pages keep their path; HTML pages become markdown next to it. */
const pathOf = (path: string) => path.replace(/\.html$/i, '.md');

export const wikiJs: Format = {
  name: 'Wiki.js',
  isMine: async (archive) => (await headedFiles(archive, 1)).length > 0,
  open: async (archive) => {
    const headed = new Set(await headedFiles(archive));
    const own = [...headed].map(({ path }) => pathOf(path));
    const others = archive.files.filter((file) => !headed.has(file));
    const paths = new Set([...own, ...others.map(({ path }) => path)]);
    const hasLocales = own.every((path) => LOCALE.test(path));
    return {
      pages: [
        ...[...headed].map((file) => pageOf(archive, file, paths, hasLocales)),
        ...others.filter(({ path }) => /\.md$/i.test(path)).map((file) => pageOfFile(archive, file)),
      ],
      files: others.filter(({ path }) => !/\.md$/i.test(path)),
    };
  },
};

async function headedFiles(archive: Archive, most = Infinity): Promise<ArchiveFile[]> {
  const found: ArchiveFile[] = [];
  for (const file of archive.files) {
    if (found.length >= most) break;
    if (isPage(file.path) && headOf((await archive.read(file)).toString('utf8'))) found.push(file);
  }
  return found;
}

function headOf(source: string): { fields: string; length: number } | undefined {
  const [whole = '', fields = ''] = HEAD.exec(source.slice(0, LONGEST_HEAD)) ?? [];
  return fields.includes('dateCreated:') ? { fields, length: whole.length } : undefined;
}

type Paths = { has(path: string): boolean };

const pageOf = (archive: Archive, file: ArchiveFile, paths: Paths, hasLocales: boolean): SourcePage => ({
  path: pathOf(file.path),
  read: async () => {
    const source = (await archive.read(file)).toString('utf8');
    const [locale = ''] = (hasLocales && LOCALE.exec(file.path)) || [];
    // A page directly in its language folder has no category.
    const isTop = locale !== '' && !file.path.slice(locale.length).includes('/');
    const address = locale ? longAddress(paths, locale) : shortAddress(paths);
    const page = await readPage(source, address);
    return { ...page, fields: { ...page.fields, ...(isTop && { category: false }) } };
  },
});

async function readPage(source: string, address: Address): Promise<PageText> {
  const head = headOf(source);
  const lines = (head?.fields ?? '').trimEnd().split(/\r?\n/);
  const fields = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const body = await textOfBody(source.slice(head?.length ?? 0), source.startsWith('<!--'), address);
  const { title, description, date, published, tags } = fields;
  return { ...body, fields: { title, description, date, published, tags } };
}

/** The text of a page in either editor. */
async function textOfBody(
  body: string,
  isHtml: boolean,
  address: Address,
): Promise<Pick<PageText, 'content' | 'changes'>> {
  if (!isHtml) return readDialects(body, { products: ['Wiki.js'], address });
  const { markdown, changes } = await markdownOf(body);
  return { content: changeLinks(markdown, address), changes };
}

/** The address in the zip, in place of one of the wiki. */
type Address = (target: string) => string | undefined;

/** A language folder, such as en/ or pt-BR/. */
const LOCALE = /^[a-z]{2}(?:-[a-z]{2})?\//i;

/**
 * Removes the language from addresses such as /en/network/dns, which the zip omits. Keeps folders that only look like a
 * language.
 */
const shortAddress =
  (paths: Paths): Address =>
  (target) =>
    paths.has(`${target.slice(1)}.md`) ? undefined : target.replace(/^\/[a-z]{2}(?:-[a-z]{2})?\//, '/');

/** Addresses without a language refer to the language of the page. */
const longAddress =
  (paths: Paths, locale: string): Address =>
  (target) => {
    const [, address = '', rest = ''] = /^\/([^?#]*)(.*)$/s.exec(target) ?? [];
    const leadsToPage = address !== '' && !paths.has(`${address}.md`) && paths.has(`${locale}${address}.md`);
    return leadsToPage ? `/${locale}${address}${rest}` : undefined;
  };

/** The administrator's export of Wiki.js: all pages in `pages.json.gz`, images and files under `assets/`. */
const PAGES = 'pages.json.gz';
const ASSETS = 'assets/';

/** MB of unpacked pages. They are parsed at once, which blocks other requests. */
const LARGEST = 64;

const WikiJsPage = z.object({
  path: z.string(),
  title: z.string(),
  description: z.string().nullish(),
  content: z.string(),
  contentType: z.string(),
  // Some of its databases have no booleans.
  isPublished: z.union([z.boolean(), z.number()]),
  updatedAt: z.string().nullish(),
  tags: z.array(z.object({ tag: z.string() })).nullish(),
});
type WikiJsPage = z.infer<typeof WikiJsPage>;

export const wikiJsExport: Format = {
  name: 'Wiki.js',
  isMine: (archive) => findFile(archive, PAGES) !== undefined,
  open: async (archive) => {
    const data = findFile(archive, PAGES);
    const pages = new Map<string, WikiJsPage>();
    for (const page of data ? await unpacked(await archive.read(data)) : []) {
      // These paths come from JSON, so they need the checks that zip paths get.
      const parts = page.path.replaceAll(/\p{Cc}|\\/gu, '').split('/');
      const path = parts.filter((part) => !/^\.*$/.test(part)).join('/');
      // Several languages may share an address; each is a page.
      let name = `${path}.md`;
      for (let n = 2; pages.has(name); n++) name = `${path} ${n}.md`;
      pages.set(name, page);
    }
    // Files appear under the addresses that pages use.
    const files = archive.files
      .filter((file) => file !== data)
      .map((file) =>
        file.path.startsWith(ASSETS) ? { ...file, path: file.path.slice(ASSETS.length) } : file,
      );
    const others = files.filter(({ path }) => !pages.has(path));
    return {
      pages: [...pages].map(([path, page]) => ({ path, read: () => readExportedPage(page, pages) })),
      files: others,
    };
  },
};

async function unpacked(packed: Buffer): Promise<WikiJsPage[]> {
  try {
    const json = await promisify(gunzip)(packed, { maxOutputLength: LARGEST * 1024 ** 2 });
    return z.array(WikiJsPage).parse(JSON.parse(json.toString('utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw new BadArchive(`Its ${PAGES} unpacks to more than ${LARGEST} MB, the most that is taken`);
    throw new BadArchive(`The zip is damaged: its ${PAGES} cannot be read`);
  }
}

async function readExportedPage(page: WikiJsPage, paths: { has(path: string): boolean }): Promise<PageText> {
  const { title, description, updatedAt, isPublished, tags, content, contentType } = page;
  const fields = {
    title,
    description: description ?? '',
    date: updatedAt ?? '',
    published: String(Boolean(isPublished)),
    tags: (tags ?? []).map(({ tag }) => tag),
  };
  return { ...(await textOfBody(content, contentType === 'html', shortAddress(paths))), fields };
}
