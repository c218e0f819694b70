import { posix } from 'node:path';

/** What an address in a page of the zip leads to: a file of the zip, with what follows the path kept. */
export type Target = { path: string; anchor: string };

export type Resolve = (from: string, target: string) => Target | undefined;

/**
 * Finds the file of the zip that a relative address means: as written, without its `.md`, as a folder with an index
 * page, from the top of the zip when it starts with `/`, and in other case when only one file can be meant.
 */
export function resolverFor(paths: string[]): Resolve {
  const exact = new Set(paths);
  const byFolded = unique(paths, (path) => path.toLowerCase());
  const byName = unique(paths.filter(isMarkdown), (path) => posix.basename(path).toLowerCase());

  const lookUp = (path: string) =>
    candidatesOf(path).find((candidate) => exact.has(candidate)) ??
    candidatesOf(path)
      .map((candidate) => byFolded.get(candidate.toLowerCase()))
      .find(Boolean);

  return (from, target) => {
    const [, address = '', anchor = ''] = /^([^?#]*)(?:\?[^#]*)?(#.*)?$/s.exec(target) ?? [];
    if (!mayBeFile(target)) return undefined;
    const decoded = unescaped(address);
    const base = decoded.startsWith('/') ? '' : posix.dirname(from);
    const path = lookUp(posix.normalize(posix.join(base, decoded.replace(/^\/+/, ''))));
    // Some generators address a page by its file name alone, wherever it lies.
    const named = path ?? byName.get(decoded.toLowerCase()) ?? byName.get(`${decoded.toLowerCase()}.md`);
    return named === undefined ? undefined : { path: named, anchor };
  };
}

/** Whether an address could mean a file beside the page: neither one on the web, nor one within the page or the product. */
export function mayBeFile(target: string): boolean {
  // A server, a person or a document of the product, whatever page of the zip is called like its screen.
  if (/^\/[a-z-]+\?(?:.*&)?(?:doc|server|member)=/.test(target)) return false;
  return !/^([?#]|$|[a-z][a-z0-9+.-]*:|\/\/)/i.test(target);
}

export const isMarkdown = (path: string): boolean => /\.(md|markdown)$/i.test(path);

function candidatesOf(path: string): string[] {
  const bare = path.replace(/\/+$/, '');
  const inside = bare === '.' || bare === '' ? '' : `${bare}/`;
  return [
    bare,
    `${bare}.md`,
    `${bare}.markdown`,
    `${inside}index.md`,
    `${inside}_index.md`,
    `${inside}README.md`,
  ];
}

function unescaped(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    // A stray % means itself.
    return address;
  }
}

/** Only what one path alone answers to. */
function unique(paths: string[], keyOf: (path: string) => string): Map<string, string> {
  const found = new Map<string, string | undefined>();
  for (const path of paths) found.set(keyOf(path), found.has(keyOf(path)) ? undefined : path);
  return new Map([...found].filter((entry): entry is [string, string] => entry[1] !== undefined));
}
