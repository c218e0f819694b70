import type { Archive, ArchiveFile } from '../archive.ts';
import type { Product } from '../dialects/words.ts';
import type { Markdown } from '../../text/markdown/parse.ts';
import { hasTopHeading } from '../../text/markdown/sections.ts';
import { isMarkdown, isPlainText, unescaped, withoutMarkdown } from '../resolve.ts';
import type { Format, PageText, Source } from './format.ts';
import { isNavigation, NAVIGATION, pageOfFile } from './markdown.ts';

/** Wikis in a Git repository. A page is named by its file, in which hyphens stand for spaces. */
type Wiki = {
  /** The folder of the wiki in the zip: `''`, or a path that ends with `/`. */
  root: string;
  /** The title of a file or folder. */
  titleOf(name: string): string;
  products: Product[];
  fieldsOf(title: string, markdown: Markdown): PageText['fields'];
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
      fieldsOf: (title) => ({ title }),
      products: ['Azure DevOps'],
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

/**
 * GitHub and GitLab open a wiki with `Home`, in any markup, from a folder that Git names `….wiki`. GitHub shows the other three
 * around each page.
 */
const MARKUPS = 'md|markdown|mkd|mdown|org|rst|asciidoc|adoc|textile|mediawiki|creole|pod|rdoc';
const OF_WIKI = new RegExp(
  String.raw`^(?:[^/]+\/)*?[^/]+\.wiki\/|^(?:.*\/)?(?=(?:[Hh]ome|_Sidebar|_Header|_Footer)\.(?:${MARKUPS})$)`,
);

export const gitWiki: Format = {
  name: 'GitHub or GitLab wiki',
  isMine: (archive) => rootOfWiki(archive) !== undefined,
  open: async (archive) =>
    sourceOf(archive, {
      root: rootOfWiki(archive) ?? '',
      titleOf: (name) => name.replaceAll('-', ' '),
      fieldsOf: (title, markdown) => (hasTopHeading(markdown) ? {} : { title }),
      products: ['Git wiki'],
    }),
};

function rootOfWiki({ files }: Archive): string | undefined {
  const pages = files.filter(({ path }) => isMarkdown(path));
  const root = outermost(files.flatMap(({ path }) => OF_WIKI.exec(path)?.[0] ?? []));
  if (root === undefined || pages.some(hasSpace)) return undefined;
  // Sites have an index page.
  const isOther = ({ path }: ArchiveFile) =>
    !path.startsWith(root) || /^(?:readme|index)\./i.test(path.slice(root.length));
  const isVault = files.some(({ path }) => /(?:^|\/)\.obsidian\//.test(path));
  return isVault || pages.some(isOther) ? undefined : root;
}

const outermost = (folders: string[]): string | undefined =>
  folders.toSorted((one, other) => one.length - other.length)[0];

function sourceOf(archive: Archive, { root, titleOf, products, fieldsOf }: Wiki): Source {
  const isInWiki = ({ path }: ArchiveFile) => path.startsWith(root);
  const isPage = ({ path }: ArchiveFile) => isMarkdown(path) || (path.startsWith(root) && isPlainText(path));
  const pages = archive.files.filter(isPage);
  const nameOf = (path: string) => withoutMarkdown(path.slice(root.length)).replace(/\.txt$/i, '');
  const titlesOf = (path: string) => nameOf(path).split('/').map(titleOf);
  return {
    pages: pages.map((file) =>
      pageOfFile(archive, file, {
        products: isInWiki(file) ? products : [],
        change: (page, markdown) => {
          if (isNavigation(file.path, page)) return NAVIGATION;
          if (!isInWiki(file)) return page;
          const [title = '', category = false] = titlesOf(file.path).toReversed();
          return { ...page, fields: { category, ...fieldsOf(title, markdown), ...page.fields } };
        },
      }),
    ),
    files: archive.files.filter((file) => !isPage(file)),
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
