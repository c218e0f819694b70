import { text } from 'node:stream/consumers';
import { CommandRefused } from '../command.ts';
import { FORMAT, inZip, knowsMigrations, Manifest } from './manifest.ts';
import { openZip } from './zip-file.ts';
import type { ZipReader } from './zip-file.ts';

export type OpenBackup = { manifest: Manifest; zip: ZipReader };

/** Opens a backup that is whole and that this product understands, or throws CommandRefused. Nothing is written. */
export async function openBackup(path: string): Promise<OpenBackup> {
  const zip = await openZip(path);
  try {
    const manifest = readManifest(path, await text(await zip.read(inZip.manifest)));
    await zip.verify();
    checkContents(path, manifest, zip.names);
    return { manifest, zip };
  } catch (error) {
    zip.close();
    throw error;
  }
}

function readManifest(path: string, json: string): Manifest {
  const newer = (version: unknown) =>
    new CommandRefused(
      `${path} was made by another Ops Hub (${String(version)}) that this one does not know: restore it with that version or a later one.`,
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
