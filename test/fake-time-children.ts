// Loaded into every Node process of a run under faketime. The product starts PostgreSQL with a custom environment that lacks
// LD_PRELOAD, so PostgreSQL would have the real time. This module passes the settings of faketime to every child process.
import { ChildProcess } from 'node:child_process';
import { fakeTimeVariables } from './fake-time.ts';

type SpawnOptions = { envPairs?: string[] };
type Spawn = (this: ChildProcess, options: SpawnOptions) => unknown;

/** spawn, execFile and fork all call this function. Node does not document it, so checkFakeTime verifies that it works. */
const prototype = ChildProcess.prototype as unknown as { spawn: Spawn };
const spawn = prototype.spawn;

prototype.spawn = function spawnWithFakeTime(options) {
  const pairs = options.envPairs ?? [];
  const added = fakeTimeVariables.filter(
    (name) => process.env[name] !== undefined && !pairs.some((pair) => pair.startsWith(`${name}=`)),
  );
  return spawn.call(this, {
    ...options,
    envPairs: [...pairs, ...added.map((name) => `${name}=${process.env[name]}`)],
  });
};
