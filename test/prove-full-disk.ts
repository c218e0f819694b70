import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Runs with the right to mount: as root, or within a user namespace. */
const CHILD = fileURLToPath(new URL('prove-full-disk-child.ts', import.meta.url));

/** Runs the proof on a separate disk that really is full. Needs Linux and the right to mount a tmpfs. */
export async function proveFullDisk(): Promise<void> {
  const asRoot =
    process.getuid?.() === 0 ? ['--mount'] : ['--user', '--map-current-user', '--keep-caps', '--mount'];
  if (spawnSync('unshare', [...asRoot, 'true']).status !== 0)
    throw new Error('full-disk: this account may not mount a disk of its own here (unshare --mount)');
  const { status } = spawnSync('unshare', [...asRoot, process.execPath, CHILD], { stdio: 'inherit' });
  if (status !== 0) throw new Error('full-disk: failed');
}
