import * as z from 'zod';
import { slugOf } from '../../../contract/shared/heading-id.ts';
import { posix } from 'node:path';
import { safeFileName, safeName } from '../../text/safe-name.ts';
import { plainText } from '../../text/markdown/reader-text.ts';
import { BadArchive, type ArchiveFile } from '../archive.ts';
import { isPicture } from '../stored-files.ts';
import { markdownOf } from '../html/as-markdown.ts';
import { addressInZip, isMarkdown } from '../resolve.ts';
import { readDialects } from '../dialects/read-dialects.ts';
import { withNotes } from './html-pages.ts';
import { freePath, readJson, textOfFile, type Format, type PageText } from './format.ts';

/**
 * The portable zip of BookStack: `data.json` contains a book, chapter or page with its content, `files/` the images and
 * files. Texts reference both as [[bsexport:kind:id]]; early exports used the file name instead of the id.
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
const BookStackPage = z.object({
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
  pages: z.array(BookStackPage).nullish(),
  tags: z.array(Tag).nullish(),
});
const Book = Chapter.extend({ cover: z.string().nullish(), chapters: z.array(Chapter).nullish() });
const Data = z.object({ book: Book.optional(), chapter: Chapter.optional(), page: BookStackPage.optional() });
type BookStackPage = z.infer<typeof BookStackPage>;
type Shelf = Partial<z.infer<typeof Book>> & Pick<BookStackPage, 'name'>;

type Placed = { page: BookStackPage; folders: string[] };

const DATA = 'data.json';

export const bookStack: Format = {
  name: 'BookStack',
  isMine: async (archive) => {
    if (!archive.files.some(({ path }) => path === DATA)) return false;
    const data = readJson(await textOfFile(archive, DATA));
    // A broken data.json without markdown files is a damaged export.
    if (data === undefined && !archive.files.some(({ path }) => isMarkdown(path)))
      throw new BadArchive('The zip is damaged: its data.json cannot be read');
    const read = Data.safeParse(data).data;
    return Boolean(read?.book ?? read?.chapter ?? read?.page);
  },
  open: async (archive) => {
    const { book, chapter, page } = Data.parse(readJson(await textOfFile(archive, DATA)));
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
    const files = archive.files.filter(({ path }) => path !== DATA);
    const named = namesOf(placed, files);
    return {
      pages: pagesOf(placed, first, named),
      files: files.map((file) => ({ ...file, path: named.get(file.path) ?? file.path })),
    };
  },
};

/** Paths by those in the zip, whose names are random. An attached file has the name that its readers know. */
function namesOf(placed: Placed[], files: ArchiveFile[]): Map<string, string> {
  const paths = new Map(files.map(({ path }) => [path, path]));
  for (const { name, file } of placed.flatMap(({ page }) => page.attachments ?? [])) {
    const path = `files/${file}`;
    const extension = posix.extname(path);
    const whole = name.toLowerCase().endsWith(extension.toLowerCase()) ? name : name + extension;
    if (paths.has(path) && !isPicture(path)) paths.set(path, `${path}/${safeFileName(whole)}`);
  }
  return paths;
}

/**
 * The description of a book or chapter becomes its first page. A shelf with a picture or tags only gets its table of
 * contents.
 */
function aboutPage({ name, description_html: html, cover, tags, pages, chapters }: Shelf): BookStackPage[] {
  // Without a description it is an empty paragraph.
  const isDescribed = plainText(html ?? '') !== '';
  if (!isDescribed && !cover && !tags?.length) return [];
  const picture = cover ? `<p><img src="[[bsexport:image:${cover}]]" alt=""></p>` : '';
  if (isDescribed) return [{ name, html: picture + html, tags }];
  const parts = [
    ...(chapters ?? []).filter(holdsSomething).map((chapter) => ({ ...chapter, kind: 'chapter' })),
    ...(pages ?? []).map((page) => ({ ...page, kind: 'page' })),
  ].toSorted((a, b) => (a.priority ?? 0) - (b.priority ?? 0));
  const lines = parts.map(({ kind, id, name: title }) => {
    const text = escaped(title);
    return `<li>${id == null ? text : `<a href="[[bsexport:${kind}:${id}]]">${text}</a>`}</li>`;
  });
  const body = lines.length > 0 ? `<ul>${lines.join('')}</ul>` : `<p>${escaped(name)}</p>`;
  return [{ name, html: picture + body, tags }];
}

const holdsSomething = (shelf: Shelf): boolean => Boolean(shelf.pages?.length) || aboutPage(shelf).length > 0;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function pagesOf(placed: Placed[], first: Map<string, Placed>, inZip: Map<string, string>) {
  const targets = targetsOfFiles(placed, inZip);
  const taken = new Set<string>();
  const paths = new Map<Placed, string>();
  for (const one of placed) {
    const path = freePath([...one.folders, one.page.name].map(safeName).join('/'), taken);
    paths.set(one, path);
    const address = addressInZip(path);
    targets.set(`page:${one.page.id}`, address);
    for (const [, id = '', text = ''] of (one.page.html ?? '').matchAll(HEADING))
      targets.set(`page:${one.page.id}#${id}`, `${address}#${slugOf(plainText(text))}`);
  }
  for (const [key, one] of first) targets.set(key, addressInZip(paths.get(one) ?? ''));
  return [...paths].map(([one, path]) => ({ path, read: () => readPage(one, targets) }));
}

