import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { StartRefused } from '../../config.ts';

const run = promisify(execFile);

/** The unprivileged account that PostgreSQL runs under when this process is root, which PostgreSQL refuses. */
export type Account = { uid: number; gid: number; name: string };

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** Existing data keeps its owner, since PostgreSQL reads only its own files. New data belongs to `postgres`, else `nobody`. */
export async function unprivilegedAccount(owner: { uid: number; gid: number }): Promise<Account> {
  const accounts = await accountsOfThisMachine();
  if (owner.uid !== 0) {
    return accounts.find(({ uid }) => uid === owner.uid) ?? { ...owner, name: `number ${owner.uid}` };
  }
  const account =
    accounts.find(({ name }) => name === 'postgres') ?? accounts.find(({ name }) => name === 'nobody');
  if (account) return account;
  throw new StartRefused(
    'PostgreSQL does not run as root, and /etc/passwd has no account postgres or nobody: start Ops ' +
      'Hub as another user, or set DATABASE_URL.',
  );
}

/** Options to spawn a PostgreSQL program: the user, and an environment without our secrets. */
export function spawnedAs(account: Account | undefined) {
  const env = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C' };
  return account ? { uid: account.uid, gid: account.gid, env, cwd: '/' } : { env, cwd: '/' };
}

/** Asks the system as that account, so that closed parent folders, ACLs and read-only mounts all count. */
export async function canWrite(account: Account, folder: string): Promise<boolean> {
  try {
    await run('/bin/sh', ['-c', 'test -x "$1" && test -w "$1"', 'sh', folder], {
      ...spawnedAs(account),
      timeout: 10_000,
    });
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code === 1) return false;
    throw error;
  }
}

async function accountsOfThisMachine(): Promise<Account[]> {
  const entries = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  return entries
    .filter((fields) => fields.length >= 4)
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
}
