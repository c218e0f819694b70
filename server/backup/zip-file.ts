import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import yauzl from 'yauzl';
import type { Entry } from 'yauzl';
import { ZipFile } from 'yazl';
import { CommandRefused } from '../command.ts';

const ONLY_OURS = 0o600;

export type ZipWriter = {
  /** Ends when the stream has been written to the end; one at a time. */
  add(name: string, stream: Readable, compress: boolean): Promise<void>;
  /** Writes a last file, and all of it to the disk. */
  finish(name: string, text: string): Promise<void>;
};

/** A zip of any size that grows on the disk. The file is new and for our own eyes: it will hold secrets. */
export function startZip(path: string): ZipWriter {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  zip.on('error', (error: Error) => output.destroy(error));
  const target = createWriteStream(path, { flags: 'wx', mode: ONLY_OURS, flush: true });
  const written = pipeline(output, target);
  // Told to whoever adds next, or finishes.
  written.catch(() => undefined);
  return {
    async add(name, stream, compress) {
      zip.addReadStream(stream, name, { compress, mode: 0o100600 });
      await Promise.race([finished(stream), written]);
    },
    async finish(name, text) {
      zip.addBuffer(Buffer.from(text), name, { mode: 0o100600 });
      zip.end();
      await written;
    },
  };
}

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
