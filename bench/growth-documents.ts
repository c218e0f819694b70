import { workerData } from 'node:worker_threads';
import { openDatabase } from '../server/db/open.ts';
import { createDocuments, filled } from '../server/documents/save.ts';
import type { Actor } from '../server/actor.ts';
import { aGrownDocument, type Size } from './growth-texts.ts';

export type Portion = {
  url: string;
  size: Size;
  versions: number;
  first: number;
  behind: number;
  actor: Actor;
};

const BATCH = 100;

/** Creates a portion of the documents in a separate thread, with the product's own code. */
async function main({ url, size, versions, first, behind, actor }: Portion) {
  const database = openDatabase(url, console.error);
  // Generating data need not wait for the disk.
  database.pool.on('connect', (client) => void client.query('set synchronous_commit = off'));
  for (let start = first; start < behind; start += BATCH) {
    const inputs = Array.from({ length: Math.min(BATCH, behind - start) }, (_, place) => {
      const document = aGrownDocument(start + place, size, versions);
      return { ...document, ...filled(document) };
    });
    await database.db.transaction((tx) => createDocuments(tx, actor, inputs));
  }
  await database.close();
}

await main(workerData as Portion);
