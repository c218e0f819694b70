import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Copies the contents of a folder with owners and modes. PostgreSQL refuses others. */
export async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  await execute('cp', ['-a', `${from}/.`, to]);
}
