import { useEffect } from 'react';
import * as z from 'zod/mini';
import { MOST_OPENED } from '../../contract/shared/offline-words.ts';
import { keep, readKept } from '../lib/kept.ts';
import { useCurrentUser } from './session.ts';

const OpenedItem = z.object({ kind: z.enum(['document', 'server']), id: z.uuid(), title: z.string() });
type OpenedItem = z.infer<typeof OpenedItem>;

/** One more than are offered, because the page that is open is not. */
const MOST = 9;
const keyOf = (userId: string) => `opened-${userId}`;

/** The documents and servers that an account opened last in this browser, newest first. */
export const openedItems = (userId: string): OpenedItem[] =>
  readKept(keyOf(userId), z.array(OpenedItem))?.slice(0, MOST) ?? [];

const documentsKeyOf = (userId: string) => `opened-documents-${userId}`;

/** Ids of the documents that an account opened last in this browser: copies of them are kept for outages (offline-copies/). */
export const openedDocuments = (userId: string): string[] =>
  readKept(documentsKeyOf(userId), z.array(z.uuid()))?.slice(0, MOST_OPENED) ?? [];

/** Notes that the account opened a document or server. */
export function useOpenedItem({ kind, id, title }: OpenedItem): void {
  const userId = useCurrentUser().data?.id;
  useEffect(() => {
    if (!userId) return;
    const others = openedItems(userId).filter((other) => other.id !== id);
    keep(keyOf(userId), [{ kind, id, title }, ...others].slice(0, MOST));
    if (kind !== 'document') return;
    const documents = openedDocuments(userId).filter((other) => other !== id);
    keep(documentsKeyOf(userId), [id, ...documents].slice(0, MOST_OPENED));
  }, [userId, kind, id, title]);
}
