import { Readable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Client } from 'pg';
import { typeOf } from '../../../contract/shared/document-words.ts';
import type { InstanceContents } from '../../../contract/calls/exports.ts';
import { MENTION_PATH } from '../../../contract/shared/mentions.ts';
import { objectIdsIn } from '../../../contract/calls/objects.ts';
import type { Reader } from '../../actor.ts';
import type { Database, Db } from '../../db/open.ts';
import * as schema from '../../db/schema.ts';
import { refuse, RefusalError } from '../../http/errors.ts';
import { DOWNLOAD, STORE_LOCK } from '../../objects/queries.ts';
import { productVersion } from '../../product-version.ts';
import { SERVER_CSV_COLUMNS, serverCells } from '../../servers/csv/export.ts';
import type { Storage } from '../../storage/storage.ts';
import { inert, writeCsv } from '../../text/csv-cells.ts';
import { zipStream, type AddFile } from '../../zip-stream.ts';
import type { Places } from '../page-file.ts';
import { pageText } from '../write-page.ts';
import { safeFileName } from '../../text/safe-name.ts';
import {
  DOCUMENT_COLUMNS,
  EXPORT_LIMITS,
  FILE_COLUMNS,
  FILES,
  FORMAT,
  GROUP_COLUMNS,
  FORMAT_VERSION,
  instancePaths,
  LEFT_OUT,
  MEMBER_COLUMNS,
  PERSON_COLUMNS,
  SERVER_COLUMNS,
  SERVER_DOCUMENT_COLUMNS,
  versionPath,
} from './layout.ts';
import type { Manifest } from './layout.ts';
import {
  countBytes,
  countContents,
  findCurrent,
  groupRows,
  listPlaced,
  memberRows,
  peopleById,
  readersAsText,
  serverDocumentRows,
  serverRows,
  shownObjects,
  versionsBefore,
} from './snapshot.ts';
import type { ShownObject } from './snapshot.ts';

/** One at a time across all nodes: each export reads everything, and holds a connection and a snapshot meanwhile. */
const EXPORT_LOCK = 72_602;
const MB = 1024 ** 2;

export type InstanceExport = {
  zip: Readable;
  contents: InstanceContents;
  /** Settles when the zip has been read completely; rejects when it was interrupted. */
  done: Promise<Manifest>;
};

type Watch = {
  /** Called after each file of `total`. */
  progress?: (done: number, total: number) => void;
  /** Receives the connection before anything is read, to take further locks. */
  holding?: (client: Client) => Promise<void>;
};

/**
 * Streams the whole instance as of one moment as a zip. Throws a refusal when another export is running, or when the
 * instance exceeds the limits of an import.
 */
export async function exportInstance(
  database: Database,
  storage: Storage,
  { whose, ...watch }: Watch & { whose?: Reader } = {},
  limits = EXPORT_LIMITS,
): Promise<InstanceExport> {
  const client = database.newClient();
  await client.connect();
  try {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as mine', [EXPORT_LOCK]);
    if (rows[0]?.mine !== true)
      throw new RefusalError(
        refuse(409, 'export_running', 'Another export is under way. Try again when it is done.'),
      );
    await watch.holding?.(client);
    // Blocks the clean-up until all images of this snapshot have been read.
    await client.query('select pg_advisory_lock_shared($1)', [STORE_LOCK]);
    await client.query('begin isolation level repeatable read, read only');
    const db: Db = drizzle(client, { schema });
    const contents = await countContents(db, whose);
    const refusal = await tooMuch(db, whose, contents, limits);
    if (refusal) throw new RefusalError(refuse(409, 'export_too_large', refusal));
    const done = Promise.withResolvers<Manifest>();
    // The caller may ignore the failure.
    done.promise.catch(() => undefined);
    const zip = zipStream(async (add) => {
      try {
        done.resolve(await writeInstance({ db, whose, storage }, contents, counted(add, contents, watch)));
      } catch (error) {
        done.reject(error);
        throw error;
      } finally {
        await client.end();
      }
    });
    return { zip, contents, done: done.promise };
  } catch (error) {
    await client.end();
    throw error;
  }
}

