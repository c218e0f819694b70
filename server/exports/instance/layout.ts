import * as z from 'zod';
import { InstanceContents } from '../../../contract/calls/exports.ts';
import { foldedPath, safeName } from '../../text/safe-name.ts';

/**
 * The files of an export of the whole instance. Documents lie by category, each with its earlier versions in a folder
 * beside it; what is in the bin lies apart. `documents.csv` and `files.csv` say which id a file has.
 *
 *   documents/Network/Fail over.md
 *   documents/Network/Fail over.versions/0001.md
 *   images/0190….png   files/0190…/manual.pdf
 *   bin/documents/…    bin/servers.csv
 *   servers.csv  members.csv  server-documents.csv  people.csv  documents.csv  files.csv  export.json
 */
export const FILES = {
  manifest: 'export.json',
  documents: 'documents.csv',
  files: 'files.csv',
  people: 'people.csv',
  servers: 'servers.csv',
  serversInBin: 'bin/servers.csv',
  members: 'members.csv',
  serverDocuments: 'server-documents.csv',
  groups: 'groups.csv',
} as const;

export const FORMAT = 'ops-hub-export';
/** Increases when older products can no longer read the files. */
export const FORMAT_VERSION = 1;

/** An import reads no larger export. */
export const EXPORT_LIMITS = {
  /** More files than an export of a hundred thousand documents with images. */
  files: 250_000,
  /** MB of all unpacked files. */
  unpackedMb: 8_192,
};

/** Written last: a zip without it is incomplete. */
export const Manifest = z.object({
  format: z.literal(FORMAT),
  formatVersion: z.number(),
  /** Version of the product that made the export. */
  version: z.string(),
  exportedAt: z.string(),
  counts: InstanceContents,
  /** Images and files that could not be exported. */
  missing: z.array(z.object({ id: z.string(), reason: z.string() })),
  /** Kinds of data that an export never contains. */
  leftOut: z.array(z.string()),
});
export type Manifest = z.infer<typeof Manifest>;

export const LEFT_OUT = [
  'Accounts, passwords, second factors, passkeys, API tokens and sessions',
  'Shares by link and with people, drafts, watches, notifications and personal settings',
  'The audit log, results of health checks, incidents and questions to the assistant',
  'Alerts with their rules, channels, duty, maintenance and inputs, and the limits and needs of servers',
];

/** Columns in addition to those of the CSV import of servers. */
export const SERVER_COLUMNS = [
  'id',
  'managedBy',
  'createdAt',
  'updatedAt',
  'deletedAt',
  'statusSince',
] as const;
export const MEMBER_COLUMNS = [
  'name',
  'email',
  'role',
  'department',
  'status',
  'picture',
  'lastActive',
  'id',
  'createdAt',
  'updatedAt',
] as const;
export const DOCUMENT_COLUMNS = ['path', 'title', 'category', 'type', 'versions', 'id'] as const;
export const FILE_COLUMNS = ['path', 'name', 'contentType', 'id'] as const;
export const PERSON_COLUMNS = ['id', 'name', 'email'] as const;
export const GROUP_COLUMNS = ['group', 'email'] as const;
export const SERVER_DOCUMENT_COLUMNS = [
  'server',
  'document',
  'documentType',
  'serverId',
  'createdAt',
] as const;

type Placed = { id: string; title: string; category: string | null; isInBin: boolean };

/**
 * Gives each document a unique path, which also reserves the folder of its versions: no document, folder or category
 * collides with either on any system. The same documents in the same order get the same paths.
 */
export function instancePaths(documents: Placed[]): Map<string, string> {
  const folderOf = ({ category, isInBin }: Placed) =>
    `${isInBin ? 'bin/' : ''}documents/${category === null ? '' : `${safeName(category)}/`}`;
  const taken = new Set(documents.map((one) => foldedPath(folderOf(one).slice(0, -1))));
  const paths = new Map<string, string>();
  // Last used number per title, since thousands may have the same title.
  const counts = new Map<string, number>();
  for (const one of documents) {
    const name = folderOf(one) + safeName(one.title);
    let path = name;
    let n = counts.get(foldedPath(name)) ?? 1;
    while (isTaken(path, taken)) {
      n += 1;
      path = `${name} ${n}`;
    }
    counts.set(foldedPath(name), n);
    taken.add(foldedPath(`${path}.md`)).add(foldedPath(versionsFolder(path)));
    paths.set(one.id, `${path}.md`);
  }
  return paths;
}

const isTaken = (path: string, taken: Set<string>): boolean =>
  taken.has(foldedPath(`${path}.md`)) || taken.has(foldedPath(versionsFolder(path)));

const versionsFolder = (path: string): string => `${path.replace(/\.md$/, '')}.versions`;

export const versionPath = (documentPath: string, version: number): string =>
  `${versionsFolder(documentPath)}/${String(version).padStart(4, '0')}.md`;

/** Document and version number of a version file's path. The caller checks that the document exists. */
export function versionAt(path: string): { documentPath: string; version: number } | undefined {
  const [, stem, number] = /^(.+)\.versions\/(\d{4,9})\.md$/.exec(path) ?? [];
  return stem && number ? { documentPath: `${stem}.md`, version: Number(number) } : undefined;
}

/** `Name <e-mail>`; a deleted account has only a name. */
export function personText(person: { name: string; email: string | null }): string {
  if (!person.email) return person.name;
  return person.name === person.email ? person.email : `${person.name} <${person.email}>`;
}

/** The e-mail in such a text, in lower case; undefined without one. */
export function emailIn(text: string): string | undefined {
  const [, inBrackets] = /<([^<>\s]+@[^<>\s]+)>$/.exec(text) ?? [];
  const email = inBrackets ?? (/^\S+@\S+$/.test(text) ? text : undefined);
  return email?.toLowerCase();
}
