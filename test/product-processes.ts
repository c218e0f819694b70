import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished } from 'vitest';
import { openTemporaryFolder } from './embedded-fixture.ts';
import { PASSWORD } from './factories.ts';
import { freePort } from './free-port.ts';
import { fillFolder } from './used-folders.ts';

/** The product as separate processes, on a data folder of its own. */
type Run = {
  child: ChildProcess;
  output: () => string;
  ended: Promise<number | null>;
  waitForOutput(text: RegExp): Promise<string>;
};

export async function aFolder(): Promise<string> {
  const { folder, remove } = await openTemporaryFolder();
  // Each test calls this. Test files share the module, so a hook here would belong to the first file only.
  onTestFinished(remove);
  return folder;
}

/** A data folder in which the product was started and has an administrator. */
export async function aUsedFolder(): Promise<string> {
  const folder = await aFolder();
  await fillFolder(folder, 'product', async (DATA_DIR) => {
    const { child, ended } = await startProduct({ DATA_DIR });
    child.kill('SIGTERM');
    await ended;
  });
  return folder;
}

export function runProduct(settings: Record<string, string>, ...command: string[]): Run {
  const [script = 'server/main.ts', ...rest] = command;
  // Excludes other settings of this machine. The launcher's compile cache keeps the many starts fast.
  const { PATH, NODE_COMPILE_CACHE, NODE_OPTIONS } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, NODE_OPTIONS, LOG_LEVEL: 'fatal', BACKUP_TIME: 'off', ...settings };
  const child = spawn(process.execPath, [script, ...rest], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  child.stdout.on('data', (data: Buffer) => (text += data.toString()));
  child.stderr.on('data', (data: Buffer) => (text += data.toString()));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  const waitForOutput = async (pattern: RegExp) => {
    while (child.exitCode === null) {
      const match = pattern.exec(text);
      if (match) return match[1] ?? match[0];
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error(`ended without saying ${pattern}: ${text}`);
  };
  return { child, output: () => text, ended, waitForOutput };
}

/** Settings of a product that starts in an empty folder. */
export const admin = { ADMIN_EMAIL: 'ann@example.com', ADMIN_PASSWORD: PASSWORD };

export async function startProduct(settings: Record<string, string>) {
  const run = runProduct({ PORT: await freePort(), ...admin, ...settings });
  const url = await run.waitForOutput(/^Ops Hub is ready at (.*)$/m);
  return { ...run, url };
}

export async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: admin.ADMIN_EMAIL, password: PASSWORD }),
  });
  expect(answer.status).toBe(200);
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}
