import type { Readable } from 'node:stream';

/**
 * Where bytes are kept: the port. Keys are made by the product ('images/ab/…'), never by a visitor. A `put` that has
 * returned is durable; an existing key is replaced whole, never in part.
 */
export type Storage = {
  put(key: string, bytes: Uint8Array | Readable): Promise<void>;
  /** undefined when there is no such key. */
  get(key: string): Promise<{ stream: Readable; bytes: number } | undefined>;
  /** A file on this machine's disk with the content, for readers that jump about; `done` gives it back. */
  asFile(key: string): Promise<{ path: string; done(): Promise<void> } | undefined>;
  /** No error when there is no such key. */
  remove(key: string): Promise<void>;
};

/** The key itself; throws for anything that no part of the product would make. */
export function checkedKey(key: string): string {
  if (!/^[a-z0-9]+(\/[a-z0-9][a-z0-9.-]*)+$/.test(key)) throw new Error(`not a storage key: ${key}`);
  return key;
}
