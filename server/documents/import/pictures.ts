import { createHash, randomUUID } from 'node:crypto';
import type { Db } from '../../db/open.ts';
import { readImage } from '../../objects/images.ts';
import { takePublicObjectBySha256 } from '../../objects/queries.ts';
import type { NewObject } from '../../objects/queries.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Archive, ArchiveFile } from './archive.ts';

export const isPicture = (path: string): boolean => /\.(png|jpe?g|gif|webp|svg)$/i.test(path);

/** A picture of the zip as a stored image. `row` is still to be written, with the first page that shows it. */
export type Picture = { id: string; row: NewObject | undefined } | { problem: string };

export type Pictures = (file: ArchiveFile) => Promise<Picture>;

/** Reads and stores pictures as pages ask for them, each once; one stored by an earlier import is used again. */
export function picturesOf(archive: Archive, db: Db, storage: Storage, ownerId: string): Pictures {
  const byPath = new Map<string, Promise<Picture>>();
  const byContent = new Map<string, Promise<Picture>>();
  const read = async (file: ArchiveFile): Promise<Picture> => {
    const bytes = await archive.read(file);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const picture = byContent.get(sha256) ?? storePicture(bytes, sha256, db, storage, ownerId);
    byContent.set(sha256, picture);
    return picture;
  };
  return (file) => {
    const picture = byPath.get(file.path) ?? read(file);
    byPath.set(file.path, picture);
    return picture;
  };
}

async function storePicture(
  bytes: Buffer,
  sha256: string,
  db: Db,
  storage: Storage,
  ownerId: string,
): Promise<Picture> {
  const stored = await takePublicObjectBySha256(db, sha256);
  if (stored) return { id: stored.id, row: undefined };
  const image = await readImage(bytes, { drawSvg: true });
  if (typeof image === 'string') return { problem: 'It is not an image that can be shown' };
  const { contentType, extension } = image;
  const key = `images/${sha256.slice(0, 2)}/${sha256}.${extension}`;
  await storage.put(key, image.bytes);
  const id = randomUUID();
  const row = { id, ownerId, key, visibility: 'public', contentType, bytes: image.bytes.length, sha256 };
  return { id, row };
}