async function tooMuch(
  db: Db,
  whose: Reader | undefined,
  contents: InstanceContents,
  { files, unpackedMb }: typeof EXPORT_LIMITS,
): Promise<string | undefined> {
  const count = filesOf(contents);
  if (count > files) {
    return (
      `An export has at most ${files.toLocaleString('en-US')} files, and this instance would need ` +
      `${count.toLocaleString('en-US')}. Use npm run backup instead.`
    );
  }
  const megabytes = (await countBytes(db, whose)) / MB;
  return megabytes > unpackedMb
    ? `An export has at most ${unpackedMb.toLocaleString('en-US')} MB unpacked, and this instance ` +
        `would need ${Math.ceil(megabytes).toLocaleString('en-US')}. Use npm run backup instead.`
    : undefined;
}

const filesOf = ({ versions, images, files }: InstanceContents): number =>
  versions + images + files + Object.keys(FILES).length;

function counted(add: AddFile, contents: InstanceContents, { progress }: Watch): AddFile {
  const total = filesOf(contents);
  let done = 0;
  return async (...file) => {
    await add(...file);
    done += 1;
    progress?.(Math.min(done, total), total);
  };
}

type Writing = {
  db: Db;
  /** Only what this account may read, or everything. */
  whose: Reader | undefined;
  storage: Storage;
  add: AddFile;
  places: Places;
  missing: Manifest['missing'];
  /** Accounts mentioned in texts. */
  mentioned: Set<string>;
  /** Number of written versions by document. */
  versions: Map<string, number>;
};

