// npm, run on the Node that runs the launcher.
import path from 'node:path';
import { run, runNode } from './child-process.mjs';

/**
 * Installs exactly what the lock file of a folder says; answers npm's exit code. No package runs a script of
 * its own. What builds the screens and what fits this platform comes along, also where NODE_ENV or npm's own
 * settings would leave it out.
 */
export async function npmCi(folder) {
  const args = ['ci', '--prefix', folder, '--loglevel=error', '--ignore-scripts'];
  args.push('--include=dev', '--include=optional');
  // Under `npm start` this names npm's own script; other package managers name theirs, which knows no `ci`.
  const npmScript = process.env.npm_execpath;
  if (npmScript && path.basename(npmScript) === 'npm-cli.js') return runNode(npmScript, args);
  const onWindows = process.platform === 'win32';
  return run(onWindows ? 'npm.cmd' : 'npm', args, { shell: onWindows });
}
