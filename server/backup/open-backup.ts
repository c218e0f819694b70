import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import yauzl from 'yauzl';
import type { Entry } from 'yauzl';
import { CommandRefused } from '../command.ts';
import { productVersion } from '../product-version.ts';
import { FORMAT, inZip, knowsMigrations, Manifest } from './manifest.ts';

export type OpenBackup = { path: string; manifest: Manifest; zip: ZipReader };

/** Opens a complete backup that this product understands, or throws CommandRefused. Writes nothing. */
export async function openBackup(path: string): Promise<OpenBackup> {
  const zip = await openZip(path);
  try {
    const manifest = readManifest(path, await zip.readText(inZip.manifest));
    await zip.verify();
    checkContents(path, manifest, zip.names);
    return { path, manifest, zip };
  } catch (error) {
    zip.close();
    throw error;
  }
}

function readManifest(path: string, json: string): Manifest {
  const newer = (version: unknown) =>
    new CommandRefused(
      `${path} was made by another Ops Hub (${String(version)}) that this one (${productVersion()}) does not know: ` +
        'restore it with that version or a later one.',
    );
  try {
    const found: unknown = JSON.parse(json);
    const { format, version } = Object(found) as { format?: unknown; version?: unknown };
    if (typeof format === 'number' && format > FORMAT) throw newer(version);
    const manifest = Manifest.parse(found);
    if (!knowsMigrations(manifest.migrations)) throw newer(version);
    return manifest;
  } catch (error) {
    if (error instanceof CommandRefused) throw error;
    throw new CommandRefused(`${path} is no backup of Ops Hub, or it is damaged.`);
  }
}

function checkContents(path: string, manifest: Manifest, names: string[]) {
  const there = new Set(names);
  const objects = names.filter((name) => name.startsWith(inZip.objects)).length;
  const isWhole =
    manifest.tables.every(({ name }) => there.has(inZip.table(name))) &&
    objects === (manifest.objects?.files ?? 0) &&
    there.has(inZip.secret) === manifest.hasSecret;
  if (!isWhole) throw new CommandRefused(`${path} is damaged: not everything that it lists is in it.`);
}

type ZipReader = {
  names: string[];
  /** Throws CommandRefused for an unknown name. The content may still be damaged. */
  read(name: string): Promise<Readable>;
  /** Throws CommandRefused for unreadable content. */
  readText(name: string): Promise<string>;
  /** Throws CommandRefused unless the checksum of every file matches. */
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
    // A zip contains each name twice without a checksum over it, so both are compared.
    const { fileName } = await zip.readLocalFileHeaderPromise(entry);
    if (fileName.toString() !== entry.fileName) return false;
    let sum = 0;
    for await (const piece of await zip.openReadStreamPromise(entry)) sum = crc32(piece as Buffer, sum);
    return sum === entry.crc32;
  };
  return {
    names: [...entries.keys()],
    read,
    readText: (name) =>
      read(name)
        .then((stream) => text(stream))
        .catch(() => {
          throw damaged;
        }),
    async verify() {
      for (const entry of entries.values()) {
        if (!(await isWhole(entry).catch(() => false))) throw damaged;
      }
    },
    close: () => zip.close(),
  };
}
