import { createHash, randomUUID } from 'node:crypto';
import { objectPath } from '../../contract/objects.ts';
import type { Actor } from '../actor.ts';
import type { Db } from '../db/open.ts';
import { refuse, type Refusal } from '../http/errors.ts';
import type { Storage } from '../storage/storage.ts';
import { readImage } from './images.ts';
import { createObjects, holdStoredBytes, takePublicObjectBySha256, overQuota } from './queries.ts';

/** Images of one text that are taken out of it. */
const MAX_EMBEDDED = 200;

/** A data URL where markdown or HTML has the address of an image; elsewhere it is text about one. */
const embedded = /(\]\(\s*<?|\bsrc\s*=\s*["']?)(data:image\/[a-z+.-]{1,20};base64,([A-Za-z0-9+/]+={0,2}))/gi;

/**
 * The text with its embedded images moved to the object store, readable by everybody as the text is; a size comment
 * before an image stays where it is. One that cannot be read stays as it was typed. An image is stored once, however
 * often it comes.
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
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const known = await takePublicObjectBySha256(tx, sha256);
  if (known) return known.id;
  const image = await readImage(bytes);
  if (typeof image === 'string') return undefined;
  const refusal = await overQuota(tx, actor.userId, image.bytes.length);
  if (refusal) return refusal;
  const id = randomUUID();
  // By content, so that a save which is taken back leaves nothing that its repetition does not use again.
  const key = `images/${sha256.slice(0, 2)}/${sha256}.${image.extension}`;
  await storage.put(key, image.bytes);
  const { contentType } = image;
  await createObjects(tx, [
    { id, ownerId: actor.userId, key, visibility: 'public', contentType, bytes: image.bytes.length, sha256 },
  ]);
  return id;
}
