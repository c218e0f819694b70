import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './embedded-cluster.ts';
import { askDatabase } from './embedded-connection.ts';
import type { Answer, Connection } from './embedded-connection.ts';
import { endPostmaster } from './embedded-leftover.ts';
import { spawnPostgres } from './embedded-spawn.ts';
import type { PostgresProcess } from './embedded-spawn.ts';
import { StartRefused } from './start-refused.ts';
import { waitUntil } from './wait-until.ts';

/** A running PostgreSQL. exited tells how it ended. */
export type Postmaster = { exited: Promise<string>; stop(): Promise<void> };

/** What to start, how to see that it answers, and what may call it off. */
export type Order = { cluster: Cluster; connection: Connection; log: (line: string) => void; abort: AbortSignal };

/** Long, because after a crash PostgreSQL first replays up to a gigabyte of its log. */
const START_LIMIT_MS = 120_000;

/** Errors of a query reach the one who asked it; a line that starts with space belongs to the line above. */
const NOT_FOR_THE_LOG = /^(client backend|parallel worker|\s)/;

/** Resolves when the database answers queries; an abort ends the wait and the process. */
export async function startPostmaster(order: Order): Promise<Postmaster> {
  const deadline = Date.now() + START_LIMIT_MS;
  for (;;) {
    const attempt = await launch(order);
    const failure = await attempt.becomeReady(deadline - Date.now());
    if (failure === undefined) return attempt;
    // Sessions of a PostgreSQL that was killed finish their query before they notice.
    const lingering = failure.includes('shared memory block');
    if (!lingering || order.abort.aborted || Date.now() > deadline) {
      throw new StartRefused(`PostgreSQL does not start in ${order.cluster.dataFolder}: ${failure}`);
    }
    await sleep(250);
  }
}

async function launch({ cluster, connection, log, abort }: Order) {
  const child = await spawnPostgres(cluster);
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
  let exit: string | undefined;
  void exited.then((how) => (exit = how));
  const closed = once(child, 'close');
  const messages = listenTo(child, log);
  const endWithNode = () => child.kill('SIGINT');
  process.once('exit', endWithNode);
  void exited.then(() => process.off('exit', endWithNode));

  async function stop(): Promise<void> {
    messages.keepQuiet();
    const ended = await endPostmaster((signal) => child.kill(signal), () => exit !== undefined);
    if (!ended) throw new Error(`PostgreSQL (process ${child.pid}) does not end`);
  }

  /** Undefined when it is ready, else why not. */
  async function becomeReady(limitMs: number): Promise<string | undefined> {
    let answer: Answer = 'not yet';
    const isDecided = async () => {
      if (exit === undefined && !abort.aborted) answer = await askDatabase(connection);
      return exit !== undefined || abort.aborted || answer !== 'not yet';
    };
    const decided = await waitUntil(isDecided, { limitMs, everyMs: 10 });
    if (exit !== undefined) {
      await Promise.race([closed, sleep(1_000)]);
      return messages.reason() ?? exit;
    }
    if (answer === 'ready' && !abort.aborted) {
      messages.passOn();
      return undefined;
    }
    await stop();
    if (abort.aborted) return 'called off';
    return decided ? answer : `no answer after ${START_LIMIT_MS / 1000} s`;
  }

  return { exited, stop, becomeReady };
}

/** Holds messages back until the start is over, since those of a good start are of no interest. */
function listenTo(child: PostgresProcess, log: (line: string) => void) {
  const recent: string[] = [];
  let passing = false;
  createInterface({ input: child.stderr }).on('line', (line) => {
    recent.push(line);
    if (recent.length > 20) recent.shift();
    if (passing && !NOT_FOR_THE_LOG.test(line)) log(`PostgreSQL ${line}`);
  });
  return {
    passOn: () => void (passing = true),
    keepQuiet: () => void (passing = false),
    reason: () => recent.findLast((line) => /FATAL|PANIC|ERROR/.test(line)) ?? recent.at(-1),
  };
}
