// Loaded into every Node of a run under faketime. The product starts PostgreSQL with an environment of its own, without
// LD_PRELOAD; a program started that way would have the real time. Here every child process gets the settings of faketime.
import { ChildProcess } from 'node:child_process';
import { fakeTimeVariables } from './fake-time.ts';

type SpawnOptions = { envPairs?: string[] };
type Spawn = (this: ChildProcess, options: SpawnOptions) => unknown;

/** All of spawn, execFile and fork end here. Node does not document it, so checkFakeTime proves that it works. */
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
