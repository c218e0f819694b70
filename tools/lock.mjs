// Only one launcher at a time may install and build: two would delete each other's files.
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRunning } from './child-process.mjs';
import { inRoot } from './paths.mjs';

const file = inRoot('dist/launcher.lock');
const pollMs = 200;

/** Runs `work` while holding the lock. */
export async function alone(work) {
  mkdirSync(inRoot('dist'), { recursive: true });
  let hasLogged = false;
  while (!takeLock()) {
    if (!hasLogged) console.log(`Waiting for another launcher that installs or builds here (${file}).`);
    hasLogged = true;
    await sleep(pollMs);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

/** A link makes the lock appear together with its content, so that a kill leaves no lock without an owner. */
function takeLock() {
  const own = `${file}.${process.pid}`;
  writeFileSync(own, String(process.pid));
  try {
    linkSync(own, file);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (isAbandoned()) rmSync(file, { force: true }); // the next attempt takes it
    return false;
  } finally {
    rmSync(own, { force: true });
  }
}

/** Whether the launcher that took the lock ended without releasing it. In a container, a new process often has its id. */
function isAbandoned() {
  try {
    const owner = Number(readFileSync(file, 'utf8'));
    return owner === process.pid || !isRunning(owner);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return false; // released since
  }
}
