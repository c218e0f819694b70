import { stringify } from 'yaml';
import * as z from 'zod';
import { LIMITS } from '../../../../contract/documents.ts';
import { safeName } from '../../export/page-file.ts';
import { BadArchive } from '../archive.ts';
import { markdownOf } from './html.ts';

/**
 * The portable zip of BookStack: `data.json` holds a book, a chapter or a page with all that is in it, `files/` what they
 * refer to as [[bsexport:kind:name]].
 */
const Tag = z.object({ name: z.string(), value: z.string().nullish() });
const Page = z.object({
  id: z.number().nullish(),
  name: z.string(),
  html: z.string().nullish(),
  markdown: z.string().nullish(),
  tags: z.array(Tag).nullish(),
});
const Chapter = z.object({
  id: z.number().nullish(),
  name: z.string(),
  pages: z.array(Page).nullish(),
});
const Book = Chapter.extend({ chapters: z.array(Chapter).nullish() });
const Data = z.object({ book: Book.optional(), chapter: Chapter.optional(), page: Page.optional() });
type Page = z.infer<typeof Page>;

type Placed = { page: Page; folders: string[] };

/** Writes a page as a markdown file, when it is asked for. */
type Write = () => Promise<string>;

/** The pages of the export as markdown files, by path. Undefined where `data.json` is of something else. */
export function pagesOfBookStack(json: string): Map<string, Write> | undefined {
  const data = Data.safeParse(parsed(json)).data;
  if (!data?.book && !data?.chapter && !data?.page) return undefined;
  const { book, chapter, page } = data;
  const placed: Placed[] = [];
  const first = new Map<string, Placed>();
  const add = (kind: string, id: number | null | undefined, pages: Page[], folders: string[]) => {
    const before = placed.length;
    for (const one of pages) placed.push({ page: one, folders });
    const opens = placed[before];
    if (opens) first.set(`${kind}:${id}`, opens);
  };
  for (const one of book?.chapters ?? [])
    add('chapter', one.id, one.pages ?? [], [book?.name ?? '', one.name]);
  if (book) add('book', book.id, book.pages ?? [], [book.name]);
  if (chapter) add('chapter', chapter.id, chapter.pages ?? [], [chapter.name]);
  if (page) add('alone', page.id, [page], []);
  return filesOf(placed, first);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new BadArchive('The zip is damaged: its data.json cannot be read');
  }
}

function filesOf(placed: Placed[], first: Map<string, Placed>): Map<string, Write> {
  const paths = new Map<Placed, string>();
  const targets = new Map<string, string>();
  const taken = new Set<string>();
  for (const one of placed) {
    const name = [...one.folders, one.page.name].map(safeName).join('/');
    let path = `${name}.md`;
    for (let n = 2; taken.has(path.toLowerCase()); n++) path = `${name} ${n}.md`;
    taken.add(path.toLowerCase());
    paths.set(one, path);
    targets.set(`page:${one.page.id}`, path);
  }
  for (const [key, one] of first) targets.set(key, paths.get(one) ?? '');
  return new Map(placed.map((one) => [paths.get(one) ?? '', () => fileOf(one, targets)]));
}

async function fileOf({ page, folders }: Placed, targets: Map<string, string>): Promise<string> {
  const tags = (page.tags ?? []).map(({ name, value }) =>
    (value ? `${name}: ${value}` : name).slice(0, LIMITS.tag),
  );
  const fields = {
    title: page.name.slice(0, LIMITS.title),
    ...(folders.length > 0 && { category: folders.at(-1)?.slice(0, LIMITS.category) }),
    ...(tags.length > 0 && { tags: tags.slice(0, LIMITS.tags) }),
    // What stood in BookStack was there for its readers.
    published: true,
  };
  const content = page.markdown?.trim()
    ? page.markdown
    : await markdownOf(withAddresses(page.html ?? '', targets));
  return `---\n${stringify(fields)}---\n\n${withAddresses(content, targets)}`;
}

/** References lead to places in the zip, counted from its top. */
const withAddresses = (text: string, targets: Map<string, string>): string =>
  text.replaceAll(/\[\[bsexport:([a-z]+):([^\]]+)\]\]/g, (whole, kind: string, name: string) => {
    const isFile = kind === 'image' || kind === 'attachment';
    const path = isFile ? `files/${name}` : targets.get(`${kind}:${name}`);
    return path ? `/${path.split('/').map(encodeURIComponent).join('/')}` : whole;
  });
