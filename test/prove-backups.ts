import { randomBytes } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import pg from 'pg';
import { backups } from '../contract/calls/backups.ts';
import { documents } from '../contract/calls/documents.ts';
import { connectionOfRunning } from '../server/db/embedded/embedded.ts';
import { openBackup } from '../server/backup/open-backup.ts';
import type { Product } from './proof-product.ts';

const KILLS = 3;
const WAIT_MS = 180_000;
const DAMAGES = 1_000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Kills the product repeatedly while it makes a backup. In the end there must be complete backups and nothing else. */
export async function proveBackups(product: Product, dataDir: string, rounds: number): Promise<void> {
  let kills = 0;
  const folder = join(dataDir, 'backups');
  for (let round = 0; round < rounds; round += 1) {
    let child = await product.start();
    // Random data does not compress, so the backup takes a while.
    await product.ask(documents.create, {
      body: { title: `Round ${round}`, content: randomBytes(300_000).toString('base64') },
    });
    await product.ask(backups.start, {});
    // The product gives up a backup after the third interruption.
    for (let n = 0; n < KILLS - 1; n += 1) {
      await pause(100 + Math.random() * 2_500);
      await product.kill(child);
      kills += 1;
      child = await product.start();
    }
    await ended(product);
    const { last, failure, kept } = await product.ask(backups.status, {});
    if (failure || last?.unverified !== null)
      throw new Error(`round ${round}: ${JSON.stringify({ failure, last })}`);
    const names = await readdir(folder);
    const left = (await readdir(dataDir)).filter((name) => name.startsWith('restoring-'));
    const strange = [...left, ...names.filter((name) => !kept?.some((backup) => backup.name === name))];
    if (strange.length > 0) throw new Error(`round ${round}: ${strange.join(', ')} was left behind`);
    for (const name of names) (await openBackup(join(folder, name))).zip.close();
    await product.stop(child);
  }
  console.log(`backups: ${kills} kills, every stored file complete, no other file`);
  await proveDamages(folder);
  await proveMissed(product, dataDir);
}

/** Simulates a machine that was off for days. The sweep of the first minute must make the missed backup. */
async function proveMissed({ start, stop, ask }: Product, dataDir: string): Promise<void> {
  const first = await start();
  const connection = await connectionOfRunning(dataDir);
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(`update users set created_at = created_at - interval '5 days'`);
  await client.query('alter table audit_entries disable trigger user');
  await client.query(`update audit_entries set at = at - interval '3 days' where action = 'system.backup'`);
  await client.query('alter table audit_entries enable trigger user');
  await client.end();
  const before = (await ask(backups.status, {})).last?.name;
  await stop(first);
  const second = await start();
  for (const until = performance.now() + WAIT_MS; performance.now() < until; await pause(1_000)) {
    const { last } = await ask(backups.status, {});
    if (last?.name === before) continue;
    console.log('backups: the missed one was made after the start');
    await stop(second);
    return;
  }
  throw new Error('the missed backup was not made');
}

async function ended({ ask }: Product): Promise<void> {
  for (const until = performance.now() + WAIT_MS; performance.now() < until; await pause(300))
    if ((await ask(backups.status, {})).running === null) return;
  throw new Error('the backup does not end');
}

/** Flips a bit or truncates a backup at random places. */
async function proveDamages(folder: string): Promise<void> {
  const name = (await readdir(folder)).toSorted().at(-1) ?? '';
  const good = await readFile(join(folder, name));
  const contents = unzipSync(good);
  const path = join(folder, 'damaged');
  let harmless = 0;
  for (let n = 0; n < DAMAGES; n += 1) {
    const place = Math.floor(Math.random() * good.length);
    const copy = Buffer.from(good);
    copy[place] = (copy[place] ?? 0) ^ (1 << (n % 8));
    await writeFile(path, n % 2 === 0 ? copy : good.subarray(0, place));
    const isTaken = await openBackup(path).then(
      ({ zip }) => (zip.close(), true),
      () => false,
    );
    if (!isTaken) continue;
    // The damage hit a time in the zip or similar. The contents are the same.
    harmless += 1;
    const taken = unzipSync(await readFile(path));
    const isSame = Object.entries(contents).every(
      ([file, bytes]) => taken[file] && Buffer.compare(taken[file], bytes) === 0,
    );
    if (!isSame) throw new Error(`a damage at byte ${place} of ${name} was not found (bit ${n % 8})`);
  }
  console.log(`backups: ${DAMAGES} damaged copies, ${harmless} harmless, all others detected`);
}
