import type { Readable } from 'node:stream';

/**
 * Port for storing objects. The product chooses the keys ('images/ab/…'), never a visitor. After `put` returns, the
 * object is durable; an existing key is replaced atomically.
 */
export type Storage = {
  put(key: string, bytes: Uint8Array | Readable): Promise<void>;
  /** Undefined when the key does not exist. */
  get(key: string): Promise<{ stream: Readable; bytes: number } | undefined>;
  /** The content as a local file, for random access; call `done` to release it. */
  asFile(key: string): Promise<{ path: string; done(): Promise<void> } | undefined>;
  /** No error when the key does not exist. */
  remove(key: string): Promise<void>;
};

/** Returns the key; throws when it does not have a valid form. */
export function checkedKey(key: string): string {
  if (!/^[a-z0-9]+(\/[a-z0-9][a-z0-9.-]*)+$/.test(key)) throw new Error(`not a storage key: ${key}`);
  return key;
}
