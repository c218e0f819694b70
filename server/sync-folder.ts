import { open } from 'node:fs/promises';

/** Flushes a folder, so that new and renamed files survive a power failure. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
