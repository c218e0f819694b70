import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { isRoot, spawnedAs, unprivilegedAccount, type Account } from '../server/db/embedded/account.ts';
import { waitUntil } from '../server/db/wait-until.ts';
import { openTemporaryFolder } from './embedded-fixture.ts';
import { freePort } from './free-port.ts';
import { answers } from './database-url.ts';
import { killWithChildren } from './processes.ts';

const run = promisify(execFile);
const LONGEST_START_MS = 60_000;

/** A PostgreSQL server of a test. */
type Server = {
  url: string;
  start(): Promise<void>;
  /** Kills all its processes at once, as in a power failure. */
  kill(): Promise<void>;
  /** Suspends all its processes with their connections open. Returns a function that resumes them. */
  freeze(): Promise<() => void>;
};

/**
 * A primary and streaming standbys. The primary waits for those in `synchronous`. `programs` is the folder of initdb and
 * postgres. The standbys begin as copies of the new primary before it starts. `isSafe`: a standby confirms only what is on
 * its disk. Tests do not wait for that.
 */
export async function startServers(
  programs: string,
  names: string[],
  { synchronous = '', isSafe = false }: { synchronous?: string; isSafe?: boolean } = {},
): Promise<{ primary: Server; standbys: Server[]; stop(): Promise<void> }> {
  const { folder, remove } = await openTemporaryFolder();
  const account = isRoot() ? await unprivilegedAccount({ uid: 0, gid: 0 }) : undefined;
  const password = randomBytes(12).toString('hex');
  const place = { programs, account, password, fsync: isSafe ? 'on' : 'off' };
  const data = join(folder, 'primary');
  await initialise(place, folder, data);
  const port = await freePort();
  const settings = ['wal_keep_size=1GB', 'max_connections=200', `synchronous_standby_names=${synchronous}`];
  const primary = serverIn(place, data, port, settings);
  const standbys: Server[] = [];
  for (const name of names) {
    const copy = join(folder, name);
    await run('cp', ['-a', data, copy]);
    await writeFile(join(copy, 'standby.signal'), '');
    const source = `host=127.0.0.1 port=${port} user=hub password=${password} application_name=${name}`;
    standbys.push(
      serverIn(place, copy, await freePort(), [`primary_conninfo=${source}`, 'max_connections=200']),
    );
  }
  const stop = async () => {
    await Promise.all([...standbys, primary].map((server) => server.kill()));
    await remove();
  };
  try {
    await Promise.all([primary, ...standbys].map((server) => server.start()));
  } catch (error) {
    await stop();
    throw error;
  }
  return { primary, standbys, stop };
}

type Place = { programs: string; account: Account | undefined; password: string; fsync: string };

async function initialise({ programs, account, password }: Place, folder: string, data: string) {
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, password);
  await mkdir(data);
  if (account) for (const path of [folder, passwordFile, data]) await chown(path, account.uid, account.gid);
  const access = ['--username=hub', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  const text = ['--encoding=UTF8', '--locale=C', '--lc-ctype=C.UTF-8', '--no-sync'];
  await run(join(programs, 'initdb'), ['-D', data, ...access, ...text], spawnedAs(account));
}

function serverIn(
  { programs, account, password, fsync }: Place,
  data: string,
  port: string,
  settings: string[],
): Server {
  const url = `postgres://hub:${password}@127.0.0.1:${port}/postgres`;
  const common = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', `fsync=${fsync}`];
  let child: ChildProcess | undefined;
  return {
    url,
    async start() {
      child = spawn(
        join(programs, 'postgres'),
        ['-D', data, ...[...common, ...settings].flatMap((setting) => ['-c', setting])],
        { ...spawnedAs(account), stdio: 'ignore' },
      );
      const isThere = () => child?.exitCode !== null || answers(url);
      if (!(await waitUntil(isThere, { limitMs: LONGEST_START_MS, everyMs: 50 })) || child.exitCode !== null)
        throw new Error(`PostgreSQL does not start in ${data}`);
    },
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      if (child.pid) killWithChildren(child.pid);
      await ended;
    },
    async freeze() {
      const client = new pg.Client(url);
      await client.connect();
      const { rows } = await client.query<{ pid: number }>(
        'select pid from pg_stat_activity where pid <> pg_backend_pid()',
      );
      await client.end();
      const pids = [...rows.map(({ pid }) => pid), child?.pid ?? 0];
      for (const pid of pids) process.kill(pid, 'SIGSTOP');
      return () => pids.forEach((pid) => process.kill(pid, 'SIGCONT'));
    },
  };
}
