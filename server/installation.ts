import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { WrongSetting } from './config.ts';
import type { Database, Db } from './db/open.ts';
import { installationParts, type InstallationPart } from './db/schema.ts';
import { RefusalError, refuse } from './http/errors.ts';
import type { Keys } from './secret.ts';
import type { Storage } from './storage/storage.ts';

/**
 * Beside the database an installation has a secret and an object store. A node with another secret could read no second
 * factor, and one with another store would show no images. So the database stores a fingerprint of both, and a node
 * that does not match refuses to start.
 */
type Outside = { keys: Keys; storage: Storage };

/** Stored in the store itself, since a store can have several addresses. Backups include it with the images. */
export const STORE_ID = 'installation/id';

/** An arbitrary number that must be the same on every node. */
const INSTALLATION_LOCK = 7_204_513;

const REFUSED: Record<InstallationPart, string> = {
  secret:
    'SESSION_SECRET: the database belongs to another secret. Set the SESSION_SECRET that the other ' +
    'nodes have, or bring back DATA_DIR/secret where none is set; to go on with this one: npm run ' +
    'adopt -- secret (README.md, Several nodes).',
  store:
    'S3_BUCKET: the images of this database are in another store. Set the bucket that the other nodes ' +
    'have, or bring back DATA_DIR/objects where none is set; to go on with this one: npm run adopt -- ' +
    'store (README.md, Several nodes).',
};

/** Throws WrongSetting when the secret or store does not belong to this database. The first start records them. */
export async function checkInstallation(
  database: Database,
  outside: Outside,
  warn: (problem: string) => void,
): Promise<void> {
  await database.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${INSTALLATION_LOCK})`);
    await checkPart(tx, 'secret', async () => secretMark(outside.keys));
    try {
      await checkPart(tx, 'store', (known) => inTime(storeMark(outside.storage, known === undefined)));
    } catch (error) {
      // An unavailable store only lacks its images; the next start checks it.
      if (!(error instanceof RefusalError)) throw error;
      warn(`the store of images could not be looked at: ${error.message}`);
    }
  });
}

/** The start does not wait for a store that does not respond. */
const STORE_MS = 3_000;

async function inTime<T>(looking: Promise<T>): Promise<T> {
  const late = new AbortController();
  const text = `it did not respond within ${STORE_MS / 1000} s`;
  const timeout = sleep(STORE_MS, undefined, { signal: late.signal, ref: false }).then(() => {
    throw new RefusalError(refuse(503, 'storage_unavailable', text));
  });
  return Promise.race([looking, timeout]).finally(() => late.abort());
}

/** `find` computes the fingerprint on this node; it receives the stored one. */
async function checkPart(
  tx: Db,
  part: InstallationPart,
  find: (known: string | undefined) => Promise<string>,
) {
  const known = await markIn(tx, part);
  const mark = await find(known);
  if (known === undefined) await tx.insert(installationParts).values({ part, mark });
  else if (mark !== known) throw new WrongSetting(REFUSED[part]);
}

async function markIn(tx: Db, part: InstallationPart): Promise<string | undefined> {
  const [row] = await tx.select().from(installationParts).where(eq(installationParts.part, part));
  return row?.mark;
}

const secretMark = (keys: Keys): string => keys.mark('installation', 'secret');

/** The id of a store; empty when it has none and `isNew` is false. */
async function storeMark(storage: Storage, isNew: boolean): Promise<string> {
  const stored = await storage.get(STORE_ID);
  if (stored) return (await text(stored.stream)).slice(0, 64);
  if (!isNew) return '';
  const id = randomUUID();
  await storage.put(STORE_ID, Buffer.from(id));
  return id;
}

/** Whether the database belongs to these keys. */
export const isSecretOf = async (db: Db, keys: Keys): Promise<boolean> =>
  (await markIn(db, 'secret')) === secretMark(keys);

/** Records this secret, or this store, as the one of the database. */
export async function adopt(tx: Db, part: InstallationPart, { keys, storage }: Outside): Promise<void> {
  const mark = part === 'secret' ? secretMark(keys) : await storeMark(storage, true);
  await tx
    .insert(installationParts)
    .values({ part, mark })
    .onConflictDoUpdate({ target: installationParts.part, set: { mark } });
}
