import { createHash, type Hash } from 'node:crypto';
import { Transform, pipeline, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { RefusalError, refuse } from '../http/errors.ts';
import type { Storage } from '../storage/storage.ts';

/** What the database knows about stored bytes. Rows of older versions have no checksum. */
export type StoredBytes = { key: string; bytes: number; checksum: string | null };

/** Files up to this size, which includes every image, are read and checked before they are sent. */
const MAX_BUFFERED = 16 * 1024 ** 2;
/** Timeout for reading such a file. */
const READ_MS = 20_000;

export const checksumOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Equal bytes have one key, so a repeated save after a rollback uses the same file. */
export const keyOf = (folder: 'images' | 'files', checksum: string, extension?: string): string =>
  `${folder}/${checksum.slice(0, 2)}/stored-${checksum}${extension ? `.${extension}` : ''}`;

/** The bytes of an object; undefined when they are missing. Throws a refusal when they are not what was stored. */
async function readStored(storage: Storage, row: StoredBytes): Promise<Buffer | undefined> {
  const stream = await openChecked(storage, row);
  return stream && inTime(stream, buffer(stream));
}

/** The first bytes of a file, at least `most` if it has so many, unchecked; undefined when it is missing. */
export async function beginningOf(storage: Storage, key: string, most: number): Promise<Buffer | undefined> {
  const stored = await storage.get(key);
  return stored && inTime(stored.stream, readUpTo(stored.stream, most));
}

async function readUpTo(stream: AsyncIterable<Buffer>, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    if ((bytes += chunk.length) >= most) break;
  }
  return Buffer.concat(chunks);
}

async function inTime<T>(stream: Readable, reading: Promise<T>): Promise<T> {
  const late = setTimeout(() => stream.destroy(unavailable()), READ_MS).unref();
  try {
    return await reading;
  } catch (error) {
    throw error instanceof RefusalError ? error : unavailable(error);
  } finally {
    clearTimeout(late);
  }
}

/** The body for a response. A large file that turns out to be wrong ends before its length, so nobody caches it. */
export async function bodyOf(storage: Storage, row: StoredBytes): Promise<Buffer | Readable | undefined> {
  return row.bytes <= MAX_BUFFERED ? readStored(storage, row) : openChecked(storage, row);
}

/** A store, or a proxy before it, can answer with a page of its own. Its stream fails at the first wrong byte count. */
async function openChecked(storage: Storage, row: StoredBytes): Promise<Readable | undefined> {
  const stored = await storage.get(row.key);
  if (!stored) return undefined;
  if (stored.bytes !== row.bytes) {
    stored.stream.destroy();
    throw damaged(row.key);
  }
  return pipeline(stored.stream, check(row, createHash('sha256')), () => undefined);
}

function check({ key, bytes, checksum }: StoredBytes, hash: Hash): Transform {
  let held: Buffer | undefined;
  let count = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      count += chunk.length;
      // The last bytes are held back until all are checked.
      const before = held;
      held = chunk;
      done(count > bytes ? damaged(key) : null, before);
    },
    flush(done) {
      const isRight = count === bytes && (checksum === null || hash.digest('hex') === checksum);
      done(isRight ? null : damaged(key), held);
    },
  });
}

const damaged = (key: string): RefusalError =>
  new RefusalError(
    refuse(
      502,
      'storage_damaged',
      `The store of images returned something else than what was stored. An administrator has to look at it (${key}).`,
    ),
  );

function unavailable(cause?: unknown): RefusalError {
  const text = 'The store of images is not reachable. Try again shortly.';
  const error = new RefusalError(refuse(503, 'storage_unavailable', text, { retryAfterSeconds: 5 }));
  return Object.assign(error, { cause });
}
