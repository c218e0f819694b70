// A PostgreSQL server of another build and version than the embedded one, for the second run of the tests. It is
// Debian's, started on a temporary folder and a free port, and removed afterwards. Clusters that Debian runs itself are
// not touched.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { start, StepFailed } from './child-process.mjs';
import { aptInstall, canAptInstall } from './debian.mjs';

const oldestMajor = 15;
const readyWithinMs = 30_000;

/** The folder of initdb and postgres; null if there is none and none can be installed. */
export async function findPostgres() {
  const found = installedPostgres();
  if (found || !canAptInstall()) return found;
  await aptInstall('postgresql');
  return installedPostgres();
}

function installedPostgres() {
  const folders = [...debianFolders(), ...pgConfigFolder()];
  return folders.find((folder) => majorOf(folder) >= oldestMajor) ?? null;
}

function debianFolders() {
  const versions = '/usr/lib/postgresql';
  if (!existsSync(versions)) return [];
  return readdirSync(versions).map((version) => path.join(versions, version, 'bin'));
}

function pgConfigFolder() {
  const folder = answerOf('pg_config', ['--bindir']);
  return folder ? [folder] : [];
}

function majorOf(folder) {
  // Example: postgres (PostgreSQL) 15.14 (Debian …)
  const version = answerOf(path.join(folder, 'postgres'), ['--version']);
  return Number(/\(PostgreSQL\) (\d+)/.exec(version)?.[1] ?? 0);
}

function answerOf(program, args) {
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return ''; // not installed, or not executable here
  }
}

/**
 * Starts a server with the binaries in `programs`. Returns its address for DATABASE_URL, and a function that stops it.
 * It sorts by English rules (ICU), the embedded one by code point: a query that relies on either order fails on the
 * other. `isSafe`: commits wait for the disk, which tests do not need.
 */
export async function startPostgres(programs, { isSafe = false } = {}) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'ops-hub-test-postgres-'));
  const account = accountOfServer();
  if (account.uid) chownSync(folder, account.uid, account.gid);
  const options = { ...account, cwd: folder };
  const password = randomBytes(16).toString('hex');
  const port = await freePort();
  initialise(programs, folder, password, options);

  const settings = [
    `--port=${port}`,
    '--listen_addresses=127.0.0.1',
    `--unix_socket_directories=${folder}`,
    '--max_connections=200',
    `--fsync=${isSafe ? 'on' : 'off'}`,
  ];
  const program = path.join(programs, 'postgres');
  const server = start(program, ['-D', dataIn(folder), ...settings], { ...options, stdio: 'ignore' });
  const stop = async () => {
    server.kill('SIGINT'); // ends open connections, then stops
    await server.ended;
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await untilReady(programs, port, server);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: `postgres://hub:${password}@127.0.0.1:${port}/postgres`, stop };
}

const dataIn = (folder) => path.join(folder, 'data');

/** PostgreSQL refuses to run as root; its package creates an account for it. */
function accountOfServer() {
  if (process.getuid?.() !== 0) return {};
  const ids = ['-u', '-g'].map((flag) => Number(answerOf('id', [flag, 'postgres'])));
  if (!ids.every((id) => id > 0)) throw new StepFailed('There is no account `postgres` for PostgreSQL.');
  return { uid: ids[0], gid: ids[1] };
}

function initialise(programs, folder, password, options) {
  const passwordFile = path.join(folder, 'password');
  writeFileSync(passwordFile, password);
  if (options.uid) chownSync(passwordFile, options.uid, options.gid);
  const settings = [
    '--username=hub',
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    `--locale=${process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'}`,
    '--locale-provider=icu',
    '--icu-locale=en-US',
    '--no-sync',
  ];
  const program = path.join(programs, 'initdb');
  const stdio = ['ignore', 'ignore', 'pipe']; // the error contains its error output
  execFileSync(program, ['-D', dataIn(folder), ...settings], { ...options, stdio });
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

async function untilReady(programs, port, server) {
  let ended = false;
  const noteEnd = () => (ended = true);
  server.ended.then(noteEnd, noteEnd);
  const deadline = performance.now() + readyWithinMs;
  const args = ['-h', '127.0.0.1', '-p', String(port)];
  while (!answerOf(path.join(programs, 'pg_isready'), args)) {
    if (ended || performance.now() > deadline)
      throw new StepFailed('The PostgreSQL for the tests does not start.');
    await sleep(100);
  }
}
