import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import process from 'node:process';

/**
 * A preload (`node --import`) that kills the process before its KILL_AT-th call that changes files: each moment between two
 * such calls is one number.
 */
const killAt = Number(process.env['KILL_AT'] ?? Infinity);

const NAMES =
  'chmod chown copyFile link mkdir mkdtemp rename rm rmdir symlink truncate unlink write writev writeFile fsync fdatasync'.split(
    ' ',
  );
const OF_HANDLES = ['sync', 'datasync', 'write', 'writev', 'writeFile', 'truncate', 'chmod'];

let calls = 0;

type Functions = Record<string, unknown>;

function countCalls(owner: Functions, name: string) {
  const original = owner[name];
  if (typeof original !== 'function') return;
  owner[name] = function counted(this: unknown, ...args: unknown[]) {
    calls += 1;
    if (calls === killAt) process.kill(process.pid, 'SIGKILL');
    return (original as (...given: unknown[]) => unknown).apply(this, args);
  };
}

for (const name of NAMES) {
  countCalls(fs as unknown as Functions, name);
  countCalls(fs as unknown as Functions, `${name}Sync`);
  countCalls(fs.promises as unknown as Functions, name);
}
const handle = await fs.promises.open(import.meta.filename);
const prototype = Object.getPrototypeOf(handle) as Functions;
await handle.close();
for (const name of OF_HANDLES) countCalls(prototype, name);
syncBuiltinESMExports();
