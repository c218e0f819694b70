import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { createObjects } from '../server/objects/queries.ts';
import type { TestApp } from './app.ts';

export const aPicture = (width = 2): Promise<Buffer> =>
  sharp({ create: { width, height: 2, channels: 3, background: 'navy' } })
    .png()
    .toBuffer();

type Options = { visibility?: 'public' | 'private'; bytes?: Buffer; contentType?: string };

/** Creates an uploaded image of that account, with its file at `images/{id}.png`. Returns its id. */
export async function aStoredImage(
  { database, storage }: Pick<TestApp, 'database' | 'storage'>,
  ownerId: string,
  { visibility = 'public', bytes, contentType = 'image/png' }: Options = {},
): Promise<string> {
  const id = randomUUID();
  const key = `images/${id}.png`;
  const stored = bytes ?? (await aPicture());
  await storage.put(key, stored);
  await createObjects(database.db, [
    { id, ownerId, key, visibility, contentType, bytes: stored.length, sha256: id },
  ]);
  return id;
}
