// A stamp is a small file next to a build result (packages, screens) that identifies its sources. If the stamp is
// unchanged, there is nothing to do.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './paths.mjs';

/** One hash of the names and contents of files. */
export function sha256OfFiles(files) {
  const hash = createHash('sha256');
  for (const file of files)
    hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

/** All files below a folder, in a fixed order. */
export function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

export function isStamped(file, wanted) {
  try {
    return readFileSync(file, 'utf8') === wanted;
  } catch (error) {
    if (error.code === 'ENOENT') return false;
    throw error;
  }
}

export function writeStamp(file, value) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, value);
}
