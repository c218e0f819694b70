import type { PreparedImage } from './compress-image.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useCurrentUser } from '../../api/session.ts';
import { randomKey } from '../../lib/random-key.ts';

/** Id of this tab. */
function tabName(): string {
  try {
    const name = sessionStorage.getItem('tab') ?? randomKey();
    sessionStorage.setItem('tab', name);
    return name;
  } catch {
    // Without an id two tabs share their pictures, which is better than none.
    return '';
  }
}

/** Stores pasted pictures like the text: in this tab, per account. `found` are the pictures stored earlier. */
export function useKeptImages(name: string) {
  const { data: user } = useCurrentUser();
  const [tab] = useState(tabName);
  const key = `${name}:${tab}:${user?.id ?? ''}`;
  const [images, show] = useState<KeptImage[]>([]);
  const [found, setFound] = useState<KeptImage[]>([]);
  const now = useRef(images);

  const change = (next: (before: KeptImage[]) => KeptImage[]) => {
    now.current = next(now.current);
    show(now.current);
    void keepImages(key, now.current);
  };
  const take = useEffectEvent((kept: KeptImage[]) => {
    if (kept.length === 0) return;
    change((before) => [...kept, ...before]);
    setFound(kept);
  });
  useEffect(() => {
    let isHere = true;
    void readImages(key).then((kept) => isHere && take(kept));
    return () => {
      isHere = false;
    };
  }, [key]);
  return [images, change, found] as const;
}

/** A picture, and whether its text was read or skipped. */
export type KeptImage = PreparedImage & { isRead?: boolean };

/** The result of a request to the store. */
type Answering<T> = { readonly result: T };
type KeptImages = { images: KeptImage[]; keptAt: number };

const DATABASE = 'ops-hub';
const STORE = 'pasted-images';
/** Older pictures belong to closed tabs and are deleted. */
const MOST_AGE_MS = 24 * 60 * 60 * 1000;

/** The images stored under a key; none if the browser stores nothing. Images of tabs closed long ago are deleted. */
async function readImages(key: string): Promise<KeptImage[]> {
  const entry = await inStore('readonly', (store) => store.get(key) as IDBRequest<KeptImages | undefined>);
  await inStore('readwrite', (store) => {
    const cursor = store.openCursor();
    cursor.addEventListener('success', () => {
      if (!cursor.result) return;
      if ((cursor.result.value as KeptImages).keptAt < Date.now() - MOST_AGE_MS) cursor.result.delete();
      cursor.result.continue();
    });
    return cursor;
  });
  return entry?.images ?? [];
}

/** Replaces the stored pictures of a key; an empty list deletes them. They are too large for the store of texts. */
async function keepImages(key: string, images: KeptImage[]): Promise<void> {
  const entry: KeptImages = { images, keptAt: Date.now() };
  await inStore<unknown>('readwrite', (store) =>
    images.length === 0 ? store.delete(key) : store.put(entry, key),
  );
}

async function inStore<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => Answering<T>) {
  try {
    const opening = indexedDB.open(DATABASE, 1);
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(STORE));
    const database = await answerOf(opening);
    try {
      const transaction = database.transaction(STORE, mode);
      const request = act(transaction.objectStore(STORE));
      await new Promise((resolve, reject) => {
        transaction.addEventListener('complete', resolve);
        transaction.addEventListener('abort', () => reject(transaction.error as Error));
      });
      return request.result;
    } finally {
      database.close();
    }
  } catch {
    // A full or forbidden browser store keeps nothing; the pictures on the screen are unaffected.
    return undefined;
  }
}

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error as Error));
  });
