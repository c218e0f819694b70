// Debian packages for tests and measurements; the product does not need them.
import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync, rmSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { run, StepFailed } from './child-process.mjs';

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

/** Programs that the tests use. Their tests count as skipped if these are missing and cannot be installed. */
const programs = [
  'pgbouncer',
  'prometheus',
  'prometheus-alertmanager',
  'prometheus-node-exporter',
  'prometheus-blackbox-exporter',
  'ansible',
  'rsyslogd',
];
/** Packages that are not called as their program. */
const packagesOf = { ansible: ['ansible-core'], rsyslogd: ['rsyslog', 'rsyslog-gnutls'] };
/** Debian starts installed services by default; this file prevents that. */
const policy = '/usr/sbin/policy-rc.d';

const isThere = (program) =>
  [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin'].some((folder) =>
    existsSync(path.join(folder, program)),
  );

/** Whether wrk, the load generator of the benchmarks, is available or could be installed. */
export const findLoadGenerator = async () => isThere('wrk') || (canAptInstall() && (await aptInstall('wrk')));

/** Whether nginx, the load balancer of benchmarks with several nodes, is available or could be installed. */
export const findProxy = async () =>
  isThere('nginx') || (canAptInstall() && (await installUnstarted('nginx-light')));

export async function findPrograms() {
  const missing = programs.filter((program) => !isThere(program));
  if (missing.length > 0 && canAptInstall())
    await installUnstarted(...missing.flatMap((name) => packagesOf[name] ?? [name]));
}

async function installUnstarted(...packages) {
  const isOurs = !existsSync(policy);
  if (isOurs) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    return await aptInstall(...packages);
  } finally {
    if (isOurs) rmSync(policy, { force: true });
  }
}

/** The locales of the runs at other dates (npm run prove -- calendar), as glibc lists them. */
const neededLocales = ['en_US.utf8', 'de_DE.utf8'];

/** Installs what is missing; returns the library that faketime preloads. */
export async function findFakeTime() {
  const missing = [...(preloadedLibrary() ? [] : ['faketime']), ...(hasLocales() ? [] : ['locales-all'])];
  if (missing.length > 0 && canAptInstall()) await aptInstall(...missing);
  const library = preloadedLibrary();
  if (!library) throw new StepFailed('There is no faketime here: install the Debian package faketime.');
  if (!hasLocales()) throw new StepFailed(`These locales are needed here: ${neededLocales.join(', ')}.`);
  return library;
}

/** The build for multi-threaded programs such as Node. */
const preloadedLibrary = () =>
  readdirSync('/usr/lib')
    .map((folder) => `/usr/lib/${folder}/faketime/libfaketimeMT.so.1`)
    .find((file) => existsSync(file));

const hasLocales = () => {
  const installed = outputOf('locale', ['-a']).split('\n');
  return neededLocales.every((locale) => installed.includes(locale));
};

function outputOf(program, args) {
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch (error) {
    if (error.code === 'ENOENT') return '';
    throw error;
  }
}
