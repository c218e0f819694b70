import { crc32 } from 'node:zlib';
import yauzl from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';

/** The zip cannot be used as a whole; the message is for people. */
export class BadArchive extends Error {}

const LIMITS = {
  /** More than an export of a hundred thousand documents with their images has. */
  files: 250_000,
  /** MB of all files unpacked together. */
  unpackedMb: 8_192,
  /** MB of one file unpacked. */
  fileMb: 64,
};
const MB = 1024 ** 2;

/** One file of the zip, named by its path with `/` between folders. */
export type ArchiveFile = { path: string; bytes: number; entry: Entry };

export type Archive = {
  files: ArchiveFile[];
  /** The content, its checksum compared. Throws BadArchive when it is damaged. */
  read(file: ArchiveFile): Promise<Buffer>;
  /** Sentences about what a page refers to and the zip does not hold; the page comes in without it. */
  lostIn?(path: string): string[];
  close(): void;
};

/**
 * Opens a zip and looks at its whole table of contents before anything is unpacked. Throws BadArchive when it is no
 * zip, names paths outside of itself, or would unpack to more than the limits.
 */
export async function openArchive(path: string, limits = LIMITS): Promise<Archive> {
  const zip = await opened(path);
  try {
    const files = await listFiles(zip, limits);
    return { files, read: (file) => readFile(zip, file), close: () => zip.close() };
  } catch (error) {
    zip.close();
    throw error;
  }
}

// yauzl itself refuses absolute paths, drive letters and `..`, and files that unpack to another size than they said.
const OPTIONS = { autoClose: false, validateEntrySizes: true } as const;

async function opened(path: string): Promise<ZipFile> {
  try {
    return await yauzl.openPromise(path, OPTIONS);
  } catch {
    throw new BadArchive('This file is not a zip, or it is damaged');
  }
}

async function listFiles(zip: ZipFile, limits: typeof LIMITS): Promise<ArchiveFile[]> {
  const files: ArchiveFile[] = [];
  const seen = new Set<string>();
  let unpacked = 0;
  for await (const entry of entriesOf(zip)) {
    if (entry.fileName.endsWith('/')) continue;
    // The database cannot store NUL, and people could not read the others.
    if (/\p{Cc}/u.test(entry.fileName))
      throw new BadArchive(
        `The zip holds a path with control characters: ${entry.fileName.replace(/\p{Cc}/gu, '?')}`,
      );
    if (isLink(entry)) throw new BadArchive(`The zip holds a link instead of a file: ${entry.fileName}`);
    if (entry.isEncrypted()) throw new BadArchive('The zip is protected by a password');
    if (seen.has(entry.fileName))
      throw new BadArchive(`The zip holds two files of the same name: ${entry.fileName}`);
    seen.add(entry.fileName);
    unpacked += entry.uncompressedSize;
    files.push({ path: entry.fileName, bytes: entry.uncompressedSize, entry });
    if (files.length > limits.files) throw new BadArchive(`The zip holds more than ${limits.files} files`);
    if (unpacked > limits.unpackedMb * MB)
      throw new BadArchive(`The zip would unpack to more than ${limits.unpackedMb} MB`);
    if (entry.uncompressedSize > limits.fileMb * MB)
      throw new BadArchive(`A file in the zip is larger than ${limits.fileMb} MB: ${entry.fileName}`);
  }
  if (files.length === 0) throw new BadArchive('The zip holds no files');
  return files;
}

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  try {
    yield* zip.eachEntry();
  } catch (error) {
    const { message } = error as Error;
    if (/relative path|absolute path|invalid characters/.test(message)) {
      throw new BadArchive(`The zip holds a path that leads out of it: ${message.replace(/^[^:]*: /, '')}`);
    }
    throw new BadArchive('The zip is damaged: its table of contents cannot be read');
  }
}

/** Unix mode in the upper half of the external attributes: 0120000 is a symbolic link. */
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
