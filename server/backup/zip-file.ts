import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import yauzl from 'yauzl';
import type { Entry } from 'yauzl';
import { CommandRefused } from '../command.ts';

export type ZipReader = {
  names: string[];
  /** Throws CommandRefused for a name that is not there. The content may still turn out to be damaged. */
  read(name: string): Promise<Readable>;
  /** Throws CommandRefused unless every byte of every file is as it was written. */
  verify(): Promise<void>;
  close(): void;
};

export async function openZip(path: string): Promise<ZipReader> {
  const damaged = new CommandRefused(`${path} is no backup of Ops Hub, or it is damaged.`);
  // yauzl itself refuses absolute paths and `..`.
  const zip = await yauzl.openPromise(path, { autoClose: false }).catch(() => {
    throw damaged;
  });
  const entries = new Map<string, Entry>();
  try {
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  } catch {
    zip.close();
    throw damaged;
  }
  const read = async (name: string) => {
    const entry = entries.get(name);
    if (!entry) throw damaged;
    return zip.openReadStreamPromise(entry);
  };
  const isWhole = async (entry: Entry) => {
    let sum = 0;
    for await (const piece of await zip.openReadStreamPromise(entry)) sum = crc32(piece as Buffer, sum);
    return sum === entry.crc32;
  };
  return {
    names: [...entries.keys()],
    read,
    async verify() {
      for (const entry of entries.values()) {
        if (!(await isWhole(entry).catch(() => false))) throw damaged;
      }
    },
    close: () => zip.close(),
  };
}
