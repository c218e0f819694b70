import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { waitUntil } from '../server/db/wait-until.ts';

/** Starts nginx with `servers` in its http block. `folder` is for its files. `url` answers /healthz once nginx runs. */
export async function startNginx(
  folder: string,
  servers: string,
  url: string,
): Promise<{ pid: number; stop(): Promise<void> }> {
  await mkdir(folder, { recursive: true });
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${join(folder, kind)};`,
  );
  const file = join(folder, 'nginx.conf');
  await writeFile(
    file,
    `daemon off;
pid ${join(folder, 'nginx.pid')};
worker_processes 2;
events { worker_connections 512; }
http {
  access_log off;
  ${temporary.join('\n  ')}
  ${servers}
}
`,
  );
  const child = spawn('nginx', ['-c', file, '-e', join(folder, 'nginx.log')], { stdio: 'inherit' });
  await once(child, 'spawn').catch((cause: unknown) => {
    throw new Error('nginx is not installed', { cause });
  });
  const ended = once(child, 'exit');
  const isThere = () =>
    fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  if (await waitUntil(isThere, { limitMs: 10_000, everyMs: 100 })) return { pid: child.pid ?? 0, stop };
  await stop();
  throw new Error('nginx does not start');
}
