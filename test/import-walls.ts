import path from 'node:path';
import { DOORS } from './doors.ts';
import { isTest, type SourceFile, type Violation } from './house-files.ts';

/** One import between two source files. `typeOnly` imports do not exist at run time. */
export type Import = { from: string; to: string; typeOnly: boolean };

// A port is a type and its adapters. app.ts chooses the adapter, so features import only the type.
const ports = new Set(['mail', 'model', 'storage', 'probe']);
// Folders of the server that every feature builds on. All other folders of server/ are features.
const foundations = new Set([...ports, 'access', 'db', 'http', 'jobs', 'live', 'text', 'work']);
const screensThatComposeOthers = new Set(['shell', 'dashboard']);
const foundationsOfWeb = new Set(['api', 'ui', 'lib']);

/** Matches the text between `import` or `export` and the name of the file, and `import('…')`. */
const importPattern =
  /^\s*(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?['"](\.[^'"]+)['"]|\bimport\(\s*['"](\.[^'"]+)['"]/gm;

export function importsOf(file: SourceFile): Import[] {
  return [...file.text.matchAll(importPattern)].map((match) => ({
    from: file.path,
    to: path.posix.join(path.posix.dirname(file.path), match[2] ?? match[3] ?? ''),
    typeOnly: match[1] !== undefined,
  }));
}

/** Tests may import anything. All other files follow the rules. */
const productImports = (files: SourceFile[]): Import[] =>
  files.filter((file) => !isTest(file.path)).flatMap((file) => importsOf(file));

const areaOf = (file: string): string => file.split('/')[0] ?? '';

/** server/documents/routes.ts → documents; server/app.ts → '' */
const folderOf = (file: string): string => {
  const parts = file.split('/');
  return parts.length > 2 ? (parts[1] ?? '') : '';
};

const mayImport: Record<string, string[]> = {
  contract: ['contract'],
  server: ['server', 'contract'],
  web: ['web', 'contract'],
};

/** The contract imports neither side, server and web import the contract, and nobody imports tests. */
export function importsAcrossAreas(files: SourceFile[]): Violation[] {
  return productImports(files)
    .filter(({ from, to }) => mayImport[areaOf(from)]?.includes(areaOf(to)) === false)
    .map(({ from, to }) => `${from} imports ${to}`);
}

/** What is shared is pure: it knows no call. */
export function callsInShared(files: SourceFile[]): Violation[] {
  return productImports(files)
    .filter(({ from, to }) => from.startsWith('contract/shared/') && to.startsWith('contract/calls/'))
    .map(({ from, to }) => `${from} imports ${to}`);
}

/**
 * A browser downloads schemas with methods as a whole. Of schemas made of functions (zod/mini) it downloads only those in
 * use.
 */
export function heavySchemas(files: SourceFile[]): Violation[] {
  return files
    .filter(({ path: file }) => /^(contract|web)\//.test(file) && !isTest(file))
    .filter(({ text }) => /\b(?:from|import)\s*\(?\s*['"]zod(?:\/v4)?['"]/.test(text))
    .map(({ path: file }) => `${file}: imports zod where zod/mini is enough`);
}

export function wallsInServer(files: SourceFile[]): Violation[] {
  return productImports(files)
    .filter(({ from, to }) => areaOf(from) === 'server' && areaOf(to) === 'server')
    .flatMap((link) => {
      const reason = faultInServer(link);
      return reason ? [`${link.from} imports ${link.to}: ${reason}`] : [];
    });
}

function faultInServer({ from, to, typeOnly }: Import): string | null {
  const [mine, theirs] = [folderOf(from), folderOf(to)];
  const composes = from === 'server/main.ts' || from === 'server/app.ts' || mine === 'commands';
  if (composes || (mine === theirs && mine !== '')) return null;
  if (to === 'server/main.ts' || to === 'server/app.ts')
    return 'they put the rooms together, no room knows them';
  if (mine === '') return null;
  const iAmFeature = !foundations.has(mine);
  if (!iAmFeature && theirs !== '' && !foundations.has(theirs)) return 'a foundation knows no feature';
  if (iAmFeature && ports.has(theirs) && !typeOnly)
    return 'a feature knows the type of a port, not its adapters';
  const isFeature = theirs !== '' && !foundations.has(theirs);
  if (iAmFeature && isFeature && !isDoor(to)) return 'another feature only through its doors (test/doors.ts)';
  return null;
}

const isDoor = (file: string): boolean =>
  (DOORS[folderOf(file)] ?? []).some((door) => file === `server/${folderOf(file)}/${door}`);

/** Doors that no other feature uses, and doors without a file. */
export function unusedDoors(files: SourceFile[], doors: Record<string, string[]>): Violation[] {
  const used = new Set(
    productImports(files)
      .filter(({ from, to }) => folderOf(from) !== folderOf(to) && !foundations.has(folderOf(from)))
      .map(({ to }) => to),
  );
  const all = Object.entries(doors).flatMap(([feature, own]) =>
    own.map((door) => `server/${feature}/${door}`),
  );
  return all.filter((door) => !used.has(door)).map((door) => `${door}: no other feature needs it`);
}

/** A name is exported where it is defined, so that its file says what it holds. */
export const passedOn = (files: SourceFile[]): Violation[] =>
  files
    .filter(({ path: file }) => /^(?:server|contract)\//.test(file))
    .flatMap(({ path: file, text }) =>
      /^export (?:type )?(?:\{|\*)/m.test(text) ? [`${file}: exports what another file defines`] : [],
    );

export function wallsInWeb(files: SourceFile[]): Violation[] {
  return productImports(files)
    .filter(({ from }) => areaOf(from) === 'web' && folderOf(from) !== '')
    .flatMap((link) => {
      const reason = faultInWeb(link);
      return reason ? [`${link.from} imports ${link.to}: ${reason}`] : [];
    });
}

/**
 * Formats of dates, comparison of texts, ids of headings, fences and syntax of links, which both sides share. These files import no
 * call and no feature.
 */
const alikeOnBothSides = new Set([
  'contract/shared/dates.ts',
  'contract/shared/fold.ts',
  'contract/shared/heading-id.ts',
  'contract/shared/html-tags.ts',
  'contract/shared/mentions.ts',
  'contract/shared/outline.ts',
  'contract/shared/item-address.ts',
]);

function faultInWeb({ from, to }: Import): string | null {
  const [mine, theirs] = [folderOf(from), folderOf(to)];
  const lowest = mine === 'ui' || mine === 'lib';
  if (lowest && alikeOnBothSides.has(to)) return null;
  if (lowest)
    return areaOf(to) === 'web' && (theirs === mine || theirs === 'lib')
      ? null
      : 'ui knows only lib, and lib knows nothing else';
  if (areaOf(to) !== 'web' || mine === theirs) return null;
  if (/^web\/(main|app|routes)\.tsx?$/.test(to)) return 'it knows the features, not the other way round';
  if (theirs === '' || foundationsOfWeb.has(theirs)) return null;
  if (mine === 'api') return 'api knows no feature';
  return screensThatComposeOthers.has(mine) ? null : 'another feature only from shell/ and dashboard/';
}

/** Finds import cycles between files. Each cycle is reported once. */
export function circlesOfFiles(files: SourceFile[]): Violation[] {
  return circlesIn(productImports(files).map(({ from, to }) => [from, to]));
}

/** Finds import cycles between the feature folders of the server. */
export function circlesOfFeatures(files: SourceFile[]): Violation[] {
  const links = productImports(files)
    .filter(({ from, to }) => areaOf(from) === 'server' && areaOf(to) === 'server')
    .map(({ from, to }): [string, string] => [folderOf(from), folderOf(to)])
    // Every feature imports http/ for errors and responses, and http/ imports no feature. circlesOfFiles checks its files
    // one by one.
    .filter(([from, to]) => from !== to && ![from, to].some((folder) => folder === '' || folder === 'http'));
  return circlesIn(links);
}

function circlesIn(links: [string, string][]): Violation[] {
  const next = Map.groupBy(links, ([from]) => from);
  const done = new Set<string>();
  const circles: Violation[] = [];

  const visit = (place: string, way: string[]): void => {
    const start = way.indexOf(place);
    if (start >= 0) circles.push([...way.slice(start), place].join(' → '));
    if (start >= 0 || done.has(place)) return;
    for (const [, to] of next.get(place) ?? []) visit(to, [...way, place]);
    done.add(place);
  };

  for (const place of next.keys()) visit(place, []);
  return circles;
}
