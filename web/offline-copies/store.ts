import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb';
import type { KeptDocument } from '../../contract/calls/offline-copies.ts';
import { accountOfCopies } from '../api/copies.ts';
import { newKey, seal, type Sealed, unseal } from './sealing.ts';
import { stateOfCopies, type Times } from './lifetime.ts';

/** What is kept: one thing alone, or one of many by its id or address. */
export type RecordKey =
  | 'user'
  | 'settings'
  | 'servers'
  | `document:${string}`
  | `server:${string}`
  | `image:${string}`;

type Chosen = { at: number; documents: KeptDocument[] };

/** About a record, not encrypted. `asOf` is when the server sent it. */
export type RecordInfo = { key: RecordKey; version: number; asOf: number; size: number };
type StoredRecord = RecordInfo & Sealed;

interface Schema extends DBSchema {
  records: { key: string; value: StoredRecord; indexes: { info: [string, number, number, number] } };
  state: { key: string; value: unknown };
}

const PREFIX = 'ops-hub-copies-';
const SEEN_EVERY_MS = 60_000;
const CONTACT_EVERY_MS = 10_000;

/** The copies of one account: encrypted records in a database of the browser. */
export type Store = Awaited<ReturnType<typeof openStore>>;

/** Undefined if the copies of this account have ended. */
export async function openStore(userId: string) {
  const db = await openDB<Schema>(PREFIX + userId, 1, {
    upgrade: (made) => {
      const records = made.createObjectStore('records', { keyPath: 'key' });
      // Lists the records without reading their contents.
      records.createIndex('info', ['key', 'version', 'asOf', 'size']);
      made.createObjectStore('state');
    },
    // Another tab removes the database.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  });
  const key = await keyIn(db);
  let times = await timesIn(db);
  const boundOf = ({ key: record, version }: Pick<RecordInfo, 'key' | 'version'>) =>
    `${userId}|${record}|${version}`;
  const storeTimes = (next: Times) => {
    times = next;
    return db.put('state', times, 'times');
  };
  return {
    userId,
    /** Another tab may have signed out, or somebody else in. */
    state: () => (accountOfCopies() === userId ? stateOfCopies(times, Date.now()) : 'ended'),
    times: () => times,
    /** Notes that time passes. */
    async noteTime() {
      if (Date.now() - times.seen > SEEN_EVERY_MS) await storeTimes({ ...times, seen: Date.now() });
    },
    /** Notes that the server answered. Its answers come in bundles, so one of them suffices. */
    async noteContact() {
      const at = Date.now();
      if (Math.abs(at - times.contact) > CONTACT_EVERY_MS || at < times.seen)
        await storeTimes({ contact: at, seen: at });
    },

    async read<T>(record: RecordKey): Promise<{ value: T; info: RecordInfo } | undefined> {
      const stored = await db.get('records', record);
      if (!stored) return undefined;
      const bytes = await unseal(key, stored, boundOf(stored));
      return { value: JSON.parse(new TextDecoder().decode(bytes)) as T, info: stored };
    },
    async readBlob(record: RecordKey): Promise<Blob | undefined> {
      const stored = await db.get('records', record);
      return stored && new Blob([await unseal(key, stored, boundOf(stored))]);
    },
    async write(record: RecordKey, value: unknown, version = 1): Promise<void> {
      const bytes =
        value instanceof Blob
          ? new Uint8Array(await value.arrayBuffer())
          : new TextEncoder().encode(JSON.stringify(value));
      const sealed = await seal(key, bytes, boundOf({ key: record, version }));
      if (accountOfCopies() !== userId) return;
      const size = sealed.bytes.byteLength;
      await db.put('records', { key: record, version, asOf: Date.now(), size, ...sealed });
    },
    remove: (record: RecordKey) => db.delete('records', record),
    async list(): Promise<RecordInfo[]> {
      const found: RecordInfo[] = [];
      const index = db.transaction('records').store.index('info');
      for (let at = await index.openKeyCursor(); at; at = await at.continue()) {
        const [record, version, asOf, size] = at.key;
        found.push({ key: record as RecordKey, version, asOf, size });
      }
      return found;
    },
    /** What the server wants this browser to keep, most useful first, and when it said so. */
    chosen: async () => ((await db.get('state', 'chosen')) as Chosen | undefined) ?? { at: 0, documents: [] },
    choose: (documents: KeptDocument[]) => db.put('state', { at: Date.now(), documents }, 'chosen'),
    close: () => db.close(),
  };
}

/** A new database begins now: without times, nothing would ever end. */
async function timesIn(db: IDBPDatabase<Schema>): Promise<Times> {
  const known = (await db.get('state', 'times')) as Times | undefined;
  const now = { contact: Date.now(), seen: Date.now() };
  if (!known) await db.put('state', now, 'times');
  return known ?? now;
}

async function keyIn(db: IDBPDatabase<Schema>): Promise<CryptoKey> {
  const known = (await db.get('state', 'key')) as CryptoKey | undefined;
  if (known) return known;
  const made = await newKey();
  const change = db.transaction('state', 'readwrite');
  // Another tab may have been faster.
  const other = (await change.store.get('key')) as CryptoKey | undefined;
  if (!other) await change.store.put(made, 'key');
  await change.done;
  return other ?? made;
}

/** Removes the copies of every account but this one. */
export async function removeStores(exceptUserId?: string): Promise<void> {
  const all = await indexedDB.databases();
  const others = all.flatMap(({ name = '' }) =>
    name.startsWith(PREFIX) && name !== PREFIX + exceptUserId ? [name] : [],
  );
  await Promise.all(others.map(removeStore));
}

/** Empties it first, because a tab that has it open delays the removal. */
async function removeStore(name: string): Promise<void> {
  const db = await openDB<Schema>(name);
  if (db.objectStoreNames.contains('records')) {
    const change = db.transaction(['records', 'state'], 'readwrite');
    await Promise.all([change.objectStore('records').clear(), change.objectStore('state').clear()]);
    await change.done;
  }
  db.close();
  await deleteDB(name);
}
