import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Copies what a folder holds with its owners and modes: PostgreSQL opens no other. */
export async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  await execute('cp', ['-a', `${from}/.`, to]);
}
