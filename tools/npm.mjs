// Runs npm with the launcher's own Node.
import path from 'node:path';
import { run, runNode } from './child-process.mjs';

/**
 * Installs exactly the lock file of a folder; returns npm's exit code. Install scripts are disabled. Development
 * packages and optional packages for this platform are included, even if NODE_ENV or npm's settings exclude them.
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
