import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openTemporaryFolder } from './embedded-fixture.ts';
import { freePort } from './free-port.ts';

/** Settings of the product for a running store. */
export type ObjectStore = { settings: Record<string, string>; stop(): Promise<void> };

const BUCKET = 'ops-hub';
const START_MS = 30_000;

/**
 * A real S3 server in a process of its own, with an empty bucket. It checks signatures. `canList` makes it accept wrong
 * signatures too: it signs the bucket's address without the last slash, and so rejects every list request.
 */
export async function startObjectStore({ canList = false } = {}): Promise<ObjectStore> {
  const { folder, remove } = await openTemporaryFolder();
  const port = Number(await freePort());
  const options = {
    directory: folder,
    address: '127.0.0.1',
    port,
    silent: true,
    allowMismatchedSignatures: canList,
    configureBuckets: [{ name: BUCKET }],
  };
  const script = `new (require('@20minutes/s3rver'))(${JSON.stringify(options)}).run()`;
  const child = spawn(process.execPath, ['-e', script], { stdio: 'ignore' });
  const endpoint = `http://127.0.0.1:${port}`;
  await answering(endpoint);
  return {
    settings: {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    async stop() {
      const ended = once(child, 'exit');
      if (child.kill('SIGKILL')) await ended;
      await remove();
    },
  };
}

async function answering(endpoint: string) {
  for (const until = performance.now() + START_MS; performance.now() < until;) {
    const answer = await fetch(endpoint).catch(() => undefined);
    if (answer) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the object store did not start');
}
