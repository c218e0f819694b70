// Debian packages for the test suites that need a PostgreSQL server or a browser.
import { existsSync } from 'node:fs';
import { run } from './child-process.mjs';

/** Only root can install packages, and only Debian and its derivatives have apt-get. */
export const canAptInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** Installations run in sequence, because apt-get refuses to run twice at the same time. */
let last = Promise.resolve();
let updated;

/** Installs packages; returns whether that succeeded. */
export function aptInstall(...packages) {
  last = last.then(() => install(packages));
  return last;
}

async function install(packages) {
  console.log(`Installing Debian's ${packages.join(', ')}.`);
  const options = {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'ignore', 'inherit'],
  };
  // A failed update (one source is unreachable) does not mean that the package is unavailable.
  updated ??= await run('apt-get', ['update', '-q'], options);
  return (
    (await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages], options)) === 0
  );
}
