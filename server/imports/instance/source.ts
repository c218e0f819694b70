import * as z from 'zod';
import { BadArchive, type Archive, type ArchiveFile } from '../archive.ts';
import { productVersion } from '../../product-version.ts';
import type { Problem } from '../stage.ts';
import { readJson, textOfFile } from '../formats/format.ts';
import { FILES, FORMAT, FORMAT_VERSION, Manifest, versionAt } from '../../exports/instance/layout.ts';
import type { InstanceSource } from './instance-source.ts';
import { NEEDED_COLUMNS, readTable, type TableRow } from './read-table.ts';

const isId = (text: string | undefined): text is string => z.uuid().safeParse(text).success;

/** A repacked export may contain everything in one folder. */
function withoutOuterFolder(archive: Archive): Archive {
  const [folder = ''] = /^[^/]+\//.exec(archive.files[0]?.path ?? '') ?? [];
  if (folder === '' || !archive.files.every(({ path }) => path.startsWith(folder))) return archive;
  const files = archive.files.map((file) => ({ ...file, path: file.path.slice(folder.length) }));
  return { ...archive, files };
}

/**
 * Whether a zip declares itself an instance export, or contains its files. Importing only its documents would assign
 * different ids.
 */
export async function isInstance(zip: Archive): Promise<boolean> {
  const archive = withoutOuterFolder(zip);
  const data = readJson(await textOfFile(archive, FILES.manifest));
  if (typeof data === 'object' && data !== null && 'format' in data && data.format === FORMAT) return true;
  const paths = new Set(archive.files.map(({ path }) => path));
  return [FILES.documents, FILES.serverDocuments, FILES.people].every((path) => paths.has(path));
}

/** Throws BadArchive when the zip is not a readable export. */
export async function openInstance(zip: Archive): Promise<InstanceSource & { problems: Problem[] }> {
  const archive = withoutOuterFolder(zip);
  const byPath = new Map(archive.files.map((file) => [file.path, file]));
  for (const path of [FILES.manifest, FILES.documents])
    if (!byPath.has(path)) throw new BadArchive(`The export is not whole: ${path} is missing`);
  const manifest = readManifest(await textOfFile(archive, FILES.manifest));
  const problems: Problem[] = manifest.missing.map(({ id, reason }) => ({
    path: FILES.manifest,
    reason: `The image or file ${id} was not taken along. ${reason}`,
    isLeftOut: false,
  }));
  const tableAt = async (path: string): Promise<TableRow[]> => {
    if (!byPath.has(path)) {
      problems.push({ path, reason: 'The zip does not hold it', isLeftOut: false });
      return [];
    }
    const table = readTable(await textOfFile(archive, path), NEEDED_COLUMNS[path]);
    if ('problem' in table) {
      problems.push({ path, reason: table.problem, isLeftOut: true });
      return [];
    }
    for (const { line, reason } of table.faulty)
      problems.push({ path: `${path} line ${line}`, reason, isLeftOut: true });
    return table.rows;
  };
  const documents = listed(await tableAt(FILES.documents), FILES.documents, byPath, problems);
  const files = listed(await tableAt(FILES.files), FILES.files, byPath, problems);
  const servers = [];
  for (const path of [FILES.servers, FILES.serversInBin])
    servers.push(...(await tableAt(path)).map((row) => ({ ...row, path })));
  const people = (await tableAt(FILES.people)).map(
    ({ cells }) => [cells['id'] ?? '', cells['email'] ?? ''] as const,
  );
  return {
    documents: withVersions(documents, archive.files, problems),
    files: files.map(({ cells, ...one }) => ({
      ...one,
      name: cells['name'] ?? '',
      contentType: cells['contentType'] ?? '',
    })),
    servers,
    members: await tableAt(FILES.members),
    serverDocuments: await tableAt(FILES.serverDocuments),
    people: new Map(people),
    groups: groupsIn(byPath.has(FILES.groups) ? await tableAt(FILES.groups) : []),
    paths: [...byPath.keys()],
    problems,
  };
}

/** Older exports have no groups. */
function groupsIn(rows: TableRow[]): Map<string, string[]> {
  const groups = Map.groupBy(rows, ({ cells }) => cells['group'] ?? '');
  return new Map(
    [...groups].map(([name, members]) => [
      name,
      members.flatMap(({ cells }) => cells['email']?.toLowerCase() || []),
    ]),
  );
}

function readManifest(text: string): Manifest {
  const data = readJson(text);
  const version = z.looseObject({ formatVersion: z.number(), version: z.string() }).safeParse(data).data;
  if (version && version.formatVersion > FORMAT_VERSION)
    throw new BadArchive(
      `This export was made by Ops Hub ${version.version}, which is newer than this one (${productVersion()}). ` +
        'Update this one and import again',
    );
  const manifest = Manifest.safeParse(data);
  if (manifest.success) return manifest.data;
  const [issue] = manifest.error.issues;
  throw new BadArchive(
    `${FILES.manifest} cannot be read: ${issue?.path.map(String).join('.')}: ${issue?.message}`,
  );
}

type Listed = { id: string; path: string; file: ArchiveFile; cells: TableRow['cells'] };

/** Rows with an existing file; each file and id once. */
function listed(
  rows: TableRow[],
  table: string,
  files: Map<string, ArchiveFile>,
  problems: Problem[],
): Listed[] {
  const seen = new Set<string>();
  return rows.flatMap(({ line, cells }) => {
    const { id, path = '' } = cells;
    const file = files.get(path.normalize('NFC'));
    const again = seen.has(id?.toLowerCase() ?? '') || seen.has(path);
    if (isId(id) && file && !again) {
      seen.add(id.toLowerCase()).add(path);
      return [{ id: id.toLowerCase(), path: file.path, file, cells }];
    }
    const reason = !isId(id)
      ? 'The id is no UUID'
      : again
        ? 'The same path or id stands on a line before'
        : `The zip does not hold ${path || 'a file without a name'}`;
    problems.push({ path: `${table} line ${line}`, reason, isLeftOut: true });
    return [];
  });
}

/** Finds the earlier versions of each document, and reports files that belong to none. */
function withVersions(
  documents: Listed[],
  all: ArchiveFile[],
  problems: Problem[],
): InstanceSource['documents'] {
  const known = new Set(documents.map(({ path }) => path));
  const versions = new Map<string, { version: number; file: ArchiveFile }[]>();
  for (const file of all) {
    if (!/^(?:bin\/)?documents\//.test(file.path) || known.has(file.path)) continue;
    const found = versionAt(file.path);
    if (found && known.has(found.documentPath)) {
      const list = versions.get(found.documentPath) ?? [];
      list.push({ version: found.version, file });
      versions.set(found.documentPath, list);
    } else problems.push({ path: file.path, reason: `${FILES.documents} does not list it`, isLeftOut: true });
  }
  return documents.map(({ id, path, file, cells }) => {
    const earlier = (versions.get(path) ?? []).toSorted((a, b) => a.version - b.version);
    const expected = Number(cells['versions']);
    if (expected > earlier.length + 1)
      problems.push({
        path,
        reason: `It had ${expected} versions, and the zip holds ${earlier.length + 1} of them`,
        isLeftOut: false,
      });
    return { id, path, file, versions: earlier.map((one) => one.file) };
  });
}
