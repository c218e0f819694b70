// npm, run on the Node that runs the launcher.
import path from 'node:path';
import { must, run, runNode } from './child-process.mjs';

/** Installs exactly what the lock file of a folder says. No package gets to run a script of its own. */
export async function npmCi(folder) {
  const args = ['ci', '--prefix', folder, '--loglevel=error', '--ignore-scripts'];
  const what = `Installing packages in ${folder}`;
  // Under `npm start` this names npm's own script; other package managers name theirs, which knows no `ci`.
  const npmScript = process.env.npm_execpath;
  if (npmScript && path.basename(npmScript) === 'npm-cli.js') return must(what, runNode(npmScript, args));
  const onWindows = process.platform === 'win32';
  return must(what, run(onWindows ? 'npm.cmd' : 'npm', args, { shell: onWindows }));
}
