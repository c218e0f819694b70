import { posix } from 'node:path';

/** The file of the zip that an address refers to, with the rest after the path. */
export type LinkTarget = { path: string; anchor: string };

/** null when several files match. */
export type Resolve = (from: string, target: string) => LinkTarget | null | undefined;

/**
 * Finds the file that a relative address refers to: as written, without `.md`, as a folder with an index page, from the
 * top of the zip with a leading `/`, with `\` between folders, with different case or accent encoding, and by the end
 * of the path. Each of these counts only when exactly one file matches. `aliases` are other addresses within the zip.
 */
export function resolverFor(paths: string[], aliases: Map<string, string> = new Map()): Resolve {
  const exact = new Set(paths);
  const addresses = [...paths.map((path) => [path, path] as const), ...aliases];
  const byFolded = unique(addresses);
  const ends = addresses.flatMap(([address, path]) => [
    { end: address, path },
    ...(isIndex(address) ? [{ end: posix.dirname(address), path }] : []),
  ]);
  const byName = Map.groupBy(ends, ({ end }) => folded(bareName(end)));

  const lookUp = (path: string) =>
    aliases.get(path) ??
    candidatesOf(path).find((candidate) => exact.has(candidate)) ??
    candidatesOf(path)
      .map((candidate) => byFolded.get(folded(candidate)))
      .find(Boolean);

  /** Some products reference a file by its name or the end of its path, sites by its path below their own folder. */
  const lookUpEnd = (from: string, address: string) => {
    const end = address.replace(/^(?:\.{0,2}\/)+/, '').replace(/\/+$/, '');
    const isOfSite = address.startsWith('/');
    if (end === '' || (isOfSite && !end.includes('/'))) return undefined;
    const fitting = (byName.get(folded(bareName(end))) ?? []).filter((named) => endsWith(named.end, end));
    const found = new Set(fitting.map(({ path }) => path));
    if (found.size < 2) return [...found][0];
    const sites = fitting.map((named) => ({ ...named, folder: folderBefore(named.end, end) }));
    const around = sites.filter(({ folder }) => isOfSite && from.startsWith(folder));
    // A site may hold copies of itself, such as older versions, in folders.
    return around.toSorted((one, other) => one.folder.length - other.folder.length)[0]?.path ?? null;
  };

  const find = (from: string, address: string): string | null | undefined => {
    const base = address.startsWith('/') ? '' : posix.dirname(from);
    const path = posix.normalize(posix.join(base, address.replace(/^\/+/, '')));
    return lookUp(path) ?? lookUpEnd(from, address);
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
export const whyMissing = (target: LinkTarget | null | undefined): string =>
  target === null
    ? 'which several files of the zip are called; write its path'
    : 'which the zip does not hold';

/** `#` or `?` usually starts the anchor or query, but may also be part of a file name. */
function readingsOf(target: string): { address: string; anchor: string }[] {
  const [, address = '', anchor = ''] = /^([^?#]*)(?:\?[^#]*)?(#.*)?$/s.exec(target) ?? [];
  const whole = { address: target, anchor: '' };
  const both = address === target ? [whole] : [{ address, anchor }, whole];
  // Some file names hold an escape as they stand: `On%2DCall.md` may be another page than `On-Call.md`.
  const read = both.flatMap((reading) =>
    [...new Set([reading.address, unescaped(reading.address)])].map((name) => ({
      ...reading,
      address: name.normalize('NFC'),
    })),
  );
  return read.flatMap((reading) =>
    reading.address.includes('\\')
      ? [reading, { ...reading, address: reading.address.replaceAll('\\', '/') }]
      : [reading],
  );
}

/** An absolute address from the top of the zip. */
export const addressInZip = (path: string): string => `/${path.split('/').map(encodedPart).join('/')}`;

/** Parentheses would end the address of a markdown link. */
const encodedPart = (part: string): string =>
  encodeURIComponent(part).replaceAll('(', '%28').replaceAll(')', '%29');

/** Whether an address may refer to a file of the zip: not to the web, the same page or the product. */
export function mayBeFile(target: string): boolean {
  // Links to a server, person or document of the product, even if a page of the zip has the path of the screen.
  if (/^\/[a-z-]+\?(?:.*&)?(?:doc|server|member)=/.test(target)) return false;
  return !/^([?#]|$|[a-z][a-z0-9+.-]*:|\/\/)/i.test(target);
}

/** How names of files with markdown end. */
const ENDINGS = ['md', 'mdx', 'markdown', 'mdown', 'mkd', 'mkdn', 'mkdown', 'mdwn', 'mdtext'];
const ENDING = new RegExp(`\\.(?:${ENDINGS.join('|')})$`, 'i');

export const isMarkdown = (path: string): boolean => ENDING.test(path);

/** Text without markup is a page as well, unless a program reads it. */
export const isPlainText = (path: string): boolean =>
  /\.txt$/i.test(path) &&
  !/(?:^|\/)(?:robots|humans|security|llms|license|cmakelists|requirements[\w-]*)\.txt$/i.test(path);

export const withoutMarkdown = (path: string): string => path.replace(ENDING, '');

function candidatesOf(path: string): string[] {
  const bare = path.replace(/\/+$/, '');
  const inside = bare === '.' || bare === '' ? '' : `${bare}/`;
  return [
    bare,
    ...ENDINGS.map((ending) => `${bare}.${ending}`),
    `${bare}.txt`,
    `${inside}index.md`,
    `${inside}index.mdx`,
    `${inside}_index.md`,
    `${inside}README.md`,
  ];
}

const isIndex = (path: string): boolean => path.includes('/') && /^(?:_?index|readme)$/i.test(bareName(path));

/** `en/` for `en/docs/dns.md` and `docs/dns`. */
const folderBefore = (path: string, end: string): string =>
  path
    .split('/')
    .slice(0, -end.split('/').length)
    .map((part) => `${part}/`)
    .join('');

const folded = (path: string): string => path.normalize('NFC').toLowerCase();

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
    // A stray % is literal.
    return address;
  }
}

/** Keeps only keys with exactly one path. */
function unique(entries: (readonly [key: string, path: string])[]): Map<string, string> {
  const found = new Map<string, string | undefined>();
  for (const [key, path] of entries) {
    const known = found.get(folded(key));
    found.set(folded(key), found.has(folded(key)) && known !== path ? undefined : path);
  }
  return new Map([...found].filter((entry): entry is [string, string] => entry[1] !== undefined));
}
