import type { Archive, ArchiveFile } from '../archive.ts';
import type { PlannedSource, Problem } from '../stage.ts';
import type { Markdown } from '../../text/markdown/parse.ts';
import type { Dialect } from '../dialects/read-dialects.ts';
import type { Pictures } from '../embedded-pictures.ts';

/** A page of any product: its fields, and its text as markdown. */
export type PageText = {
  /** Named like front matter: title, excerpt, category (`false` for none), tags, published, author, date … */
  fields: Record<string, unknown>;
  /** Addresses are relative to the page's path or, with a leading `/`, to the top of the zip. */
  content: string;
  /** Sentences about content that differs from the original. */
  changes?: string[];
  /** Pictures that the text holds itself. */
  pictures?: Pictures;
  /** Of a page that this product wrote: its text is as written, and only these addresses are other than they look. */
  addresses?: Map<string, string>;
};

export type SourcePage = {
  /** Permanent identity of the page: another import of the same path updates the same document. */
  path: string;
  /** Reads one page at a time, so that a zip is never in memory as a whole. */
  read(): Promise<PageText | { problem: string }>;
  /** The id of the document that an export of this product made the page of. */
  readId?(): Promise<string | undefined>;
};

/** The content of a zip of pages, in any format. */
export type PagesSource = {
  pages: SourcePage[];
  /** All files that pages may show or link to. */
  files: ArchiveFile[];
  /** Other addresses within the zip, mapped to the path of their page or file. */
  aliases?: Map<string, string>;
  /** Problems outside of pages, such as skipped files. */
  problems?: Problem[];
};

/** Pages, or something that plans its own import, such as a whole instance of this product. */
export type Source = PagesSource | PlannedSource;

/** The export format of one product. */
export type Format = {
  name: string;
  /** Recognises the format by file names and the beginnings of a few files. */
  isMine(archive: Archive): Promise<boolean> | boolean;
  /** The same zip always gives the same pages, so that an interrupted import continues where it stopped. */
  open(archive: Archive): Promise<Source>;
};

/** How a product's pages are read: its dialect, and what it says about a page beside its text. */
export type Reading = Dialect & {
  /** Fills in what the text has of other files. */
  prepare?: (content: string, path: string) => Promise<{ content: string; changes: string[] }>;
  /** May return another text, which is parsed again. */
  change?: (page: PageText, markdown: Markdown) => PageText | { problem: string };
};

export const findFile = (archive: Archive, path: string): ArchiveFile | undefined =>
  archive.files.find((file) => file.path === path);

/** The text of a file; '' when it does not exist. */
export async function textOfFile(archive: Archive, path: string): Promise<string> {
  const file = findFile(archive, path);
  return file ? (await archive.read(file)).toString('utf8') : '';
}

/** Parsed JSON; undefined when it is invalid. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The first of `name.md`, `name 2.md` … that is free, ignoring case; marks it as taken. */
export function freePath(name: string, taken: Set<string>): string {
  let path = `${name}.md`;
  for (let n = 2; taken.has(path.toLowerCase()); n++) path = `${name} ${n}.md`;
  taken.add(path.toLowerCase());
  return path;
}
