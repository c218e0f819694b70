import { stringify } from 'yaml';
import * as z from 'zod';
import { LIMITS } from '../../../../contract/documents.ts';
import { safeName } from '../../export/page-file.ts';
import { BadArchive } from '../archive.ts';
import { isMarkdown } from '../resolve.ts';
import { addressOf, attachmentsOf, lostIn, targetsOfFiles, withAddresses } from './bookstack-references.ts';
import type { Targets } from './bookstack-references.ts';
import { markdownOf } from './html.ts';

/**
 * The portable zip of BookStack: `data.json` holds a book, a chapter or a page with all that is in it, `files/` their
 * images and files. Texts refer to both as [[bsexport:kind:id]]; early ones named the file in place of the id.
 */
const Tag = z.object({ name: z.string(), value: z.string().nullish() });
/** Either a link or a file. */
const Attachment = z.object({
  id: z.number().nullish(),
  name: z.string(),
  link: z.string().nullish(),
  file: z.string().nullish(),
});
const Image = z.object({ id: z.number().nullish(), file: z.string() });
const Page = z.object({
  id: z.number().nullish(),
  name: z.string(),
  html: z.string().nullish(),
  markdown: z.string().nullish(),
  priority: z.number().nullish(),
  attachments: z.array(Attachment).nullish(),
  images: z.array(Image).nullish(),
  tags: z.array(Tag).nullish(),
});
const Chapter = z.object({
  id: z.number().nullish(),
  name: z.string(),
  description_html: z.string().nullish(),
  priority: z.number().nullish(),
  pages: z.array(Page).nullish(),
  tags: z.array(Tag).nullish(),
});
const Book = Chapter.extend({ cover: z.string().nullish(), chapters: z.array(Chapter).nullish() });
const Data = z.object({ book: Book.optional(), chapter: Chapter.optional(), page: Page.optional() });
type Page = z.infer<typeof Page>;
type Shelf = Partial<z.infer<typeof Book>> & Pick<Page, 'name'>;

type Placed = { page: Page; folders: string[] };

/** Writes a page as a markdown file, when it is asked for. */
type Write = () => Promise<string>;

export type BookStack = {
  /** Markdown files by path. */
  pages: Map<string, Write>;
  /** Sentences about what each refers to in vain. */
  lost: Map<string, string[]>;
};

/**
 * The pages of the export as markdown files. `paths` are those of the zip. Undefined where `data.json` is of something
 * else; a zip that holds nothing beside a broken one is a damaged export.
 */
export function pagesOfBookStack(json: string, paths: Set<string>): BookStack | undefined {
  const parsed = parse(json);
  if (parsed === undefined && ![...paths].some(isMarkdown))
    throw new BadArchive('The zip is damaged: its data.json cannot be read');
  const data = Data.safeParse(parsed).data;
  if (!data?.book && !data?.chapter && !data?.page) return undefined;
  const { book, chapter, page } = data;
  const placed: Placed[] = [];
  const first = new Map<string, Placed>();
  const add = (kind: string, shelf: Shelf, folders: string[]) => {
    const before = placed.length;
    for (const one of [...aboutPage(shelf), ...(shelf.pages ?? [])]) placed.push({ page: one, folders });
    const opens = placed[before];
    if (opens) first.set(`${kind}:${shelf.id}`, opens);
  };
  for (const one of book?.chapters ?? []) add('chapter', one, [book?.name ?? '', one.name]);
  if (book) add('book', book, [book.name]);
  if (chapter) add('chapter', chapter, [chapter.name]);
  if (page) placed.push({ page, folders: [] });
  return filesOf(placed, first, paths);
}

/**
 * What is said about a book or a chapter is a page of its own, the first one in it. One that has a picture or tags only
 * says what is in it.
 */
function aboutPage({ name, description_html: html, cover, tags, pages, chapters }: Shelf): Page[] {
  if (!html?.trim() && !cover && !tags?.length) return [];
  const picture = cover ? `<p><img src="[[bsexport:image:${cover}]]" alt=""></p>` : '';
  if (html?.trim()) return [{ name, html: picture + html, tags }];
  const parts = [
    ...(chapters ?? []).filter(holdsSomething).map((chapter) => ({ ...chapter, kind: 'chapter' })),
    ...(pages ?? []).map((page) => ({ ...page, kind: 'page' })),
  ].toSorted((a, b) => (a.priority ?? 0) - (b.priority ?? 0));
  const lines = parts.map(({ kind, id, name: title }) => {
    const text = escaped(title);
    return `<li>${id == null ? text : `<a href="[[bsexport:${kind}:${id}]]">${text}</a>`}</li>`;
  });
  const said = lines.length > 0 ? `<ul>${lines.join('')}</ul>` : `<p>${escaped(name)}</p>`;
  return [{ name, html: picture + said, tags }];
}

const holdsSomething = (shelf: Shelf): boolean => Boolean(shelf.pages?.length) || aboutPage(shelf).length > 0;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function filesOf(placed: Placed[], first: Map<string, Placed>, inZip: Set<string>): BookStack {
  const paths = new Map<Placed, string>();
  const targets = targetsOfFiles(placed, inZip);
  const taken = new Set<string>();
  for (const one of placed) {
    const name = [...one.folders, one.page.name].map(safeName).join('/');
    let path = `${name}.md`;
    for (let n = 2; taken.has(path.toLowerCase()); n++) path = `${name} ${n}.md`;
    taken.add(path.toLowerCase());
    paths.set(one, path);
    targets.set(`page:${one.page.id}`, addressOf(path));
  }
  for (const [key, one] of first) targets.set(key, addressOf(paths.get(one) ?? ''));
  return {
    pages: new Map([...paths].map(([one, path]) => [path, () => fileOf(one, targets)])),
    lost: new Map([...paths].map(([{ page }, path]) => [path, lostIn(page, targets)])),
  };
}

async function fileOf({ page, folders }: Placed, targets: Targets): Promise<string> {
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
  const whole = content + attachmentsOf(page, targets);
  return `---\n${stringify(fields)}---\n\n${withAddresses(whole, targets)}`;
}
