// Runs the programs of the launcher, and sees to it that none of them outlives it.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import os from 'node:os';
import { root } from './paths.mjs';

/** A step that failed: `message` is the one line that the user reads, `code` the exit code of the launcher. */
export class StepFailed extends Error {
  constructor(message, code = 1) {
    super(message);
    this.code = code || 1;
  }
}

const children = new Set();
let endedBy = null; // the signal that told the launcher to end

/** The exit code by which a shell reports a program that a signal ended. */
const codeOfSignal = (signal) => 128 + os.constants.signals[signal];

/**
 * Starts a program and remembers it until it ends. Use `run` unless the program shall live beside others.
 * It runs in the project's root with the launcher's own input and output.
 */
export function start(file, args, options = {}) {
  stopIfEnded();
  const child = spawn(file, args, { cwd: root, stdio: 'inherit', ...options });
  children.add(child);
  child.ended = new Promise((resolve, reject) => {
    child.once('error', (error) => {
      children.delete(child);
      reject(new StepFailed(`${file} does not start: ${error.message}`));
    });
    child.once('exit', (code, signal) => {
      children.delete(child);
      resolve(signal ? codeOfSignal(signal) : code);
    });
  });
  return child;
}

/** Stops the launcher between two steps after a signal to end. */
export function stopIfEnded() {
  if (endedBy) throw new StepFailed('', codeOfSignal(endedBy));
}

/** Runs a program to its end; answers its exit code. */
export async function run(file, args, options) {
  const code = await start(file, args, options).ended;
  stopIfEnded();
  return code;
}

/** Runs a script on this Node to its end; answers its exit code. */
export const runNode = (script, args = [], options = {}) => run(process.execPath, [script, ...args], options);

/** Runs a step that the rest cannot do without. */
export async function must(what, exitCode) {
  const code = await exitCode;
  if (code !== 0) throw new StepFailed(`${what} failed (exit code ${code}).`, code);
}

function endChildren(signal) {
  endedBy ??= signal;
  for (const child of children) child.kill('SIGTERM');
}

/**
 * Ends every child when the launcher gets a signal to end or its parent is gone. A Ctrl-C is not passed on: the
 * terminal sends it to the whole group, so the children have it already and the launcher only waits for them.
 * npm may end without a word to its children: hence the look at the parent, every half second.
 */
export function endTogether() {
  process.on('SIGINT', () => (endedBy ??= 'SIGINT'));
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => endChildren(signal));

  const atStart = parents();
  const watch = setInterval(() => {
    if (parents() === atStart) return;
    clearInterval(watch);
    endChildren('SIGTERM');
  }, 500);
  watch.unref();
}

/** The parent's id; where that is the shell by which npm runs scripts, also the id of npm above it. */
function parents() {
  const parent = process.ppid;
  if (process.platform !== 'linux' || !process.env.npm_lifecycle_event) return `${parent}`;
  try {
    const [, name, above] = /\((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${parent}/stat`, 'utf8'));
    return name === 'sh' ? `${parent} ${above}` : `${parent}`;
  } catch {
    return 'gone';
  }
}