async function readPage({ page, folders }: Placed, targets: Targets): Promise<PageText> {
  const fields = {
    title: page.name,
    ...(folders.length > 0 && { category: folders.at(-1) }),
    tags: (page.tags ?? []).map(({ name, value }) => (value ? `${name}: ${value}` : name)),
    // Content in BookStack was visible to its readers.
    published: 'true',
  };
  const source = sourceOf(page);
  const { markdown, changes } = source
    ? markdownOfText(source)
    : await markdownOf(withAddresses(page.html ?? '', targets), withNotes);
  const own = markdown.replaceAll(/(?<=\]\()#bkmrk-[\w%-]+/g, (anchor) => {
    const [part] = /#.*$/.exec(targets.get(`page:${page.id}${anchor}`) ?? '') ?? [];
    return part ?? anchor;
  });
  const content = withAddresses(own + attachmentsOf(page, targets), targets);
  return { fields, content, changes: [...lostIn(page, targets), ...changes] };
}

function markdownOfText(source: string): { markdown: string; changes: string[] } {
  const { content: markdown, changes } = readDialects(source, { products: ['BookStack'] });
  return { markdown, changes };
}

/** The markdown of a page, unless it shows parts of other pages, which only its HTML contains. */
const sourceOf = ({ markdown, html }: BookStackPage): string | undefined =>
  markdown?.trim() && !(html?.trim() && /\{\{@\s?\d/.test(markdown)) ? markdown : undefined;

/** A reference by kind and id, or by file name. */
const REFERENCE = /\[\[bsexport:([a-z]+):([^\]]+)\]\](#[\w%-]+)?/g;
/** BookStack links to parts of a page by the ids in its HTML. */
const HEADING = /<h[1-6]\b[^<>]{0,500}\sid="([^"<>]{1,200})"[^<>]{0,500}>(.{0,2000}?)<\/h[1-6]>/gs;

/** Addresses by `kind:id`; files also by name. */
type Targets = Map<string, string>;

/** Targets of references to images and attachments. Files missing from the zip have no target. */
function targetsOfFiles(placed: { page: BookStackPage }[], inZip: Map<string, string>): Targets {
  const targets: Targets = new Map();
  const add = (kind: string, id: unknown, address: string | undefined) => {
    if (address) targets.set(`${kind}:${String(id)}`, address);
  };
  const inFiles = (name: string) => {
    const path = inZip.get(`files/${name}`);
    return path && addressInZip(path);
  };
  for (const path of inZip.keys()) {
    const name = path.startsWith('files/') ? path.slice('files/'.length) : '';
    for (const kind of ['image', 'attachment']) if (name) add(kind, name, inFiles(name));
  }
  for (const { page } of placed) {
    for (const { id, file } of page.images ?? []) add('image', id, inFiles(file));
    for (const { id, link, file } of page.attachments ?? [])
      add('attachment', id, link ? linkTo(link) : inFiles(file ?? ''));
  }
  return targets;
}

/** Undefined for addresses that a browser would execute instead of opening. */
function linkTo(address: string): string | undefined {
  // Browsers ignore whitespace and control characters in addresses.
  const bare = address.replaceAll(/[\s\p{Cc}]/gu, '');
  if (/^(?:javascript|vbscript|data):/i.test(bare)) return undefined;
  return address.trim().replaceAll(/[<>\s\\"]/g, encodeURIComponent);
}

const withAddresses = (text: string, targets: Targets): string =>
  text.replaceAll(REFERENCE, (whole, kind: string, name: string, anchor = '') => {
    const address = targets.get(`${kind}:${name}`);
    return targets.get(`${kind}:${name}${anchor}`) ?? (address ? address + anchor : whole);
  });

/** Attached links and files are listed below the page. */
function attachmentsOf({ attachments }: BookStackPage, targets: Targets): string {
  const lines = (attachments ?? []).map(({ name, link, file }) => {
    const address = link ? linkTo(link) : targets.get(`attachment:${file}`);
    const text = name.replaceAll(/[[\]\\]/g, '\\$&');
    return address ? `- [${text}](<${address}>)` : `- ${text}`;
  });
  return lines.length > 0 ? `\n\n## Attachments\n\n${lines.join('\n')}\n` : '';
}

/** Messages of the import report, without repetitions. */
function lostIn(page: BookStackPage, targets: Targets): string[] {
  const text = sourceOf(page) ?? page.html ?? '';
  const references = [...text.matchAll(REFERENCE)].flatMap(([, kind = '', name = '']) =>
    targets.has(`${kind}:${name}`) ? [] : [`It refers to ${kind} ${name}, which the zip does not hold`],
  );
  const attachments = (page.attachments ?? []).flatMap(({ name, link, file }) => {
    if (link) return linkTo(link) ? [] : [`Its attachment ${name} leads to no address that may be opened`];
    return targets.has(`attachment:${file}`) ? [] : [`Its attachment ${name} is not in the zip`];
  });
  return [...new Set([...references, ...attachments])].map((reason) => reason.slice(0, 300));
}
