import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../test/free-port.ts';

/** The built product in a separate process with its own data folder, as `npm start` runs it. */
export type Hub = {
  url: string;
  dataDir: string;
  /** The one-time link for the first administrator. The product prints it while there is no account. */
  setupLink: string | undefined;
  stop(): Promise<void>;
};

export const PERSON = { email: 'ann@example.com', password: 'Tr4verse!Kelp#Moon' };
export const ADMINISTRATOR = { ADMIN_EMAIL: PERSON.email, ADMIN_PASSWORD: PERSON.password };

export async function openDataDir(name = ''): Promise<{ dataDir: string; remove(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), `ops-hub-e2e-${name}`));
  // The database may run under another account, which must be able to enter.
  await chmod(dataDir, 0o755);
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true, maxRetries: 10 }) };
}

/** `sources` is the folder of another checkout, whose build is compared with this one. */
export async function startHub(
  dataDir: string,
  settings: Record<string, string> = {},
  sources = '.',
): Promise<Hub> {
  const port = settings['PORT'] ?? (await freePort());
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: sources,
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: port,
      LOG_LEVEL: 'error',
      // No scheduled backup may run during tests, at whatever time they run.
      BACKUP_TIME: inHalfADay(),
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const lines = createInterface({ input: child.stdout! });
  let setupLink: string | undefined;
  let url = '';
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the server ended with ${code} before it was ready`);
  });
  const ready = (async () => {
    for await (const line of lines) {
      url = /^Ops Hub is ready at (.*)$/.exec(line)?.[1] ?? url;
      setupLink = /^First administrator: (.*)$/.exec(line)?.[1] ?? setupLink;
      if (url && (setupLink || settings['ADMIN_EMAIL'] || settings['AGAIN'])) return;
    }
  })();
  await Promise.race([ready, ended]);
  ended.catch(() => undefined);
  return { url, dataDir, setupLink, stop: () => stopped(child) };
}

const inHalfADay = (): string => new Date(Date.now() + 12 * 3_600_000).toISOString().slice(11, 16);

async function stopped(child: ChildProcess) {
  if (child.exitCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
}
