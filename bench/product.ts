import { fork, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../test/free-port.ts';
import { serverFlags, serverVariables } from '../tools/server-process.mjs';

export type Product = { child: ChildProcess; url: string };

/**
 * Starts the product in a separate process. It stores its files in `folder`, runs no health checks and has practically
 * no rate limits.
 */
export async function startProduct(databaseUrl: string, folder: string): Promise<Product> {
  const port = await freePort();
  const settings = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(folder, 'product'),
    SESSION_SECRET: 'a secret of the measurement, long enough',
    PORT: port,
    CHECK_INTERVAL_SECONDS: '0',
    RATE_LIMIT_SCALE: '100000',
    LOG_LEVEL: 'info',
  };
  const child = fork('server/main.ts', {
    execArgv: serverFlags,
    env: { ...serverVariables, ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  await new Promise<void>((resolve, reject) => {
    let output = '';
    child.once('exit', () => reject(new Error(`the product did not start: ${output}`)));
    const collect = (data: Buffer) => {
      if (output.length < 10_000) output += data.toString();
      if (output.includes('Ops Hub is ready')) resolve();
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
  });
  return { child, url: `http://127.0.0.1:${port}` };
}

/** Resident memory of a process in MB. */
export function memoryOf({ pid }: ChildProcess): number {
  const [, pages = '0'] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ');
  return Math.round((Number(pages) * 4_096) / 2 ** 20);
}
