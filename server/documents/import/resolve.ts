import { posix } from 'node:path';

/** What an address in a page of the zip leads to: a file of the zip, with what follows the path kept. */
export type Target = { path: string; anchor: string };

/** null where several files can be meant. */
export type Resolve = (from: string, target: string) => Target | null | undefined;

/**
 * Finds the file of the zip that a relative address means: as written, without its `.md`, as a folder with an index
 * page, from the top of the zip when it starts with `/`, with `\` between folders, in other case or with an accent of its
 * own, and by the end of its path alone: all of these only where exactly one file can be meant. `aliases` are other
 * addresses within the zip.
 */
export function resolverFor(paths: string[], aliases: Map<string, string> = new Map()): Resolve {
  const exact = new Set(paths);
  const addresses = [...paths.map((path) => [path, path] as const), ...aliases];
  const byFolded = unique(addresses);
  const byName = Map.groupBy(addresses, ([address]) => folded(bareName(address)));

  const lookUp = (path: string) =>
    aliases.get(path) ??
    candidatesOf(path).find((candidate) => exact.has(candidate)) ??
    candidatesOf(path)
      .map((candidate) => byFolded.get(folded(candidate)))
      .find(Boolean);

  /** Some products name a file by its name alone or by a part of its path, wherever it lies. */
  const lookUpEnd = (path: string) => {
    const end = path.replace(/^(?:\.{0,2}\/)+/, '');
    if (end === '' || (path.startsWith('/') && !end.includes('/'))) return undefined;
    const named = byName.get(folded(bareName(end))) ?? [];
    const found = new Set(named.flatMap(([address, path]) => (endsWith(address, end) ? [path] : [])));
    return found.size > 1 ? null : [...found][0];
  };

  const find = (from: string, address: string): string | null | undefined => {
    const base = address.startsWith('/') ? '' : posix.dirname(from);
    const path = posix.normalize(posix.join(base, address.replace(/^\/+/, '')));
    return lookUp(path) ?? lookUpEnd(address);
  };

  return (from, target) => {
    if (!mayBeFile(target)) return undefined;
    let isUnsure = false;
    for (const { address, anchor } of readingsOf(target)) {
      const path = address === '' ? undefined : find(from, address);
      if (path) return { path, anchor };
      isUnsure ||= path === null;
    }
    return isUnsure ? null : undefined;
  };
}

/** The reason in the report for an address without a file. */
export const whyMissing = (target: Target | null | undefined): string =>
  target === null
    ? 'which several files of the zip are called; write its path'
    : 'which the zip does not hold';

/** A `#` or `?` begins the anchor or the query, but some names of files hold one. */
function readingsOf(target: string): { address: string; anchor: string }[] {
  const [, address = '', anchor = ''] = /^([^?#]*)(?:\?[^#]*)?(#.*)?$/s.exec(target) ?? [];
  const whole = { address: target, anchor: '' };
  const both = address === target ? [whole] : [{ address, anchor }, whole];
  const read = both.map((reading) => ({ ...reading, address: unescaped(reading.address).normalize('NFC') }));
  return read.flatMap((reading) =>
    reading.address.includes('\\')
      ? [reading, { ...reading, address: reading.address.replaceAll('\\', '/') }]
      : [reading],
  );
}

/** A place in the zip, counted from its top. */
export const addressInZip = (path: string): string => `/${path.split('/').map(encodedPart).join('/')}`;

/** Parentheses would end the address of a markdown link. */
const encodedPart = (part: string): string =>
  encodeURIComponent(part).replaceAll('(', '%28').replaceAll(')', '%29');

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

const folded = (path: string): string => path.normalize('NFC').toLowerCase();

const withoutMarkdown = (path: string): string => path.replace(/\.(md|markdown)$/i, '');
const bareName = (path: string): string => withoutMarkdown(posix.basename(path));

function endsWith(path: string, end: string): boolean {
  const whole = `/${folded(path)}`;
  const part = `/${folded(end)}`;
  return whole.endsWith(part) || (isMarkdown(path) && withoutMarkdown(whole).endsWith(part));
}

export function unescaped(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    // A stray % means itself.
    return address;
  }
}

/** Only what one path alone answers to. */
function unique(entries: (readonly [key: string, path: string])[]): Map<string, string> {
  const found = new Map<string, string | undefined>();
  for (const [key, path] of entries) {
    const known = found.get(folded(key));
    found.set(folded(key), found.has(folded(key)) && known !== path ? undefined : path);
  }
  return new Map([...found].filter((entry): entry is [string, string] => entry[1] !== undefined));
}
