import type { Archive, ArchiveFile } from '../archive.ts';
import { isMarkdown, unescaped, withoutMarkdown } from '../resolve.ts';
import type { Format, PageText, Source } from './format.ts';
import { pageOfFile } from './markdown.ts';

/** Wikis in a Git repository. A page is named by its file, in which hyphens stand for spaces. */
type Wiki = {
  /** The folder of the wiki in the zip: `''`, or a path that ends with `/`. */
  root: string;
  /** The title of a file or folder. */
  titleOf(name: string): string;
  read(page: PageText, title: string): PageText;
};

/** `.order` lists the pages of a folder; `.attachments/` holds pictures and files. */
export const azureDevOps: Format = {
  name: 'Azure DevOps wiki',
  isMine: (archive) => rootOfAzure(archive) !== undefined,
  open: async (archive) =>
    sourceOf(archive, {
      root: rootOfAzure(archive) ?? '',
      // Hyphens and characters that file systems refuse are escaped: `%2D`, `%3A`. An invalid escape stays.
      titleOf: (name) => name.replaceAll('-', ' ').replaceAll(/(?:%[\da-f]{2})+/gi, unescaped),
      // The title stands above the text, whatever its first heading is.
      read: (page, title) => ({ ...page, fields: { title, ...page.fields } }),
    }),
};

function rootOfAzure({ files }: Archive): string | undefined {
  const root = outermost(
    files.flatMap(({ path }) => /^(?:.*\/)?(?=\.order$|\.attachments\/)/.exec(path)?.[0] ?? []),
  );
  const pages = files.filter(({ path }) => isMarkdown(path) && path.startsWith(root ?? ''));
  return pages.length > 0 && !pages.some(hasSpace) ? root : undefined;
}

/** Vaults and folders of other products have spaces in names. */
const hasSpace = ({ path }: ArchiveFile): boolean => path.includes(' ');

const outermost = (folders: string[]): string | undefined =>
  folders.toSorted((one, other) => one.length - other.length)[0];

function sourceOf(archive: Archive, { root, titleOf, read }: Wiki): Source {
  const isInWiki = ({ path }: ArchiveFile) => path.startsWith(root);
  const pages = archive.files.filter(({ path }) => isMarkdown(path));
  const titlesOf = (path: string) => withoutMarkdown(path.slice(root.length)).split('/').map(titleOf);
  return {
    pages: pages.map((file) =>
      pageOfFile(archive, file, (page) => {
        if (!isInWiki(file)) return page;
        const [title = '', folder = false] = titlesOf(file.path).toReversed();
        const fields = { category: folder, published: 'true', ...page.fields };
        return read({ ...page, fields }, title);
      }),
    ),
    files: archive.files.filter(({ path }) => !isMarkdown(path)),
    aliases: addressesOf(archive.files.filter(isInWiki), root, titlesOf),
  };
}

/** Addresses start at the folder of the wiki, end with or without `.md`, and may consist of titles. */
function addressesOf(files: ArchiveFile[], root: string, titlesOf: (path: string) => string[]) {
  const paths = new Set(files.map(({ path }) => path));
  const addresses = new Map<string, string>();
  const add = (address: string, path: string) => {
    if (!paths.has(address) && !paths.has(`${address}.md`)) addresses.set(address, path);
  };
  for (const { path } of files) {
    add(path.slice(root.length), path);
    if (!isMarkdown(path)) continue;
    add(withoutMarkdown(path.slice(root.length)), path);
    add(titlesOf(path).join('/'), path);
  }
  return addresses;
}
