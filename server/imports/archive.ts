import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { threadId } from 'node:worker_threads';
import { crc32 } from 'node:zlib';
import yauzl from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { EXPORT_LIMITS } from '../exports/instance/layout.ts';
import { isMachineFile } from '../text/safe-name.ts';
import { faultOfName, nameReaderFor } from './file-names.ts';

/** The whole zip is unusable; the message is for people. */
export class BadArchive extends Error {}

const ARCHIVE_LIMITS = {
  ...EXPORT_LIMITS,
  /** MB of one unpacked file. */
  fileMb: 64,
  /** Unpacked size of more than 64 MB, as a multiple of the zip. Texts pack to a third, the most repetitive logs to a fiftieth. */
  ratio: 100,
  /** The same for zips within the zip, which are unpacked to disk: packing them again gains nothing. */
  zipRatio: 2,
};
type Limits = typeof ARCHIVE_LIMITS;
const MB = 1024 ** 2;

/** One file of the zip, with `/` between folders of its path. */
export type ArchiveFile = { path: string; bytes: number; entry: Entry };

export type Archive = {
  files: ArchiveFile[];
  /** Paths of symbolic links, which are never followed. */
  links: string[];
  /** Reads the content and verifies its checksum. Throws BadArchive when it is damaged. */
  read(file: ArchiveFile): Promise<Buffer>;
  close(): Promise<void>;
};

/** Zips within a zip are unpacked into a temporary folder, which is named after its process and thread. */
const UNPACKED = 'ops-hub-import-';

/** Removes what threads of this process, or processes that were killed, have left. */
export async function removeUnpacked(endedThread: number): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const [, process_, thread] = /^ops-hub-import-(\d+)-(\d+)-/.exec(name) ?? [];
    if (process_ === undefined) continue;
    const isLeft =
      Number(process_) === process.pid ? Number(thread) === endedThread : !isRunning(Number(process_));
    if (isLeft) await rm(join(tmpdir(), name), { recursive: true, force: true });
  }
}

/** Also of another account. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0); // Signal 0 only checks.
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/**
 * Opens a zip and validates its table of contents before unpacking anything. A zip of zips, as in large exports of
 * Notion, counts as one archive. Throws BadArchive when it is not a zip, contains paths outside of itself, or exceeds
 * the limits.
 */
