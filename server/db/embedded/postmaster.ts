import { setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import { askDatabase, type Answer, type Connection } from './connection.ts';
import { endPostmaster, pidInDataFolder } from './leftover.ts';
import { StartRefused } from '../../config.ts';
import { tellLauncher } from '../../launcher.ts';
import { waitUntil } from '../wait-until.ts';
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { spawnedAs } from './account.ts';

/** A running PostgreSQL. */
export type Postmaster = {
  /** Settles with the kind of exit. */
  exited: Promise<string>;
  /** The last error message, if any. */
  lastWords(): string | undefined;
  stop(): Promise<void>;
};

/** What to start, how to check readiness, and what may abort the start. */
export type Order = {
  cluster: Cluster;
  connection: Connection;
  log: (line: string) => void;
  abort: AbortSignal;
};

/** Query errors go to the caller. A line that starts with a space continues the previous one. */
const NOT_FOR_THE_LOG = /^(client backend|parallel worker|\s)/;

/** Resolves when the database answers queries. An abort ends the wait and the process. */
export async function startPostmaster(order: Order): Promise<Postmaster> {
  const deadline = performance.now() + order.cluster.startLimitMs;
  let hasLoggedWait = false;
  for (;;) {
    const postmaster = await launch(order);
    const failure = await becomeReady(postmaster, order, deadline - performance.now());
    if (failure === undefined) return postmaster;
    const lingering = failure.includes('shared memory block');
    if (!lingering || order.abort.aborted || performance.now() > deadline) {
      throw new StartRefused(`PostgreSQL does not start in ${order.cluster.dataFolder}: ${failure}`);
    }
    // Sessions of a killed PostgreSQL finish their query before they notice.
    if (!hasLoggedWait) order.log('Waiting for the last sessions of a PostgreSQL that was killed.');
    hasLoggedWait = true;
    await sleep(250);
  }
}

type Launched = Postmaster & {
  pid: number | undefined;
  /** The kind of exit, if it has exited. */
  exit(): string | undefined;
  /** Settles when its last message has arrived. */
  closed: Promise<unknown>;
  messages: Messages;
};

async function launch({ cluster, log }: Order): Promise<Launched> {
  const child = await spawnPostgres(cluster);
  if (child.pid !== undefined) void tellLauncher({ kind: 'database', pid: child.pid });
  const messages = listenTo(child, log);
  const closed = new Promise((resolve) => child.once('close', resolve));
  let exit: string | undefined;
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
  const endWithNode = () => child.kill('SIGINT');
  process.once('exit', endWithNode);
  void exited.then((how) => {
    exit = how;
    process.off('exit', endWithNode);
  });

  async function stop(): Promise<void> {
    messages.keepQuiet();
    const ended = await endPostmaster(
      (signal) => child.kill(signal),
      () => exit !== undefined,
    );
    if (!ended) throw new Error(`PostgreSQL (process ${child.pid}) does not end`);
  }

  return { pid: child.pid, exited, lastWords: messages.reason, exit: () => exit, closed, messages, stop };
}

/** Returns undefined when it is ready, else the reason why it ended. */
async function becomeReady(
  postmaster: Launched,
  { cluster, connection, abort }: Order,
  limitMs: number,
): Promise<string | undefined> {
  let answer: Answer = 'not yet';
  const isDecided = async () => {
    if (postmaster.exit() !== undefined || abort.aborted) return true;
    // Until it owns the data folder, a different PostgreSQL may be answering.
    if ((await pidInDataFolder(cluster.dataFolder)) === postmaster.pid)
      answer = await askDatabase(connection);
    return answer !== 'not yet';
  };
  await waitUntil(isDecided, { limitMs, everyMs: 10 });
  const exit = postmaster.exit();
  if (exit !== undefined) {
    await Promise.race([postmaster.closed, sleep(1_000)]);
    return postmaster.messages.reason() ?? exit;
  }
  if (answer === 'ready' && !abort.aborted) {
    postmaster.messages.passOn();
    return undefined;
  }
  await postmaster.stop();
  if (abort.aborted) return 'called off';
  return answer === 'not yet' ? `no answer after ${cluster.startLimitMs / 1000} s` : answer;
}

type Messages = { passOn(): void; keepQuiet(): void; reason(): string | undefined };

/** Buffers messages until the start has succeeded or failed, since those of a successful start are noise. */
function listenTo(child: PostgresProcess, log: (line: string) => void): Messages {
  const recent: string[] = [];
  let passing = false;
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (NOT_FOR_THE_LOG.test(line) && !line.includes('PANIC')) return;
    recent.push(line);
    if (recent.length > 20) recent.shift();
    if (passing) log(`PostgreSQL ${line}`);
  });
  return {
    passOn: () => void (passing = true),
    keepQuiet: () => void (passing = false),
    reason: () => recent.findLast((line) => /FATAL|PANIC|ERROR/.test(line)) ?? recent.at(-1),
  };
}

/** Only stderr carries messages. */
type PostgresProcess = ChildProcessByStdio<null, null, Readable>;

const SETTINGS = {
  // Suits a small machine that PostgreSQL shares with the server.
  shared_buffers: '128MB',
  max_connections: '100',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  // An acknowledged commit is on the disk.
  fsync: 'on',
  // A slow archive loses its slot rather than filling the disk.
  max_slot_wal_keep_size: '1GB',
  // Listens only on a socket in the home folder. The path is relative, so that it fits the limit for sockets.
  listen_addresses: '',
  unix_socket_directories: '..',
  unix_socket_permissions: '0700',
  // Messages name the process and contain no rows or statements.
  log_destination: 'stderr',
  logging_collector: 'off',
  log_line_prefix: '%b: ',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
};

/** Not crash-safe. */
const THROW_AWAY_SETTINGS = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' };

/** Little memory, few processes. */
const BACKGROUND_SETTINGS = {
  shared_buffers: '16MB',
  max_connections: '10',
  // Rows in tables of the same transaction need no log.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '128MB',
  min_wal_size: '32MB',
  autovacuum: 'off',
};

/** Low CPU priority (niceness); child processes inherit it. */
const LOW_PRIORITY = 15;

async function spawnPostgres(cluster: Cluster): Promise<PostgresProcess> {
  const settings = Object.entries({
    ...SETTINGS,
    ...(cluster.isThrowAway ? THROW_AWAY_SETTINGS : {}),
    ...(cluster.isInBackground ? BACKGROUND_SETTINGS : {}),
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const { env, ...as } = spawnedAs(cluster.home.account);
  // PostgreSQL refuses to start while the pid in a left-over postmaster.pid exists, even if another process got it
  // since. It ignores the pid of its grandparent, so we pass that pid. Its second check, shared memory, stays active.
  const deadPid = await pidInDataFolder(cluster.dataFolder);
  const environment = deadPid === undefined ? env : { ...env, PG_GRANDPARENT_PID: String(deadPid) };
  const child = spawn(
    join(cluster.binaries.bin, 'postgres'),
    ['-D', cluster.dataFolder, '-p', '5432', ...settings],
    {
      ...as,
      env: environment,
      // A separate process group: Ctrl-C in a terminal must not stop the database under running requests.
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  if (cluster.isInBackground && child.pid !== undefined) lowerPriority(child.pid);
  return child;
}

function lowerPriority(pid: number) {
  try {
    setPriority(pid, LOW_PRIORITY);
  } catch {
    // It has exited, or the system denies a lower priority. It then runs at normal priority.
  }
}