async function writeInstance(
  { db, whose, storage }: Pick<Writing, 'db' | 'whose' | 'storage'>,
  contents: InstanceContents,
  add: AddFile,
): Promise<Manifest> {
  const placed = await listPlaced(db, whose);
  const paths = instancePaths(placed);
  const writing: Writing = {
    db,
    whose,
    storage,
    add,
    places: { documents: paths, files: new Map(), paths: new Set(paths.values()) },
    missing: [],
    mentioned: new Set(),
    versions: new Map(),
  };
  await writeObjects(writing);
  await db.execute(sql`select pg_advisory_unlock_shared(${STORE_LOCK})`);
  for (const { id } of placed) await writeDocument(writing, id);
  const listed = placed.map(({ id, title, category, templateType }) => [
    paths.get(id) ?? '',
    title,
    category ?? '',
    typeOf(templateType),
    String(writing.versions.get(id) ?? 0),
    id,
  ]);
  await addTable(add, FILES.documents, DOCUMENT_COLUMNS, listed);
  await addTable(add, FILES.servers, SERVER_HEADER, serverCellsOf(db, false));
  await addTable(add, FILES.serversInBin, SERVER_HEADER, serverCellsOf(db, true));
  await addTable(add, FILES.members, MEMBER_COLUMNS, await memberCells(writing));
  await addTable(add, FILES.serverDocuments, SERVER_DOCUMENT_COLUMNS, await serverDocumentCells(writing));
  const people = await peopleById(db, [...writing.mentioned]);
  const named = people.map(({ id, name, email }) => [id, name, email]);
  await addTable(add, FILES.people, PERSON_COLUMNS, named);
  const members = await groupRows(db);
  await addTable(
    add,
    FILES.groups,
    GROUP_COLUMNS,
    members.map(({ name, email }) => [name, email ?? '']),
  );
  const manifest: Manifest = {
    format: FORMAT,
    formatVersion: FORMAT_VERSION,
    version: productVersion(),
    exportedAt: new Date().toISOString(),
    counts: contents,
    missing: writing.missing,
    leftOut: LEFT_OUT,
  };
  await add(FILES.manifest, `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
}

type Cells = AsyncIterable<string[]> | Iterable<string[]>;

/** Streams a CSV file. */
async function addTable(add: AddFile, path: string, columns: readonly string[], rows: Cells): Promise<void> {
  const lines = async function* () {
    yield writeCsv([[...columns]]);
    for await (const row of rows) yield writeCsv([row.map(inert)], { isMore: true });
  };
  await add(path, Readable.from(lines()));
}

async function writeObjects({ db, whose, storage, add, places, missing }: Writing): Promise<void> {
  const rows: string[][] = [];
  for await (const row of shownObjects(db, whose)) {
    const { id, contentType, name } = row;
    // Private: only its uploader may see it.
    if (row.visibility === 'private') {
      missing.push({ id, reason: 'It is private to who uploaded it' });
      continue;
    }
    const stored = await storage.get(row.key);
    if (!stored) {
      missing.push({ id, reason: 'Its bytes are missing in the store' });
      continue;
    }
    const path = objectFile(row);
    places.files.set(id, path);
    rows.push([path, name ?? '', contentType, id]);
    await add(path, stored.stream, { store: true });
  }
  await addTable(add, FILES.files, FILE_COLUMNS, rows);
}

const objectFile = ({ id, contentType, name }: ShownObject): string =>
  contentType === DOWNLOAD
    ? `files/${id}/${safeFileName(name ?? 'file')}`
    : `images/${id}.${contentType.split('/')[1]}`;

/** Writes the current version and each earlier version of a document to separate files. */
async function writeDocument(writing: Writing, id: string): Promise<void> {
  const { db, add, places, mentioned, versions } = writing;
  const current = await findCurrent(db, id);
  const path = places.documents.get(id);
  if (!current || !path) return;
  const { row, author, saved } = current;
  const kept = {
    author,
    created: row.createdAt.toISOString(),
    updated: row.updatedAt.toISOString(),
    deleted: row.deletedAt?.toISOString() ?? null,
    importedFrom: row.importPath,
    readers: await readersAsText(db, row.readers),
  };
  noteMentions(row.content, mentioned);
  await add(path, await pageText({ fields: row, documentId: id, kept, saved }, path, places));
  let count = 1;
  for await (const version of versionsBefore(db, id, row.version)) {
    const file = versionPath(path, version.saved.version);
    noteMentions(version.fields.content, mentioned);
    await add(file, await pageText(version, file, places));
    count += 1;
  }
  versions.set(id, count);
}

const MENTION = new RegExp(`${MENTION_PATH.replace('?', String.raw`\?`)}([\\da-f-]{36})`, 'g');

function noteMentions(content: string, mentioned: Set<string>): void {
  if (!content.includes(MENTION_PATH)) return;
  for (const [, id = ''] of content.matchAll(MENTION)) mentioned.add(id);
}

const iso = (date: Date | null): string => date?.toISOString() ?? '';

const SERVER_HEADER = [...SERVER_CSV_COLUMNS, ...SERVER_COLUMNS];

async function* serverCellsOf(db: Db, isInBin: boolean): AsyncGenerator<string[]> {
  for await (const { row, manager } of serverRows(db, isInBin))
    yield [
      ...serverCells(row),
      row.id,
      manager ?? '',
      iso(row.createdAt),
      iso(row.updatedAt),
      iso(row.deletedAt),
      iso(row.statusSince),
    ];
}

async function memberCells({ db, places }: Writing): Promise<string[][]> {
  const rows = await memberRows(db);
  return rows.map((row) => [
    row.name,
    row.email,
    row.role,
    row.department ?? '',
    row.status,
    places.files.get(objectIdsIn(row.profileImageUrl ?? '')[0] ?? '') ?? '',
    iso(row.lastActive),
    row.id,
    iso(row.createdAt),
    iso(row.updatedAt),
  ]);
}

async function serverDocumentCells({ db, whose, places }: Writing): Promise<string[][]> {
  const rows = await serverDocumentRows(db, whose);
  return rows.map(({ server, serverId, documentId, documentType, createdAt }) => [
    server,
    places.documents.get(documentId) ?? '',
    documentType ?? '',
    serverId,
    iso(createdAt),
  ]);
}
