import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { spawnedAs } from './account.ts';
import type { Cluster } from './cluster.ts';
import { pidInDataFolder } from './leftover.ts';

/** Only its messages are of interest, on stderr. */
export type PostgresProcess = ChildProcessByStdio<null, null, Readable>;

const SETTINGS = {
  // Of use on a small machine that PostgreSQL shares with the server.
  shared_buffers: '128MB',
  max_connections: '100',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  // A commit is on the disk when it is acknowledged.
  fsync: 'on',
  // Reached through the home folder only. Relative to the data folder, so that no path is too long for a socket.
  listen_addresses: '',
  unix_socket_directories: '..',
  unix_socket_permissions: '0700',
  // Messages name who speaks and hold no rows and no statements.
  log_destination: 'stderr',
  logging_collector: 'off',
  log_line_prefix: '%b: ',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
};

export async function spawnPostgres(cluster: Cluster): Promise<PostgresProcess> {
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const { env, ...as } = spawnedAs(cluster.home.account);
  // PostgreSQL refuses to start while the pid in a left-over postmaster.pid lives, even where it was given to another
  // process since. It overlooks its grandparent's, so we name that one; its second guard, shared memory, stays.
  const deadPid = await pidInDataFolder(cluster.dataFolder);
  const environment = deadPid === undefined ? env : { ...env, PG_GRANDPARENT_PID: String(deadPid) };
  return spawn(
    join(cluster.binaries.bin, 'postgres'),
    ['-D', cluster.dataFolder, '-p', '5432', ...settings],
    {
      ...as,
      env: environment,
      // In a group of its own: Ctrl-C in a terminal must not take the database away from requests that still run.
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
}
