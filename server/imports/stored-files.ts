import type { Reader } from '../actor.ts';
import { createHash, randomUUID } from 'node:crypto';
import { posix } from 'node:path';
import { buffer } from 'node:stream/consumers';
import * as z from 'zod';
import type { Db } from '../db/open.ts';
import { readImage } from '../objects/images.ts';
import { textOfFile } from '../text/text-of-file.ts';
import { DOWNLOAD, findPublicObject, takePublicObject, type NewObject } from '../objects/queries.ts';
import { checksumOf, keyOf } from '../objects/stored-bytes.ts';
import type { Storage } from '../storage/storage.ts';
import type { Archive, ArchiveFile } from './archive.ts';

export const isPicture = (path: string): boolean => /\.(png|jpe?g|gif|webp|svg)$/i.test(path);

/** A file of the zip as a stored object. `row` is set until it is inserted with the first page that needs it. */
type StoredFile = { id: string; row: NewObject | undefined } | { problem: string };

/** Of the zip, or taken from a page. */
type AnyFile = ArchiveFile | { path: string; content: Buffer };

export type StoredFiles = (file: AnyFile) => Promise<StoredFile>;

type FileTarget = {
  db: Db;
  storage: Storage;
  /** Files that the importer may see are not stored again. */
  reader: Reader;
  ownerId: string;
  /** Reads the bytes without storing them. */
  dryRun: boolean;
  /** Bytes that the account may still store. */
  room: Room;
};

/** Counts down while files are stored. */
type Room = { bytes: number };

const NO_ROOM = {
  problem: 'There is no room for it: an account may store 5 GB of images and files',
};

/** Returns false when the file does not fit. */
function takeRoom(room: Room, bytes: number): boolean {
  if (bytes > room.bytes) return false;
  room.bytes -= bytes;
  return true;
}

/**
 * Reads and stores files on demand, once each. Reuses a file of an earlier import. Images are shown; other linked files
 * can be downloaded.
 */
export function storedFilesOf(archive: Pick<Archive, 'read'>, place: FileTarget): StoredFiles {
  const byPath = new Map<string, Promise<StoredFile>>();
  const byContent = new Map<string, Promise<StoredFile>>();
  const read = async (file: AnyFile): Promise<StoredFile> => {
    const { path } = file;
    const bytes = 'content' in file ? file.content : await archive.read(file);
    const exported = await exportedObject(path, bytes, place);
    if (exported) return exported;
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const key = `${isPicture(path)} ${sha256}`;
    const stored =
      byContent.get(key) ??
      (isPicture(path)
        ? storePicture(bytes, sha256, place)
        : storeDownload(bytes, sha256, posix.basename(path), place));
    byContent.set(key, stored);
    return stored;
  };
  return (file) => {
    if ('content' in file) return read(file);
    const stored = byPath.get(file.path) ?? read(file);
    byPath.set(file.path, stored);
    return stored;
  };
}

const EXPORTED = /(?:^|\/)(?:images\/(?=[^/]+$)|files\/(?=[^/]+\/[^/]+$))(?<id>[\da-f-]{36})[./]/;

/**
 * An export names each file by the id of its object. The hash does not find an image that was encoded again when it was
 * stored; the same bytes under the same id are the same object.
 */
async function exportedObject(
  path: string,
  bytes: Buffer,
  { db, storage, reader, dryRun }: FileTarget,
): Promise<StoredFile | undefined> {
  const id = z.uuid().safeParse(EXPORTED.exec(path)?.groups?.['id']).data;
  const kind = isPicture(path) ? 'image' : 'download';
  const row = id ? await findPublicObject(db, reader, { id }, kind) : undefined;
  const stored = row?.bytes === bytes.length ? await storage.get(row.key) : undefined;
  if (!row || !stored || !bytes.equals(await buffer(stored.stream))) return undefined;
  if (!dryRun) await takePublicObject(db, reader, { id: row.id }, kind);
  return { id: row.id, row: undefined };
}

/** A dry run does not update the time of last use either. */
const known = (dryRun: boolean) => (dryRun ? findPublicObject : takePublicObject);

async function storePicture(
  bytes: Buffer,
  sha256: string,
  { db, storage, reader, ownerId, dryRun, room }: FileTarget,
): Promise<StoredFile> {
  const stored = await known(dryRun)(db, reader, { sha256 });
  if (stored) return { id: stored.id, row: undefined };
  const image = await readImage(bytes, { drawSvg: true });
  if (typeof image === 'string') return { problem: 'It is not an image that can be shown' };
  if (!takeRoom(room, image.bytes.length)) return NO_ROOM;
  const { contentType, extension } = image;
  const checksum = checksumOf(image.bytes);
  const key = keyOf('images', checksum, extension);
  if (!dryRun) await storage.put(key, image.bytes);
  const id = randomUUID();
  const of = { bytes: image.bytes.length, sha256, checksum };
  const row = { id, ownerId, key, visibility: 'public', contentType, ...of };
  return { id, row };
}

async function storeDownload(
  bytes: Buffer,
  sha256: string,
  name: string,
  { db, storage, reader, ownerId, dryRun, room }: FileTarget,
): Promise<StoredFile> {
  const stored = await known(dryRun)(db, reader, { sha256 }, 'download');
  if (stored) return { id: stored.id, row: undefined };
  if (!takeRoom(room, bytes.length)) return NO_ROOM;
  const key = keyOf('files', sha256);
  if (!dryRun) await storage.put(key, bytes);
  const id = randomUUID();
  const row = {
    id,
    ownerId,
    key,
    visibility: 'public',
    contentType: DOWNLOAD,
    name: name.slice(-255),
    text: textOfFile(bytes),
    bytes: bytes.length,
    sha256,
    checksum: sha256,
  };
  return { id, row };
}
