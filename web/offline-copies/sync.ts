import { call, callForPage } from '../../contract/calls/call.ts';
import { knowledgeBaseOverview } from '../../contract/calls/document-overview.ts';
import { objectIdsIn, objectPath } from '../../contract/calls/objects.ts';
import { type KeptDocument, offlineCopies } from '../../contract/calls/offline-copies.ts';
import { servers } from '../../contract/calls/servers.ts';
import { ApiError } from '../../contract/shared/error.ts';
import type { Server } from '../../contract/shared/server-fields.ts';
import { openedDocuments } from '../api/opened-items.ts';
import { noteFailure } from '../api/query.ts';
import { whenIdle } from '../lib/when-idle.ts';
import { documentKey, type KeptCopies, keptPage, type KeptPage } from './kept.ts';
import { MOST_BYTES } from './lifetime.ts';
import type { RecordInfo, RecordKey, Store } from './store.ts';

const FIRST_MS = 4_000;
const EVERY_MS = 10 * 60_000;
/** Between two requests. After an update of the product hundreds of browsers may fill at the same time. */
const PAUSE_MS = 500;
const SERVERS_A_PART = 200;
/** Of the list of servers. */
const MOST_PARTS = 5;
/** Whole pages of servers, with their charts. */
const MOST_SERVER_PAGES = 100;

/** Compares the copies with the server now and then, while one tab is open. Returns a function that ends it. */
export function keepInStep(copies: KeptCopies): () => void {
  const end = new AbortController();
  let cancel = () => {};
  const after = (ms: number) => {
    cancel = whenIdle(() => {
      // One tab at a time.
      const run = () => sync(copies, end.signal).catch((error: unknown) => handleFailure(error, end.signal));
      void navigator.locks
        .request('offline-copies', { ifAvailable: true }, (lock) => (lock ? run() : undefined))
        .finally(() => end.signal.aborted || after(EVERY_MS));
    }, ms);
  };
  after(FIRST_MS);
  end.signal.addEventListener('abort', () => cancel());
  return () => end.abort();
}

/** Full storage is reported to the console alone: the screens work without copies. */
function handleFailure(error: unknown, signal: AbortSignal): void {
  if (signal.aborted) return;
  if (error instanceof DOMException) reportError(error);
  else noteFailure(error);
}

const nextTurn = (signal: AbortSignal) =>
  new Promise<void>((done, stop) => {
    whenIdle(() => (signal.aborted ? stop(new DOMException('ended', 'AbortError')) : done()), PAUSE_MS);
  });

/** Removes what the account may not keep any more, then fetches what is new, most useful first. */
async function sync(copies: KeptCopies, signal: AbortSignal): Promise<void> {
  const { store, reader } = copies;
  if (store.state() === 'ended') return;
  const documents = await call(offlineCopies.choose, {
    body: { opened: openedDocuments(store.userId) },
    signal,
  });
  await store.choose(documents);
  await store.noteContact();
  const chosen = new Set<RecordKey>(documents.map(({ id }) => documentKey(id)));
  const before = await store.list();
  for (const { key } of before) if (key.startsWith('document:') && !chosen.has(key)) await store.remove(key);
  reader.forgetDocuments();
  await keepServers(store, signal);
  await keepDocuments(copies, documents, signal);
  await keepPictures(copies, documents, signal);
  await navigator.storage.persist();
}

async function keepServers(store: Store, signal: AbortSignal): Promise<void> {
  const all: Server[] = [];
  let cursor: string | undefined;
  for (let part = 0; part < MOST_PARTS; part++) {
    const query = { limit: SERVERS_A_PART, cursor };
    const found = await callForPage(servers.list, { query, signal });
    all.push(...found.items);
    cursor = found.nextCursor;
    if (!cursor) break;
    await nextTurn(signal);
  }
  await store.write('servers', all);
  await removeServerPages(store, cursor ? undefined : new Set(all.map(({ id }) => `server:${id}`)));
}

/** Keeps the pages of the servers opened last that exist. */
async function removeServerPages(store: Store, existing: Set<string> | undefined): Promise<void> {
  const pages = (await store.list()).filter(({ key }) => key.startsWith('server:'));
  const kept = pages
    .filter(({ key }) => existing?.has(key) ?? true)
    .toSorted((a, b) => b.asOf - a.asOf)
    .slice(0, MOST_SERVER_PAGES);
  for (const page of pages) if (!kept.includes(page)) await store.remove(page.key);
}

const sizeOf = (records: RecordInfo[]) => records.reduce((sum, { size }) => sum + size, 0);

async function keepDocuments({ store, reader }: KeptCopies, documents: KeptDocument[], signal: AbortSignal) {
  const known = new Map((await store.list()).map((info) => [info.key, info]));
  let bytes = 0;
  for (const { id, version } of documents) {
    const key = documentKey(id);
    const kept = known.get(key);
    // The most useful ones come first, so the others go when there is no more room.
    if (bytes > MOST_BYTES) await store.remove(key);
    else if (kept?.version === version) bytes += kept.size;
    else {
      await nextTurn(signal);
      bytes += await keepDocument(store, id, signal);
      reader.forgetDocuments();
    }
  }
}

async function keepDocument(store: Store, id: string, signal: AbortSignal): Promise<number> {
  try {
    const page = await call(knowledgeBaseOverview.read, { params: { id }, signal });
    await store.write(documentKey(id), keptPage(page), page.document.version);
    return page.document.content.length;
  } catch (error) {
    // Somebody removed it meanwhile.
    if (error instanceof ApiError && error.status === 404) await store.remove(documentKey(id));
    else throw error;
    return 0;
  }
}

const pictureKey = (address: string): RecordKey => `image:${address}`;

/** Keeps the pictures of kept documents while there is room, and removes all others. */
async function keepPictures({ store }: KeptCopies, documents: KeptDocument[], signal: AbortSignal) {
  const records = await store.list();
  const pictures = records.filter(({ key }) => key.startsWith('image:'));
  const sizes = new Map(pictures.map(({ key, size }) => [key, size]));
  const kept = new Set<RecordKey>();
  let bytes = sizeOf(records) - sizeOf(pictures);
  for (const { id } of documents) {
    const page = await store.read<KeptPage>(documentKey(id));
    for (const address of objectIdsIn(page?.value.document.content ?? '').map(objectPath)) {
      const key = pictureKey(address);
      if (kept.has(key) || bytes > MOST_BYTES) continue;
      bytes += sizes.get(key) ?? (await keepPicture(store, address, signal));
      kept.add(key);
    }
  }
  for (const { key } of pictures) if (!kept.has(key)) await store.remove(key);
}

async function keepPicture(store: Store, address: string, signal: AbortSignal): Promise<number> {
  await nextTurn(signal);
  const picture = await fetchPicture(address, signal);
  if (picture) await store.write(pictureKey(address), picture);
  return picture?.size ?? 0;
}

async function fetchPicture(address: string, signal: AbortSignal): Promise<Blob | undefined> {
  const response = await fetch(address, { signal });
  const isPicture = response.ok && response.headers.get('content-type')?.startsWith('image/');
  return isPicture ? response.blob() : undefined;
}

/** The address of a kept picture in this page. */
export async function keptPictureIn(store: Store, address: string): Promise<string | undefined> {
  if (store.state() !== 'open') return undefined;
  const { pathname, origin } = new URL(address, location.origin);
  const picture = origin === location.origin ? await store.readBlob(pictureKey(pathname)) : undefined;
  return picture && URL.createObjectURL(picture);
}
