// Debian's own packages, for the test suites that need a PostgreSQL server or a browser.
import { existsSync } from 'node:fs';
import { run } from './child-process.mjs';

/** Only root may install, and only Debian and its children have apt-get. */
export const canAptInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** One after the other: the second of two at once is refused. */
let last = Promise.resolve();
let updated;

/** Installs packages; answers whether that went well. */
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
  // An update that fails (one source is away) does not mean that the package cannot be had.
  updated ??= await run('apt-get', ['update', '-q'], options);
  return (
    (await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages], options)) === 0
  );
}
