import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import * as z from 'zod';
import { BadArchive } from '../archive.ts';
import { findFile } from './format.ts';
import type { Format, PageText } from './format.ts';
import { shortAddresses, textOfBody } from './wikijs.ts';

/** The export that administrators of Wiki.js start: all pages in `pages.json.gz`, images and files under `assets/`. */
const PAGES = 'pages.json.gz';
const ASSETS = 'assets/';

/** MB of pages unpacked; they are read in one go, and everybody waits meanwhile. */
const LARGEST = 64;

const Page = z.object({
  path: z.string(),
  title: z.string(),
  description: z.string().nullish(),
  content: z.string(),
  contentType: z.string(),
  // Some of its databases know no truth values.
  isPublished: z.union([z.boolean(), z.number()]),
  updatedAt: z.string().nullish(),
  tags: z.array(z.object({ tag: z.string() })).nullish(),
});
type Page = z.infer<typeof Page>;

export const wikiJsExport: Format = {
  name: 'Wiki.js',
  isMine: (archive) => findFile(archive, PAGES) !== undefined,
  open: async (archive) => {
    const data = findFile(archive, PAGES);
    const pages = new Map<string, Page>();
    for (const page of data ? await unpacked(await archive.read(data)) : []) {
      // Paths come out of the file, so they are as safe as those of a zip only from here on.
      const parts = page.path.replaceAll(/\p{Cc}|\\/gu, '').split('/');
      const path = parts.filter((part) => !/^\.*$/.test(part)).join('/');
      // The same address in several languages: each is a page.
      let name = `${path}.md`;
      for (let n = 2; pages.has(name); n++) name = `${path} ${n}.md`;
      pages.set(name, page);
    }
    // Files are seen where pages name them.
    const files = archive.files
      .filter((file) => file !== data)
      .map((file) =>
        file.path.startsWith(ASSETS) ? { ...file, path: file.path.slice(ASSETS.length) } : file,
      );
    const others = files.filter(({ path }) => !pages.has(path));
    return {
      pages: [...pages].map(([path, page]) => ({ path, read: () => readPage(page, pages) })),
      files: others,
    };
  },
};

async function unpacked(packed: Buffer): Promise<Page[]> {
  try {
    const json = await promisify(gunzip)(packed, { maxOutputLength: LARGEST * 1024 ** 2 });
    return z.array(Page).parse(JSON.parse(json.toString('utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw new BadArchive(`Its ${PAGES} unpacks to more than ${LARGEST} MB, the most that is taken`);
    throw new BadArchive(`The zip is damaged: its ${PAGES} cannot be read`);
  }
}

async function readPage(page: Page, paths: { has(path: string): boolean }): Promise<PageText> {
  const { title, description, updatedAt, isPublished, tags, content, contentType } = page;
  const fields = {
    title,
    description: description ?? '',
    date: updatedAt ?? '',
    published: String(Boolean(isPublished)),
    tags: (tags ?? []).map(({ tag }) => tag),
  };
  const body = await textOfBody(content, contentType === 'html');
  return { ...body, fields, content: shortAddresses(body.content, paths) };
}
