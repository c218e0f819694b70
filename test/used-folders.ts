import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import { startEmbedded } from '../server/db/embedded/embedded.ts';
import { copyFolder } from './copy-folder.ts';

const patterns = new Map<string, Promise<string>>();

/** Fills `folder` by `work` once, and copies the result for each test that begins after a first start. */
export async function fillFolder(folder: string, name: string, work: (pattern: string) => Promise<unknown>) {
  const pattern = patterns.get(name) ?? makePattern(name, work);
  patterns.set(name, pattern);
  await copyFolder(await pattern, folder);
}

async function makePattern(name: string, work: (pattern: string) => Promise<unknown>): Promise<string> {
  const pattern = join(inject('patterns'), `${name}-${process.pid}`);
  await mkdir(pattern);
  await work(pattern);
  return pattern;
}

/** A folder with a stopped database. */
export const fillWithDatabase = (folder: string) =>
  fillFolder(folder, 'database', async (dataDir) =>
    (await startEmbedded({ dataDir, log: () => undefined })).stop(),
  );
