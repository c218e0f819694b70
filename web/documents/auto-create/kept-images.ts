import type { PreparedImage } from './compress-image.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useCurrentUser } from '../../api/session.ts';
import { randomKey } from '../../lib/random-key.ts';

/** Names this tab, as long as it is open. */
function tabName(): string {
  try {
    const name = sessionStorage.getItem('tab') ?? randomKey();
    sessionStorage.setItem('tab', name);
    return name;
  } catch {
    // Without it two tabs find the same pictures, which is better than none.
    return '';
  }
}

/** Pasted pictures, kept like the text beside them: in this tab for the account that pasted them. `found` are those of before. */
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

/** A picture with whether its text was read already, or its reading was given up. */
export type KeptImage = PreparedImage & { isRead?: boolean };

/** What a request to the store comes to. */
type Answering<T> = { readonly result: T };
type Entry = { images: KeptImage[]; keptAt: number };

const DATABASE = 'ops-hub';
const STORE = 'pasted-images';
/** Nobody comes back for what was left longer ago, as by a tab that was closed. */
const MOST_AGE_MS = 24 * 60 * 60 * 1000;

/** The images stored under a key; none if the browser stores nothing. Images of tabs closed long ago are deleted. */
async function readImages(key: string): Promise<KeptImage[]> {
  const entry = await inStore('readonly', (store) => store.get(key) as IDBRequest<Entry | undefined>);
  await inStore('readwrite', (store) => {
    const cursor = store.openCursor();
    cursor.addEventListener('success', () => {
      if (!cursor.result) return;
      if ((cursor.result.value as Entry).keptAt < Date.now() - MOST_AGE_MS) cursor.result.delete();
      cursor.result.continue();
    });
    return cursor;
  });
  return entry?.images ?? [];
}

/** Keeps pictures under a key in place of what was there; an empty list keeps nothing. They are too large for the store of texts. */
async function keepImages(key: string, images: KeptImage[]): Promise<void> {
  const entry: Entry = { images, keptAt: Date.now() };
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
    // A store that is full or forbidden keeps nothing; the pictures on the screen are not touched by it.
    return undefined;
  }
}

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error as Error));
  });
