import { open } from 'node:fs/promises';

/** Names that were made or changed in a folder must survive a power cut, too. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
