import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test, vi } from 'vitest';
import { freePort } from '../test/free-port.ts';
import { aFolder, aUsedFolder, runProduct, signIn, startProduct } from '../test/product-processes.ts';

// Each test starts processes with databases of their own, which takes long on a slow machine.
vi.setConfig({ testTimeout: 120_000 });

const cardsAt = async (url: string): Promise<{ title: string; version: number }[]> => {
  const answer = await fetch(`${url}/api/documents?fields=card`, { headers: { cookie: await signIn(url) } });
  return (await answer.json()) as { title: string; version: number }[];
};
const titlesAt = async (url: string): Promise<string[]> =>
  (await cardsAt(url)).map(({ title }) => title).toSorted((a, b) => (a < b ? -1 : 1));

/** Processes with the folder on their command line. */
const processesIn = (folder: string): string[] =>
  readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder);
      } catch {
        return false;
      }
    });

/** Threads of the pool for files, hashes and names. */
const threadsOf = (pid = 0): string[] =>
  readdirSync(`/proc/${pid}/task`).filter((id) =>
    readFileSync(`/proc/${pid}/task/${id}/comm`, 'utf8').startsWith('libuv-worker'),
  );

describe('start and stop', () => {
  test('OPS-01 AUTH-23 a first start prints the address and a one-time link, and serves', async () => {
    const run = runProduct({ DATA_DIR: await aFolder(), PORT: await freePort() });
    const link = await run.waitForOutput(/^First administrator: (.*)$/m);
    const url = await run.waitForOutput(/^Ops Hub is ready at (.*)$/m);
    expect(link.startsWith(`${url}/register?setup=`)).toBe(true);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  });

  test.runIf(process.platform === 'linux')(
    'OPS-03 SIGTERM ends every process, and the next start has all data',
    async () => {
      const folder = await aUsedFolder();
      const first = await startProduct({ DATA_DIR: folder });
      const cookie = await signIn(first.url);
      const body = JSON.stringify({ title: 'Kept', content: 'Text' });
      const headers = { cookie, 'content-type': 'application/json' };
      expect((await fetch(`${first.url}/api/documents`, { method: 'POST', headers, body })).status).toBe(201);
      expect(processesIn(folder)).not.toEqual([]);
      // Names without a response block threads. There must be enough for the rest.
      expect(threadsOf(first.child.pid)).toHaveLength(64);
      first.child.kill('SIGTERM');
      expect(await first.ended).toBe(0);
      expect(processesIn(folder)).toEqual([]);
      expect(await titlesAt((await startProduct({ DATA_DIR: folder })).url)).toEqual(['Kept']);
    },
  );

  test('OPS-01 the next start recovers after kill -9', async () => {
    const folder = await aUsedFolder();
    const first = await startProduct({ DATA_DIR: folder });
    first.child.kill('SIGKILL');
    await first.ended;
    expect(await titlesAt((await startProduct({ DATA_DIR: folder })).url)).toEqual([]);
  });
});

test('OPS-04 a start, and a command, after an interrupted restore says which data are in place', async () => {
  const folder = await aUsedFolder();
  const interrupt = () => {
    writeFileSync(join(folder, 'restore.json'), JSON.stringify({ what: 'restore of hub.zip' }));
    mkdirSync(join(folder, 'restoring-1/data'), { recursive: true });
  };
  const line = 'The restore of hub.zip was interrupted: DATA_DIR holds the data from before it.';
  interrupt();
  const server = await startProduct({ DATA_DIR: folder });
  expect(server.output()).toContain(line);
  expect(await titlesAt(server.url)).toEqual([]);
  server.child.kill('SIGTERM');
  await server.ended;
  interrupt();
  const command = runProduct({ DATA_DIR: folder }, 'server/commands/demo.ts');
  expect([await command.ended, command.output()]).toEqual([0, expect.stringContaining(line)]);
  expect(readdirSync(folder).filter((name) => name.startsWith('resto'))).toEqual([]);
});

