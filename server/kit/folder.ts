import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CommandRefused } from '../command.ts';
import { syncFolder } from '../sync-folder.ts';

/** The list of all files with their SHA-256, and its signature. */
export const MANIFEST = { list: 'manifest.json', signature: 'manifest.sig' };

/** Adds a file and returns its SHA-256. */
export type AddToKit = (path: string, content: string | Buffer | Readable) => Promise<string>;

/**
 * Writes a folder that appears under its name when it is complete. An older kit there is replaced; anything else stays.
 * Only this account may read it: it contains what only members see.
 */
export async function writeKitFolder(
  folder: string,
  write: (add: AddToKit) => Promise<void>,
): Promise<{ files: number; bytes: number }> {
  const [part, old] = [`${folder}.part`, `${folder}.old`];
  await refuseOtherFolder(folder);
  for (const left of [part, old]) await rm(left, { recursive: true, force: true });
  let [files, bytes] = [0, 0];
  try {
    await mkdir(part, { mode: 0o700 });
    await write(async (path, content) => {
      const file = join(part, path);
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      const hash = createHash('sha256');
      const source = content instanceof Readable ? content : Readable.from([Buffer.from(content)]);
      const counted = async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk);
          bytes += chunk.length;
          yield chunk;
        }
      };
      await pipeline(source, counted, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
      files += 1;
      return hash.digest('hex');
    });
    if (await exists(folder)) await rename(folder, old);
    await rename(part, folder);
    await syncFolder(dirname(folder));
    await rm(old, { recursive: true, force: true });
    return { files, bytes };
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    throw error;
  }
}

const namesIn = (folder: string): Promise<string[] | undefined> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    if (error.code === 'ENOTDIR') throw new CommandRefused(`${folder} is a file, not a folder.`);
    throw error;
  });

const exists = async (folder: string): Promise<boolean> => (await namesIn(folder)) !== undefined;

async function refuseOtherFolder(folder: string): Promise<void> {
  const names = (await namesIn(folder)) ?? [];
  if (names.length > 0 && !names.includes(MANIFEST.signature))
    throw new CommandRefused(`${folder} has other files: give the kit a folder of its own.`);
  if (!(await exists(dirname(folder)))) throw new CommandRefused(`There is no folder ${dirname(folder)}.`);
}
