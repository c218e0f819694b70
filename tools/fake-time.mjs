// Debian's faketime and locales, for running the tests at other dates (npm run prove -- calendar).
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { StepFailed } from './child-process.mjs';
import { aptInstall, canAptInstall } from './debian.mjs';

/** The locales used by these runs, as glibc lists them. */
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
