// Runs the launcher's child processes and ensures that none outlives it.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from './paths.mjs';

/** A failed step: `message` is the one line for the user, `code` the exit code of the launcher. */
export class StepFailed extends Error {
  constructor(message, code = 1) {
    super(message);
    this.code = code || 1;
  }
}

/** Whether a process of this id exists, of any account. */
export function isRunning(pid) {
  try {
    return process.kill(pid, 0); // signal 0 only checks
  } catch (error) {
    return error.code !== 'ESRCH';
  }
}

const children = new Set();
let endedBy = null; // the signal that ended the launcher
const ending = new AbortController();

function end(signal) {
  endedBy ??= signal;
  ending.abort();
}

/** The exit code that a shell reports for a program ended by a signal. */
const codeOfSignal = (signal) => 128 + os.constants.signals[signal];

/**
 * Starts a program and tracks it until it ends. Use `run` unless it has to run in parallel with others. It runs in the
 * project's root and inherits the launcher's input and output.
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

/** Stops the launcher between two steps if it received a signal. */
export function stopIfEnded() {
  if (endedBy) throw new StepFailed('', codeOfSignal(endedBy));
}

/** Waits, unless the launcher receives a signal meanwhile: then it stops like `stopIfEnded`. */
export async function pauseUnlessEnded(ms) {
  await sleep(ms, undefined, { signal: ending.signal }).catch(() => undefined);
  stopIfEnded();
}

/** Runs a program until it ends; returns its exit code. */
export async function run(file, args, options) {
  const code = await start(file, args, options).ended;
  stopIfEnded();
  return code;
}

/** Runs a script with this Node until it ends; returns its exit code. */
export const runNode = (script, args = [], options = {}) => run(process.execPath, [script, ...args], options);

/** Runs a required step: throws if it fails. */
export async function must(what, exitCode) {
  const code = await exitCode;
  if (code !== 0) throw new StepFailed(`${what} failed (exit code ${code}).`, code);
}

function endChildren(signal) {
  end(signal);
  for (const child of children) child.kill('SIGTERM');
}

/**
 * Ends all children when the launcher receives a signal or its parent has ended. Ctrl-C is not forwarded: the terminal
 * sends it to the whole process group, so the launcher only waits for its children. npm may end without a signal to its
 * children, so the parent is checked every half second.
 */
export function endTogether() {
  process.on('SIGINT', () => end('SIGINT'));
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => endChildren(signal));

  const atStart = parents();
  const watch = setInterval(() => {
    if (parents() === atStart) return;
    clearInterval(watch);
    endChildren('SIGTERM');
  }, 500);
  watch.unref();
}

/** The parent's id. If the parent is the shell in which npm runs scripts, also npm's id. */
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