export async function openArchive(path: string, smaller: Partial<Limits> = {}): Promise<Archive> {
  const limits = { ...ARCHIVE_LIMITS, ...smaller };
  const outer = await openZip(path, limits);
  if (!outer.files.every(({ path: name }) => /\.zip$/i.test(name))) return outer;
  try {
    checkRatio(outer.files, outer.bytes, limits.zipRatio);
  } catch (error) {
    await outer.close();
    throw error;
  }
  const folder = await mkdtemp(join(tmpdir(), `${UNPACKED}${process.pid}-${threadId}-`));
  const parts: Archive[] = [];
  const close = async () => {
    for (const part of parts) await part.close();
    await outer.close();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    for (const [index, file] of outer.files.entries()) {
      const partPath = join(folder, `${index}.zip`);
      await outer.unpack(file, partPath);
      parts.push(await openZip(partPath, limits));
    }
    const whole = joined(outer.files, parts, limits);
    checkRatio(whole.files, outer.bytes, limits.ratio);
    return { ...whole, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The files of all parts. A file whose path is taken already gets a folder named after its part. */
function joined(names: ArchiveFile[], parts: Archive[], limits: Limits): Omit<Archive, 'close'> {
  const owners = new Map<Entry, Archive>();
  const byPath = new Map<string, ArchiveFile>();
  for (const [index, part] of parts.entries())
    for (const file of part.files) {
      const same = byPath.get(file.path);
      if (same?.entry.crc32 === file.entry.crc32 && same.bytes === file.bytes) continue;
      const path = same ? `${names[index]?.path.replace(/\.zip$/i, '')}/${file.path}` : file.path;
      byPath.set(path, { ...file, path });
      owners.set(file.entry, part);
    }
  const files = [...byPath.values()];
  checkSizes(files, limits);
  const read: Archive['read'] = async (file) => {
    const owner = owners.get(file.entry);
    if (!owner) throw new BadArchive(`The zip is damaged: ${file.path} cannot be unpacked`);
    return owner.read(file);
  };
  return { files, links: parts.flatMap(({ links }) => links), read };
}

/** A zip and its size in bytes. */
type Zip = Archive & { bytes: number; unpack(file: ArchiveFile, to: string): Promise<void> };

async function openZip(path: string, limits: Limits): Promise<Zip> {
  const zip = await opened(path);
  try {
    const { size: bytes } = await stat(path);
    const listed = await listFiles(zip, limits);
    checkRatio(listed.files, bytes, limits.ratio);
    return {
      ...listed,
      bytes,
      read: (file) => readFile(zip, file),
      unpack: (file, to) => unpackFile(zip, file, to),
      close: async () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

// Names are decoded by nameReaderFor. yauzl itself refuses files whose size differs from their header.
const OPTIONS = { autoClose: false, validateEntrySizes: true, decodeStrings: false } as const;

async function opened(path: string): Promise<ZipFile> {
  try {
    return await yauzl.openPromise(path, OPTIONS);
  } catch {
    throw new BadArchive('This file is not a zip, or it is damaged');
  }
}

async function listFiles(zip: ZipFile, limits: Limits): Promise<Pick<Archive, 'files' | 'links'>> {
  const entries: Entry[] = [];
  for await (const entry of entriesOf(zip)) {
    entries.push(entry);
    if (entries.length > 2 * limits.files) throw new BadArchive(tooMany(limits));
  }
  const nameOf = nameReaderFor(entries);
  const files: ArchiveFile[] = [];
  const links: string[] = [];
  const seen = new Set<string>();
  for (const entry of entries) {
    const path = nameOf(entry);
    if (path.endsWith('/') || isMachineFile(path)) continue;
    checkEntry(path, entry);
    if (seen.has(path)) throw new BadArchive(`The zip holds two files of the same name: ${path}`);
    seen.add(path);
    if (isLink(entry)) links.push(path);
    else files.push({ path, bytes: entry.uncompressedSize, entry });
  }
  checkSizes(files, limits);
  return { files, links };
}

function checkEntry(path: string, entry: Entry) {
  if (faultOfName(path)) throw new BadArchive(`The zip holds a path that leads out of it: ${path}`);
  // The database cannot store NUL, and other control characters are unreadable.
  if (/\p{Cc}/u.test(path))
    throw new BadArchive(`The zip holds a path with control characters: ${path.replace(/\p{Cc}/gu, '?')}`);
  if (entry.isEncrypted()) throw new BadArchive('The zip is protected by a password');
}

function checkSizes(files: ArchiveFile[], limits: Limits) {
  if (files.length === 0) throw new BadArchive('The zip holds no files');
  if (files.length > limits.files) throw new BadArchive(tooMany(limits));
  let unpacked = 0;
  for (const { path, bytes } of files) {
    unpacked += bytes;
    if (unpacked > limits.unpackedMb * MB)
      throw new BadArchive(`The zip would unpack to more than ${limits.unpackedMb} MB`);
    // Nested zips are unpacked to disk.
    if (bytes > limits.fileMb * MB && !/\.zip$/i.test(path))
      throw new BadArchive(`A file in the zip is larger than ${limits.fileMb} MB: ${path}`);
  }
}

/** Below this size any ratio is harmless. */
const HARMLESS_MB = 64;

/** Refuses a small zip that unpacks to a huge amount before it is unpacked. Files never exceed their declared size. */
function checkRatio(files: ArchiveFile[], packed: number, ratio: number) {
  const unpacked = files.reduce((sum, { bytes }) => sum + bytes, 0);
  if (unpacked <= Math.max(HARMLESS_MB * MB, packed * ratio)) return;
  const times = Math.round(unpacked / packed).toLocaleString('en-US');
  throw new BadArchive(
    `The zip would unpack to ${times} times its size, which no export of documents does. Pack fewer files, or leave out logs`,
  );
}

const tooMany = ({ files }: Limits) => `The zip holds more than ${files} files`;

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  try {
    yield* zip.eachEntry();
  } catch {
    throw new BadArchive('The zip is damaged: its table of contents cannot be read');
  }
}

/** The upper half of the external attributes is the Unix mode; 0120000 is a symbolic link. */
const isLink = (entry: Entry) => ((entry.externalFileAttributes >>> 16) & 0o170000) === 0o120000;

async function readFile(zip: ZipFile, file: ArchiveFile): Promise<Buffer> {
  const damaged = new BadArchive(`The zip is damaged: ${file.path} cannot be unpacked`);
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(file.entry)) chunks.push(chunk as Buffer);
    const content = Buffer.concat(chunks);
    if (crc32(content) !== file.entry.crc32) throw damaged;
    return content;
  } catch {
    throw damaged;
  }
}

async function unpackFile(zip: ZipFile, file: ArchiveFile, to: string): Promise<void> {
  try {
    await pipeline(await zip.openReadStreamPromise(file.entry), createWriteStream(to));
  } catch {
    throw new BadArchive(`The zip is damaged: ${file.path} cannot be unpacked`);
  }
}
