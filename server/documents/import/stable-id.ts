import { createHash } from 'node:crypto';

/** Derives an id from a text, always the same one. */
export function idMadeOf(text: string): string {
  const hash = createHash('sha256').update(text).digest('hex');
  // UUID version 8: a custom format.
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
