import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { stringify } from 'yaml';
import * as z from 'zod';
import { BadArchive } from '../archive.ts';
import { markdownOf } from './html.ts';
import { withoutClasses } from './wikijs.ts';

/** The export that administrators of Wiki.js start: all pages in `pages.json.gz`, images and files under `assets/`. */
export const PAGES = 'pages.json.gz';
export const ASSETS = 'assets/';

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

/** The pages as markdown files, by path; each is written when it is asked for. */
export async function pagesOfWikiJs(packed: Buffer): Promise<Map<string, () => Promise<string>>> {
  const pages = new Map<string, () => Promise<string>>();
  for (const page of await unpacked(packed)) {
    // Paths come out of the file, so they are as safe as those of a zip only from here on.
    const parts = page.path.replaceAll(/\p{Cc}|\\/gu, '').split('/');
    const path = parts.filter((part) => !/^\.*$/.test(part)).join('/');
    // The same address in several languages: each is a page.
    let name = `${path}.md`;
    for (let n = 2; pages.has(name); n++) name = `${path} ${n}.md`;
    pages.set(name, () => fileOf(page));
  }
  return pages;
}

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

async function fileOf({
  title,
  description,
  updatedAt,
  isPublished,
  tags,
  content,
  contentType,
}: Page): Promise<string> {
  const fields = {
    title,
    description: description ?? '',
    date: updatedAt ?? '',
    published: Boolean(isPublished),
    tags: (tags ?? []).map(({ tag }) => tag),
  };
  return `---\n${stringify(fields)}---\n\n${contentType === 'html' ? await markdownOf(content) : withoutClasses(content)}`;
}
