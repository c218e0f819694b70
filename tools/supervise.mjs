// Keeps the server of `npm start` running. A server that dies is started again, with growing pauses. One that stops by
// order, or refuses to start, is not: it announces that on the channel to the launcher (server/launcher.ts).
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { start, pauseUnlessEnded, stopIfEnded } from './child-process.mjs';
import { serverFlags, serverVariables } from './server-process.mjs';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
const STEADY_MS = 60_000; // after running this long the pause starts again at its minimum
const MOST_DEATHS = 5; // within a minute

/** For people. */
const BY_SIGNAL = {
  SIGKILL: 'killed (out of memory or kill -9)',
  SIGABRT: 'aborted (out of memory or a fault of a library)',
};
/** These end the product, also when they arrive before the server handles them. */
const ORDERS = ['SIGTERM', 'SIGINT', 'SIGHUP'];

/** Returns the exit code of the launcher. */
export async function superviseServer(
  args = [...serverFlags, 'server/main.ts'],
  firstPauseMs = FIRST_PAUSE_MS,
) {
  const since = new Date().toISOString();
  let restarts = { count: 0, since, last: null };
  let deaths = [];
  let pauseMs = firstPauseMs;
  let hasServed = false;
  for (;;) {
    const startedAt = performance.now();
    const { child, messages } = startServer(args, restarts);
    const code = await child.ended;
    // Its last messages may arrive after its exit.
    if (child.connected) await once(child, 'disconnect');
    endDatabases(messages);
    const has = (kind) => messages.some((message) => message.kind === kind);
    hasServed ||= has('serves');
    if (code === 0 || has('stops') || has('refuses') || ORDERS.includes(child.signalCode)) return code;
    // Something outside is missing, such as the database server. Once Ops Hub has served, it may come back.
    const isLater = has('cannot-start');
    if (isLater && !hasServed) return code;
    stopIfEnded();

    const reason = isLater ? 'it could not start' : reasonOf(child, messages);
    const now = performance.now();
    if (!isLater) {
      deaths = [...deaths.filter((at) => at > now - 60_000), now];
      restarts = { count: restarts.count + 1, since, last: { at: new Date().toISOString(), reason } };
    }
    if (deaths.length >= MOST_DEATHS) {
      console.error(
        `Ops Hub died ${deaths.length} times within a minute, last: ${reason}. It stays stopped.`,
      );
      return code || 1;
    }
    if (now - startedAt >= STEADY_MS) pauseMs = firstPauseMs;
    console.error(`Ops Hub ended: ${reason}. It starts again in ${pauseMs / 1_000} s.`);
    await pauseUnlessEnded(pauseMs);
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
  }
}

function startServer(args, restarts) {
  // The server stops when this channel closes, so it never outlives the launcher.
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
  const env = { ...serverVariables, ...process.env, OPS_HUB_RESTARTS: JSON.stringify(restarts) };
  const child = start(process.execPath, args, { stdio, env });
  const messages = [];
  child.on('message', (message) => messages.push(message));
  return { child, messages };
}

/** A PostgreSQL that outlived its server shuts down, so that a stop during the pause leaves nothing behind. */
function endDatabases(messages) {
  for (const { kind, pid } of messages) {
    // The id may belong to another program meanwhile.
    const { stdout } = kind === 'database' ? spawnSync('ps', ['-o', 'command=', '-p', pid]) : {};
    if (/postgres .*-D /.test(stdout)) spawnSync('kill', ['-INT', pid]);
  }
}

function reasonOf({ exitCode, signalCode }, messages) {
  const failure = messages.findLast(({ kind }) => kind === 'fails');
  if (failure) return failure.reason;
  return BY_SIGNAL[signalCode] ?? (signalCode ? `ended by ${signalCode}` : `exit code ${exitCode}`);
}
