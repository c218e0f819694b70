import { randomUUID } from 'node:crypto';
import { objectPath } from '../../contract/calls/objects.ts';
import type { Actor } from '../actor.ts';
import type { Db } from '../db/open.ts';
import { refuse, type Refusal } from '../http/errors.ts';
import type { Storage } from '../storage/storage.ts';
import { checksumOf, keyOf } from './stored-bytes.ts';
import { readImage } from './images.ts';
import { createObjects, holdStoredBytes, takePublicObject, overQuota } from './queries.ts';

/** Maximum images extracted from one text. */
const MAX_EMBEDDED = 200;

/** A data URL in the place of an image address in markdown or HTML. */
const embedded = /(\]\(\s*<?|\bsrc\s*=\s*["']?)(data:image\/[a-z+.-]{1,20};base64,([A-Za-z0-9+/]+={0,2}))/gi;

/**
 * Moves the embedded images of a text to the object store, readable by everybody like the text itself. Keeps size
 * comments before images, and images that cannot be read. Stores equal images once.
 */
export async function withStoredImages(
  tx: Db,
  storage: Storage,
  actor: Actor,
  text: string,
): Promise<string | Refusal> {
  const images = new Map([...text.matchAll(embedded)].map(([, , url = '', base64 = '']) => [url, base64]));
  if (images.size > MAX_EMBEDDED) {
    const problem = `Use at most ${MAX_EMBEDDED} embedded images; upload the others`;
    return refuse(413, 'too_large', `The content is too large: ${problem.toLowerCase()}`);
  }
  if (images.size > 0) await holdStoredBytes(tx);
  const paths = new Map<string, string>();
  for (const [url, base64] of images) {
    const id = await storedImage(tx, storage, actor, Buffer.from(base64, 'base64'));
    if (typeof id === 'object') return id;
    if (id) paths.set(url, objectPath(id));
  }
  if (paths.size === 0) return text;
  return text.replace(embedded, (whole, before: string, url: string) => {
    const path = paths.get(url);
    return path ? before + path : whole;
  });
}

async function storedImage(
  tx: Db,
  storage: Storage,
  actor: Actor,
  bytes: Buffer,
): Promise<string | Refusal | undefined> {
  const sha256 = checksumOf(bytes);
  const known = await takePublicObject(tx, actor, { sha256 });
  if (known) return known.id;
  const image = await readImage(bytes);
  if (typeof image === 'string') return undefined;
  const refusal = await overQuota(tx, actor.userId, image.bytes.length);
  if (refusal) return refusal;
  const id = randomUUID();
  const checksum = checksumOf(image.bytes);
  const key = keyOf('images', checksum, image.extension);
  await storage.put(key, image.bytes);
  const { contentType, bytes: stored } = image;
  const owned = { id, ownerId: actor.userId, visibility: 'public' };
  await createObjects(tx, [{ ...owned, key, contentType, bytes: stored.length, sha256, checksum }]);
  return id;
}
