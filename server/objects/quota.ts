import type { Db } from '../db/open.ts';
import { refuse } from '../http/errors.ts';
import type { Refusal } from '../http/errors.ts';
import { bytesOf } from './queries.ts';

/** Bytes of images that one account may have stored. */
const QUOTA_BYTES = 5 * 1024 ** 3;

/** Refuses what would bring an account above its share of the store. */
export async function overQuota(db: Db, ownerId: string, more: number): Promise<Refusal | undefined> {
  if ((await bytesOf(db, ownerId)) + more <= QUOTA_BYTES) return undefined;
  return refuse(413, 'quota_exceeded', 'Your images are too large in all: an account may store 5 GB of them');
}
