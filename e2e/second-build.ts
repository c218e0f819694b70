import { cp, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MARK = '_2';
const isPacked = (name: string) => /\.(br|gz)$/.test(name);

/**
 * A copy of the product whose built files have other names, as those of the next release. Returns the folder to start it from
 * and what removes it.
 */
export async function secondBuild(): Promise<{ sources: string; remove(): Promise<void> }> {
  const sources = await mkdtemp(join(tmpdir(), 'ops-hub-second-'));
  const copied = ['server', 'contract', 'package.json', 'dist/web'];
  for (const part of copied)
    await cp(part, join(sources, part), { recursive: true, filter: (file) => !isPacked(file) });
  for (const part of ['node_modules', 'web']) await symlink(join(process.cwd(), part), join(sources, part));

  const built = join(sources, 'dist/web');
  const assets = await readdir(join(built, 'assets'));
  const names = new Map(assets.map((name) => [name, name.replace(/(?=\.\w+$)/, MARK)]));
  const renamed = (text: string) => text.replace(/[\w-]+\.(?:js|css)/g, (name) => names.get(name) ?? name);
  const naming = [
    'index.html',
    'preloads.json',
    'prerendered.json',
    ...assets.map((name) => `assets/${name}`),
  ];
  for (const name of naming) {
    const file = join(built, name);
    await writeFile(file, renamed(await readFile(file, 'utf8')));
  }
  for (const [name, next] of names) await rename(join(built, 'assets', name), join(built, 'assets', next));
  return { sources, remove: () => rm(sources, { recursive: true, force: true }) };
}

/** Whether a built file belongs to that copy. */
export const isOfSecondBuild = (address: string): boolean => address.includes(`${MARK}.`);