describe('OPS-05 a failed start gives the reason in one line', () => {
  const refusal = async (settings: Record<string, string>) => {
    const run = runProduct(settings);
    expect(await run.ended).not.toBe(0);
    expect(run.output().trim().split('\n')).toHaveLength(1);
    return run.output();
  };

  test('a second process on the same data folder', async () => {
    const folder = await aUsedFolder();
    await startProduct({ DATA_DIR: folder });
    expect(await refusal({ DATA_DIR: folder, PORT: await freePort() })).toContain(folder);
  });

  test('a port in use', async () => {
    const { url } = await startProduct({ DATA_DIR: await aUsedFolder() });
    const PORT = new URL(url).port;
    expect(await refusal({ DATA_DIR: await aUsedFolder(), PORT })).toContain(`PORT: ${PORT} is in use`);
  });

  test('a host that is no address of this machine, or a name without an address', async () => {
    const DATA_DIR = await aUsedFolder();
    for (const HOST of ['192.0.2.1', 'nowhere.invalid']) {
      const settings = { DATA_DIR, PORT: await freePort(), HOST };
      expect(await refusal(settings)).toContain(`HOST: ${HOST} is no address of this machine.`);
    }
  });

  test('an invalid setting', async () => {
    expect(await refusal({ DATA_DIR: await aFolder(), PORT: 'many' })).toMatch(
      /^PORT: must be a whole number/,
    );
  });

  test('a missing file of certificates', async () => {
    const DATA_DIR = await aFolder();
    expect(await refusal({ DATA_DIR, CA_FILE: join(DATA_DIR, 'none.pem') })).toMatch(
      /^CA_FILE: .*none\.pem cannot be read \(ENOENT\)\. Name a PEM file that Ops Hub may read, or unset it\.$/m,
    );
  });

  test('an unreachable database server', async () => {
    const DATABASE_URL = `postgres://hub:hidden@127.0.0.1:${await freePort()}/hub`;
    const text = await refusal({ DATA_DIR: await aFolder(), DATABASE_URL });
    expect(text).toMatch(/^DATABASE_URL: /);
    expect(text).not.toContain('hidden');
  });
});

describe('OPS-04 npm run import', () => {
  const zipIn = (folder: string) => {
    const path = join(folder, 'pages.zip');
    writeFileSync(
      path,
      zipSync({ 'dns/zone.md': strToU8('# Add a zone'), 'dns/record.md': strToU8('# Add a record') }),
    );
    return path;
  };

  test('works with and without a running server', async () => {
    const folder = await aUsedFolder();
    const zip = zipIn(await aFolder());
    const server = await startProduct({ DATA_DIR: folder });
    const whileRunning = runProduct({ DATA_DIR: folder }, 'server/commands/import.ts', zip);
    expect(await whileRunning.ended).toBe(0);
    expect(whileRunning.output()).toContain('2 created, 0 updated, 0 skipped, 0 problems');
    expect(await titlesAt(server.url)).toEqual(['Add a record', 'Add a zone']);
    server.child.kill('SIGTERM');
    await server.ended;
    const alone = runProduct({ DATA_DIR: folder }, 'server/commands/import.ts', zip);
    expect(await alone.ended).toBe(0);
    expect(alone.output()).toContain('0 created, 0 updated, 2 skipped, 0 problems');
  });

  test('the next start finishes a killed one and repeats nothing', async () => {
    const folder = await aUsedFolder();
    const zip = join(await aFolder(), 'many.zip');
    const names = Array.from({ length: 200 }, (_, n) => `page-${String(n).padStart(4, '0')}`);
    const pages = names.flatMap((name) => [
      [`many/${name}.md`, strToU8(`# ${name}\n\n[next](page-0001.md) and [list](${name}.txt)`)] as const,
      [`many/${name}.txt`, strToU8(`List of ${name}`)] as const,
    ]);
    writeFileSync(zip, zipSync(Object.fromEntries(pages)));

    const killed = runProduct({ DATA_DIR: folder }, 'server/commands/import.ts', zip);
    // The files of the second step are stored after the pages of the first.
    const storedFiles = () => readdir(join(folder, 'objects'), { recursive: true }).catch(() => []);
    while ((await storedFiles()).length < 70) {
      expect(killed.child.exitCode).toBeNull();
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    killed.child.kill('SIGKILL');
    await killed.ended;
    expect(killed.output()).not.toContain('200 created');

    const { url } = await startProduct({ DATA_DIR: folder });
    const headers = { cookie: await signIn(url) };
    const count = async () =>
      Number((await fetch(`${url}/api/documents?limit=1`, { headers })).headers.get('x-total-count'));
    while ((await count()) < names.length) await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await titlesAt(url)).toEqual(names);
    const again = runProduct({ DATA_DIR: folder }, 'server/commands/import.ts', zip);
    expect(await again.ended).toBe(0);
    expect(again.output()).toContain('0 created, 0 updated, 400 skipped, 0 problems');
    expect(new Set((await cardsAt(url)).map(({ version }) => version))).toEqual(new Set([1]));
  });

  test('prints errors in one line', async () => {
    const folder = await aFolder();
    for (const wrong of [
      ['a.zip', 'b.zip'],
      ['--all', 'a.zip'],
    ]) {
      const run = runProduct({ DATA_DIR: folder }, 'server/commands/import.ts', ...wrong);
      expect(await run.ended).toBe(1);
      expect(run.output().trim()).toBe('Usage: npm run import -- FILE.zip [--as EMAIL]');
    }
    const missing = runProduct({ DATA_DIR: folder }, 'server/commands/import.ts', join(folder, 'none.zip'));
    expect(await missing.ended).toBe(1);
    expect(missing.output().trim()).toBe(`There is no file ${join(folder, 'none.zip')}.`);
    const early = runProduct({ DATA_DIR: folder }, 'server/commands/import.ts', zipIn(folder));
    expect(await early.ended).toBe(1);
    expect(early.output()).toContain('There is no administrator yet');
  });
});
