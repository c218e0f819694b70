import type * as z from 'zod';
import { DocumentInput } from '../../contract/calls/documents.ts';
import { LIMITS, TemplateType } from '../../contract/shared/document-words.ts';
import { parse, type Markdown } from '../text/markdown/parse.ts';
import { titleOf } from '../text/markdown/sections.ts';
import type { PageText } from './formats/format.ts';
import { withoutMarkdown } from './resolve.ts';

type Fields = z.output<typeof DocumentInput>;
/**
 * `markdown`: the content, parsed. `origin`: author and time of the page by its front matter; the importer becomes the author of
 * the document. `changes`: sentences about content that differs from the page.
 */
export type PageFields =
  | { fields: Fields; markdown: Markdown; origin: string | undefined; changes: string[] }
  | { problem: string };

/** Bytes; the index of paths accepts little more. */
const LONGEST_PATH = 2_000;

const KNOWN = new Set(
  [
    'title excerpt description category tags technology domain templateType published template',
    'documentId author date',
  ].flatMap((names) => names.split(' ')),
);

/** Fields of a front matter that are named in the report. */
const MOST_FIELDS = 20;

const TEXTS = 'title excerpt description category technology domain templateType'.split(' ');

/** `category: false` means no category. */
const isText = (value: unknown, name: string): boolean =>
  value === undefined ||
  value === null ||
  typeof value === 'string' ||
  (name === 'category' && value === false);

const isListOfWords = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.every((item) => item === null || typeof item === 'string')
    : value === undefined || value === null || typeof value === 'string';

/** Converts a page of a zip to a document. Links are still relative to the zip. */
export function documentOf(
  path: string,
  { fields: data, content, changes: before = [] }: PageText,
): PageFields {
  if (Buffer.byteLength(path) > LONGEST_PATH)
    return { problem: 'Its path is too long. Shorten the names of its folders and import again' };
  if (content.trim() === '') return { problem: 'It has no text' };
  const { changes, shorten, tags, templateType, isTrue } = fitting();
  const unknown = Object.keys(data).filter(
    (name) => !KNOWN.has(name) && data[name] !== null && data[name] !== '',
  );
  // A sentence for each field, so that the report can group the pages that lost the same one.
  for (const name of unknown.slice(0, MOST_FIELDS))
    changes.push(`Front matter field ${name.slice(0, 100)} was left out: documents have no such field`);
  if (unknown.length > MOST_FIELDS)
    changes.push(`${unknown.length - MOST_FIELDS} more fields of its front matter were left out`);
  const unreadable = TEXTS.filter((name) => !isText(data[name], name)).concat(
    isListOfWords(data['tags']) ? [] : 'tags',
  );
  if (unreadable.length > 0)
    changes.push(
      `Its front matter has no plain text in ${unreadable.join(', ')}; write text there, and import again`,
    );
  const [excerpt, description] = [textOf(data['excerpt']), textOf(data['description'])];
  if (excerpt !== undefined && description !== undefined && excerpt !== description)
    changes.push('It has an excerpt, so its description was left out');
  const markdown = parse(content);
  const fields = DocumentInput.safeParse({
    title: shorten('title', textOf(data['title']) ?? titleOf(markdown) ?? nameOf(path)),
    content,
    excerpt: shorten('excerpt', excerpt ?? description),
    // Other wikis can state that a page in a folder has no category.
    category:
      String(data['category']) === 'false'
        ? undefined
        : shorten('category', textOf(data['category']) ?? folderOf(path)),
    tags: tags(data['tags']),
    technology: shorten('technology', textOf(data['technology'])),
    domain: shorten('domain', textOf(data['domain'])),
    templateType: templateType(textOf(data['templateType'])),
    isPublished: isTrue('published', data['published']),
    isTemplate: isTrue('template', data['template']),
  });
  if (!fields.success) return { problem: problemOf(fields.error) };
  const isSame = fields.data.content === content;
  return {
    fields: fields.data,
    markdown: isSame ? markdown : parse(fields.data.content),
    origin: originOf(data),
    changes: [...before, ...changes],
  };
}

/** Fits values to the limits of a document, and collects a sentence about each change. */
function fitting() {
  const changes: string[] = [];
  const cut = (value: string, most: number) => (value.length > most ? shortened(value, most) : value);
  const shorten = (field: 'title' | 'excerpt' | 'category' | 'technology' | 'domain', value?: string) => {
    if (value === undefined) return undefined;
    // Only the excerpt may have several lines.
    const line = field === 'excerpt' ? value : value.replaceAll(/\p{Cc}+/gu, ' ').trim();
    const short = cut(line, LIMITS[field]);
    if (short !== line)
      changes.push(`Its ${field} was shortened to ${LIMITS[field]} characters: ${cut(line, 1_000)}`);
    return short;
  };
  const tags = (value: unknown): string[] | undefined => {
    const all = [...new Set(tagsOf(value).map((tag) => tag.replaceAll(/\p{Cc}+/gu, ' ')))];
    for (const tag of all.filter(({ length }) => length > LIMITS.tag))
      changes.push(`A tag was shortened to ${LIMITS.tag} characters: ${cut(tag, 1_000)}`);
    const left = all.slice(LIMITS.tags);
    if (left.length > 0)
      changes.push(`Only ${LIMITS.tags} tags can be kept; left out: ${cut(left.join(', '), 1_000)}`);
    return all.slice(0, LIMITS.tags).map((tag) => cut(tag, LIMITS.tag));
  };
  const templateType = (value: string | undefined) => {
    if (value === undefined || value === 'none' || TemplateType.safeParse(value).success) return value;
    changes.push(
      `Its templateType ${cut(value, 100)} is not known, so it has none. Known are: ${TemplateType.options.join(', ')}`,
    );
    return undefined;
  };
  const isTrue = (field: 'published' | 'template', value: unknown): boolean => {
    const word = typeof value === 'string' ? value.trim() : JSON.stringify(value ?? '').replaceAll('"', '');
    if (/^true$/i.test(word)) return true;
    if (!/^(?:false|no|off)?$/i.test(word))
      changes.push(`Its ${field} is neither true nor false, so it counts as false: ${cut(word, 100)}`);
    return false;
  };
  return { changes, shorten, tags, templateType, isTrue };
}

/** Ends with a sign of omission and never splits a character. */
const shortened = (text: string, most: number): string =>
  `${text
    .slice(0, most - 1)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()}…`;

/** Authors of a page do not know the name `content`, so the message avoids it. */
function problemOf({ issues: [issue] }: z.core.$ZodError): string {
  const field = String(issue?.path[0] === 'content' ? 'text' : issue?.path[0]);
  return `${field}: ${issue?.message}`;
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

function originOf(data: Record<string, unknown>): string | undefined {
  const [author, date] = [textOf(data['author']), textOf(data['date'])];
  if (!author && !date) return undefined;
  return `Written${author ? ` by ${author}` : ''}${date ? ` on ${date.slice(0, 10)}` : ''}`.slice(0, 200);
}

/** A list, or words separated by commas. */
function tagsOf(value: unknown): string[] {
  const list: unknown[] = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [];
  return list.map(textOf).filter((tag) => tag !== undefined);
}

/** The name of the file, or of its folder for a folder's index page. */
function nameOf(path: string): string {
  const name = withoutMarkdown(path.split('/').at(-1) ?? path).replace(/\.txt$/i, '');
  return /^(_?index|readme)$/i.test(name) ? (folderOf(path) ?? name) : name;
}

const folderOf = (path: string): string | undefined => path.split('/').at(-2);
