import type { InstanceSource } from '../../instance/layout.ts';
import type { Archive, ArchiveFile } from '../archive.ts';

/** A page of any product: what the product says of it, and its text as markdown. */
export type PageText = {
  /** By the names of front matter: title, excerpt, category (`false` for none), tags, published, author, date … */
  fields: Record<string, unknown>;
  /** Addresses are relative to the page's path or, with a `/` in front, to the top of the zip. */
  content: string;
  /** Sentences about what is not as the product has it. */
  changes?: string[];
};

export type SourcePage = {
  /** Names the page for good: another import of the same path changes the same document. */
  path: string;
  /** Reads the page when its turn comes, so that a zip is never in memory as a whole. */
  read(): Promise<PageText | { problem: string }>;
};

/** What a zip holds, whatever product wrote it. */
export type Source = {
  pages: SourcePage[];
  /** All files that pages may show or link to. */
  files: ArchiveFile[];
  /** Other addresses within the zip, each with the path of the page or file that it means. */
  aliases?: Map<string, string>;
  /** What concerns no page, such as files that stay out. */
  problems?: { path: string; reason: string; isLeftOut: boolean }[];
  /** A whole instance of this product, with histories and more than documents; `pages` and `files` are empty then. */
  instance?: InstanceSource;
};

/** How one product writes its exports. */
export type Format = {
  name: string;
  /** Tells by the names of the files and by how a few of them begin. */
  isMine(archive: Archive): Promise<boolean> | boolean;
  /** The same zip always gives the same pages, so that an import that was cut off goes on where it was. */
  open(archive: Archive): Promise<Source>;
};

export const findFile = (archive: Archive, path: string): ArchiveFile | undefined =>
  archive.files.find((file) => file.path === path);

/** The text of a file; '' where there is no such file. */
export async function textOfFile(archive: Archive, path: string): Promise<string> {
  const file = findFile(archive, path);
  return file ? (await archive.read(file)).toString('utf8') : '';
}

/** What JSON says; undefined where it says nothing. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The first of `name.md`, `name 2.md` … that no page has yet, in any case; it is taken from now on. */
export function freePath(name: string, taken: Set<string>): string {
  let path = `${name}.md`;
  for (let n = 2; taken.has(path.toLowerCase()); n++) path = `${name} ${n}.md`;
  taken.add(path.toLowerCase());
  return path;
}
