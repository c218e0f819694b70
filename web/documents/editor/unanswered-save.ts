import { type Document, DocumentInput } from '../../../contract/documents.ts';
import { withLineFeeds } from '../../../contract/line-ends.ts';
import { randomKey } from '../../lib/random-key.ts';
import type { Fields } from './document-fields.ts';

/** What was sent last, until its answer is there: when that gets lost nobody knows whether it is stored. */
export type Sent = { fields: Fields; changeLog: string; content: string; key: string };

/** The same content goes out under the same key, so that the server stores it once, however often it is sent. */
export function sentAs(
  before: Sent | undefined,
  fields: Fields,
  changeLog: string,
  ...more: unknown[]
): Sent {
  const content = JSON.stringify([fields, changeLog, ...more]);
  return before?.content === content ? before : { fields, changeLog, content, key: randomKey() };
}

/** Whether the document is what was sent, as the server tidies it up. */
export function isStored(fields: Fields, stored: Document): boolean {
  const { data } = DocumentInput.safeParse(fields);
  const now: Partial<Record<string, unknown>> = { ...stored, content: withLineFeeds(stored.content) };
  const isSame = ([name, value]: [string, unknown]) => JSON.stringify(value) === JSON.stringify(now[name]);
  return data !== undefined && Object.entries(data).every(isSame);
}
