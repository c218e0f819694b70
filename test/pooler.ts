import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { unprivilegedAccount, isRoot } from '../server/db/embedded/account.ts';
import type { Connection } from '../server/db/open.ts';
import { waitUntil } from '../server/db/wait-until.ts';
import { openTemporaryFolder } from './embedded-fixture.ts';
import { freePort } from './free-port.ts';
import { answers, partsOf } from './database-url.ts';

const LONGEST_START_MS = 20_000;
/** Connections to the server. There are fewer than clients, so clients share them. */
const CONNECTIONS = 3;

/**
 * Starts Debian's pgbouncer, or the one that TEST_PGBOUNCER names, in front of a database. Returns the address of the
 * database through it.
 */
export async function startPooler(
  connection: Connection,
  mode: 'transaction' | 'session',
): Promise<{ url: string; stop(): Promise<void> }> {
  const { host, port, user, password, database: name } = partsOf(connection);
  const { folder, remove } = await openTemporaryFolder();
  const ownPort = await freePort();
  const account = isRoot() ? await unprivilegedAccount({ uid: 0, gid: 0 }) : undefined;
  const settings = `[databases]
${name} = host=${host} port=${port} dbname=${name}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ownPort}
unix_socket_dir =
auth_type = plain
auth_file = ${join(folder, 'users')}
pool_mode = ${mode}
default_pool_size = ${mode === 'transaction' ? CONNECTIONS : 20}
`;
  await writeFile(join(folder, 'users'), `"${user}" "${password}"\n`);
  await writeFile(join(folder, 'pgbouncer.ini'), settings);
  const program = process.env['TEST_PGBOUNCER'] ?? 'pgbouncer';
  const child = spawn(program, ['-q', join(folder, 'pgbouncer.ini')], {
    stdio: 'ignore',
    ...(account && { uid: account.uid, gid: account.gid }),
  });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGKILL');
    await ended;
    await remove();
  };
  const url = `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${ownPort}/${name}`;
  if (await waitUntil(() => answers(url), { limitMs: LONGEST_START_MS, everyMs: 50 })) return { url, stop };
  await stop();
  throw new Error('pgbouncer does not start');
}
