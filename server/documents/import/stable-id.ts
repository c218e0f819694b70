import { createHash } from 'node:crypto';

/** The id that a text always gives. */
export function idMadeOf(text: string): string {
  const hash = createHash('sha256').update(text).digest('hex');
  // Version 8: an id of our own making.
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
