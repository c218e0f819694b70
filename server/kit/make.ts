import { drizzle } from 'drizzle-orm/node-postgres';
import { objectIdsIn } from '../../contract/calls/objects.ts';
import { textFields, type Server } from '../../contract/shared/server-fields.ts';
import { record } from '../audit/record.ts';
import { CommandRefused } from '../command.ts';
import type { Config } from '../config.ts';
import type { Database, Db } from '../db/open.ts';
import * as schema from '../db/schema.ts';
import { findDocument } from '../documents/queries.ts';
import { findReadableObject, STORE_LOCK } from '../objects/queries.ts';
import { keysOf } from '../secret.ts';
import { listServersOfDocument } from '../servers/links.ts';
import type { Storage } from '../storage/storage.ts';
import { readText } from '../text/markdown/reader-text.ts';
import { listChosen, listKitServers, type Chosen, type KitChoice } from './contents.ts';
import { writeKitFolder, type AddToKit } from './folder.ts';
import type { KitPages, ListedDocument } from './pages.ts';
import { kitPaths } from './paths.ts';
import { sealKit } from './seal.ts';

export type KitParts = {
  database: Database;
  storage: Storage;
  config: Pick<Config, 'PUBLIC_URL' | 'CHECK_INTERVAL_SECONDS' | 'SESSION_SECRET' | 'DATA_DIR'>;
  pages: KitPages;
};

export type MadeKit = {
  documents: number;
  servers: number;
  files: number;
  bytes: number;
  /** Images and files whose bytes the store does not have. */
  missing: number;
  /** SHA-256 of the public key. */
  key: string;
};

/**
 * Writes documents and servers as pages that need no server. All of them are of one moment. The same content gives the same
 * bytes, so no page has the time when the kit was made.
 */
export async function makeKit(
  { database, ...parts }: KitParts,
  folder: string,
  choice: KitChoice,
): Promise<MadeKit> {
  const client = database.newClient();
  await client.connect();
  try {
    // Blocks the clean-up until all images of this snapshot have been read.
    await client.query('select pg_advisory_lock_shared($1)', [STORE_LOCK]);
    await client.query('begin isolation level repeatable read, read only');
    const kit = await writeKit({ ...parts, db: drizzle(client, { schema }) }, folder, choice);
    const event = { action: 'system.kit' as const, kind: 'system', after: { ...kit, ...choice } };
    await record(database.db, { userId: null, name: 'Kit' }, event);
    return kit;
  } finally {
    await client.end();
  }
}

type Reading = Omit<KitParts, 'database'> & { db: Db };
type Placed<T> = T & { path: string };
/** A line of the search: title, path and text. */
type Found = [title: string, path: string, text: string];
type Writing = Reading & {
  paths: ReturnType<typeof kitPaths>;
  add: (path: string, content: Parameters<AddToKit>[1]) => Promise<void>;
};

async function writeKit(reading: Reading, folder: string, choice: KitChoice): Promise<MadeKit> {
  const { db, config, pages } = reading;
  const paths = kitPaths(config.PUBLIC_URL);
  const chosen = (await listChosen(db, choice)).map((document) => ({
    ...document,
    path: paths.addDocument(document.id, document.title),
  }));
  refuseUnknown(chosen, choice);
  const schedule = { intervalSeconds: config.CHECK_INTERVAL_SECONDS };
  const servers = (await listKitServers(db, choice.servers, schedule)).map((server) => ({
    ...server,
    path: paths.addServer(server.id, server.name),
  }));
  let [missing, key] = [0, ''];
  const written = await writeKitFolder(folder, async (addFile) => {
    const hashes: Record<string, string> = {};
    const add: Writing['add'] = async (path, content) => {
      const isPage = typeof content === 'string' && path.endsWith('.html');
      hashes[path] = await addFile(path, isPage ? paths.relinked(content, path) : content);
    };
    const writing = { ...reading, paths, add };
    const texts = await writeDocuments(writing, chosen);
    missing = texts.missing;
    const found = [...texts.found, ...(await writeServers(writing, servers, texts.about))];
    const index = { documents: chosen, serverCount: servers.length, address: config.PUBLIC_URL };
    await add('index.html', pages.renderKitIndex(index));
    await add('servers.html', pages.renderKitServers({ servers }));
    await add('search.html', pages.renderKitSearch());
    await add('search.js', pages.kitSearchScript());
    await add('search-index.js', `takeKitIndex(${JSON.stringify(found)});\n`);
    key = await sealKit(keysOf(config), hashes, addFile);
  });
  return { documents: chosen.length, servers: servers.length, missing, key, ...written };
}

/** A typing error would silently give a kit without what is needed. */
function refuseUnknown(chosen: Chosen[], { categories, restricted }: KitChoice): void {
  const unknown = categories.find((name) => !chosen.some(({ category }) => category === name));
  if (unknown !== undefined) throw new CommandRefused(`No document is in the category ${unknown}.`);
  const missing = restricted.find((named) => !chosen.some(({ id }) => id === named));
  if (missing !== undefined) throw new CommandRefused(`There is no document ${missing}.`);
}

/** Characters of a text that the search of a kit finds. */
const FOUND = 20_000;

async function writeDocuments(writing: Writing, chosen: Placed<Chosen>[]) {
  const { db, pages, add } = writing;
  /** Documents that a server is linked to or that name it, by its id. */
  const about = new Map<string, ListedDocument[]>();
  const found: Found[] = [];
  const objects = new Set<string>();
  let missing = 0;
  for (const { principals, path, ...listed } of chosen) {
    const document = await findDocument(db, { principals }, listed.id);
    // The list is of the same snapshot.
    if (!document) throw new Error(`document ${listed.id} is not readable`);
    for (const id of objectIdsIn(document.content)) {
      if (objects.has(id)) continue;
      objects.add(id);
      if (!(await writeObject(writing, id, principals))) missing += 1;
    }
    const servers = await listServersOfDocument(db, { principals }, document.id);
    for (const { id } of servers) about.set(id, [...(about.get(id) ?? []), listed]);
    await add(path, await pages.renderKitDocument({ document, servers }));
    const words = [readText(document.content).text.slice(0, FOUND), document.category, ...document.tags];
    found.push([document.title, path, words.filter(Boolean).join('\n')]);
  }
  return { about, found, missing };
}

/** Returns false for an object whose bytes are missing. One that the readers may not see is left out. */
async function writeObject({ db, storage, paths, add }: Writing, id: string, principals: string[]) {
  const row = await findReadableObject(db, { principals }, id);
  // A private one is only for who uploaded it.
  if (row?.visibility !== 'public') return true;
  const stored = await storage.get(row.key);
  if (!stored) return false;
  await add(paths.addObject(row), stored.stream);
  return true;
}

async function writeServers(
  { pages, add }: Writing,
  servers: Placed<Server>[],
  about: Map<string, ListedDocument[]>,
): Promise<Found[]> {
  const found: Found[] = [];
  for (const { path, ...server } of servers) {
    await add(path, pages.renderKitServer({ server, documents: about.get(server.id) ?? [] }));
    found.push([server.name, path, textFields.flatMap((field) => server[field] ?? []).join('\n')]);
  }
  return found;
}
