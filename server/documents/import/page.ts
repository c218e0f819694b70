import type * as z from 'zod';
import { DocumentInput } from '../../../contract/documents.ts';
import { readFrontMatter } from './front-matter.ts';

type Fields = z.output<typeof DocumentInput>;
/**
 * `linksAsWritten`: relative addresses that lead to no file of the zip, whatever is called so. `origin`: who wrote the
 * page and when, by its front matter; the document itself is by whom imports it.
 */
export type Page =
  | { fields: Fields; linksAsWritten: Set<string>; origin: string | undefined }
  | { problem: string };

/** Bytes; the database keeps paths in an index, which takes little more. */
const LONGEST_PATH = 2_000;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** A markdown file of a zip as the document it would become; links are still those of the file. */
export function readPage(path: string, bytes: Uint8Array): Page {
  if (Buffer.byteLength(path) > LONGEST_PATH) return { problem: 'Its path is too long' };
  let source: string;
  try {
    source = utf8.decode(bytes);
  } catch {
    return { problem: 'It is not text in UTF-8' };
  }
  const matter = readFrontMatter(source);
  if ('problem' in matter) return matter;
  const { data, content } = matter;
  if (content.trim() === '') return { problem: 'It has no text' };
  const fields = DocumentInput.safeParse({
    title: textOf(data['title']) ?? firstHeading(content) ?? nameOf(path),
    content,
    excerpt: textOf(data['excerpt']) ?? textOf(data['description']),
    // Other wikis say that a page has none although it lies in a folder.
    category: data['category'] === false ? undefined : (textOf(data['category']) ?? folderOf(path)),
    tags: tagsOf(data['tags']),
    technology: textOf(data['technology']),
    domain: textOf(data['domain']),
    templateType: textOf(data['templateType']),
    isPublished: data['published'] === true,
    isTemplate: data['template'] === true,
  });
  const asWritten = data['linksAsWritten'];
  const kept: unknown[] = Array.isArray(asWritten) ? asWritten : [];
  if (fields.success) {
    const linksAsWritten = new Set(kept.filter((link) => typeof link === 'string'));
    return { fields: fields.data, linksAsWritten, origin: originOf(data) };
  }
  return { problem: problemOf(fields.error) };
}

/** Told to people who wrote a page and know nothing of `content`. */
function problemOf({ issues: [issue] }: z.core.$ZodError): string {
  const field = String(issue?.path[0] === 'content' ? 'text' : issue?.path[0]);
  return `${field}: ${issue?.message}`;
}

/** YAML reads `title: 2024` as a number; people mean the text. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

function originOf(data: Record<string, unknown>): string | undefined {
  const [author, date] = [textOf(data['author']), textOf(data['date'])];
  if (!author && !date) return undefined;
  return `Written${author ? ` by ${author}` : ''}${date ? ` on ${date.slice(0, 10)}` : ''}`.slice(0, 200);
}

/** A list, or words between commas. */
function tagsOf(value: unknown): string[] | undefined {
  const list: unknown[] = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [];
  const tags = list.map(textOf).filter((tag) => tag !== undefined);
  return tags.length > 0 ? tags : undefined;
}

/** The first heading outside of code, without its markup. */
function firstHeading(content: string): string | undefined {
  let fence: string | undefined;
  let above = '';
  for (const line of content.split(/\r?\n/)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence) {
      if (mark?.startsWith(fence)) fence = undefined;
    } else if (mark) {
      fence = mark;
    } else {
      const heading = headingIn(line);
      if (heading) return plain(heading);
      if (/^ {0,3}(=+|-{2,})[ \t]*$/.test(line) && above.trim() !== '') return plain(above);
    }
    above = line;
  }
  return undefined;
}

/** The text of a `#` heading, without the closing marks that may stand behind it. */
const headingIn = (line: string): string | undefined =>
  /^ {0,3}#{1,6}[ \t]+(.*)$/
    .exec(line)?.[1]
    ?.trim()
    .replace(/(^|[ \t])#+$/, '')
    .trimEnd();

/** Far beyond any title; some of the patterns below take their time with endless lines. */
const LONGEST = 1_000;

const plain = (markup: string): string | undefined =>
  markup
    .slice(0, LONGEST)
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]{1,3}(?=\S)|(?<=\S)[`*]{1,3}|(?<!\w)_{1,3}(?=\S)|(?<=\S)_{1,3}(?!\w)/g, '')
    .replace(/\\([^\w\s])/g, '$1')
    .trim() || undefined;

/** The file's own name, or its folder's for the page that stands for a folder. */
function nameOf(path: string): string {
  const name = (path.split('/').at(-1) ?? path).replace(/\.(md|markdown)$/i, '');
  return /^(_?index|readme)$/i.test(name) ? (folderOf(path) ?? name) : name;
}

const folderOf = (path: string): string | undefined => path.split('/').at(-2);
