import { execFile } from 'node:child_process';
import {
  chmod,
  chown,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  realpath,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { fakeTimeVariables } from '../../../test/fake-time.ts';
import { fillWithDatabase } from '../../../test/used-folders.ts';
import { startEmbedded } from './embedded.ts';
import { StartRefused } from '../../config.ts';
import { isRoot, unprivilegedAccount } from './account.ts';
import { installedBinaries, readyToRun } from './binaries.ts';
import { createCluster } from './create-cluster.ts';
import type { Connection } from './connection.ts';
import { hostScript, withDataDir, postmasterPid, rowsOf, runNode } from '../../../test/embedded-fixture.ts';
import { openHome } from './home.ts';

const run = promisify(execFile);
const NOBODY = 65534;
const installed = await installedBinaries(undefined);

const at = withDataDir();
const { lines, log } = at;

/** A package like the real one. Its programs only print their version. */
async function fakePackage(folder: string, version: string): Promise<void> {
  await mkdir(join(folder, 'native/bin'), { recursive: true });
  await mkdir(join(folder, 'native/lib'));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ version }));
  await writeFile(join(folder, 'native/lib/libone.so.1'), 'a library');
  await writeFile(
    join(folder, 'native/pg-symlinks.json'),
    '[{"source":"native/lib/libone.so.1","target":"native/lib/libone.so"}]',
  );
  for (const program of ['postgres', 'initdb']) {
    await writeFile(join(folder, 'native/bin', program), '#!/bin/sh\necho "(PostgreSQL) 18.4"\n', {
      mode: 0o755,
    });
  }
}

describe.skipIf(!isRoot())('OPS-01 as root (these need a run as root)', () => {
  test('PostgreSQL runs under an unprivileged account that owns the home of the database alone', async () => {
    const database = await startEmbedded({ dataDir: at.dataDir, log });
    const pid = await postmasterPid(join(at.dataDir, 'postgres'));
    const owner = await stat(`/proc/${pid}`);
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8');
    await database.stop();

    const account = await unprivilegedAccount({ uid: 0, gid: 0 });
    expect(owner.uid).toBe(account.uid);
    expect(['postgres', 'nobody']).toContain(account.name);
    expect((await stat(join(at.dataDir, 'postgres'))).mode & 0o777).toBe(0o700);
    expect((await stat(at.dataDir)).uid).toBe(0);
    const names = environment.split('\0').flatMap((entry) => entry.split('=')[0] || []);
    expect(new Set(names)).toEqual(new Set(['LC_ALL', 'PATH', ...fakeTimeVariables]));
  });

  test('data keeps its account, whichever would be chosen for new data', async () => {
    await mkdir(join(at.dataDir, 'postgres'), { mode: 0o700 });
    await chown(join(at.dataDir, 'postgres'), NOBODY, NOBODY);

    const database = await startEmbedded({ dataDir: at.dataDir, log });
    const owner = await stat(`/proc/${await postmasterPid(join(at.dataDir, 'postgres'))}`);
    await database.stop();

    expect(owner.uid).toBe(NOBODY);
  });

  test('hands data that root copied back over to the account', async () => {
    await fillWithDatabase(at.dataDir);
    await run('chown', ['-R', '0:0', join(at.dataDir, 'postgres')]);

    const database = await startEmbedded({ dataDir: at.dataDir, log });
    const rows = await rowsOf(database.connection, 'SELECT 1 AS one');
    await database.stop();

    expect(rows).toEqual([{ one: 1 }]);
  });

  test('does not hand over a folder of root that contains other things', async () => {
    await mkdir(join(at.dataDir, 'postgres'));
    await writeFile(join(at.dataDir, 'postgres/payroll.xlsx'), '');

    await expect(startEmbedded({ dataDir: at.dataDir, log })).rejects.toThrow(
      /for the database alone, but holds payroll\.xlsx/,
    );
    expect((await stat(join(at.dataDir, 'postgres'))).uid).toBe(0);
  });

  test('if a folder above DATA_DIR is closed, the database is in /var/lib/ops-hub and one line reports it', async () => {
    await chmod(at.dataDir, 0o700);
    const closed = join(at.dataDir, 'data');
    const first = await startEmbedded({ dataDir: closed, log });
    await rowsOf(first.connection, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.stop();
    const moved = await readlink(join(closed, 'postgres'));
    try {
      expect(dirname(moved)).toBe('/var/lib/ops-hub');
      expect(lines).toEqual([
        expect.stringMatching(
          new RegExp(
            `^PostgreSQL runs as account \\w+, to which ${closed} is closed: the database is in ${moved}\\.$`,
          ),
        ),
      ]);
      expect((await stat(moved)).mode & 0o777).toBe(0o700);
      expect((await stat(at.dataDir)).mode & 0o777).toBe(0o700);

      await chmod(at.dataDir, 0o755);
      const second = await startEmbedded({ dataDir: closed, log });
      const rows = await rowsOf(second.connection, 'SELECT answer FROM kept');
      await second.stop();
      expect(rows).toEqual([{ answer: 42 }]);
    } finally {
      await rm(moved, { recursive: true });
    }
    await expect(startEmbedded({ dataDir: closed, log })).rejects.toThrow(
      /is a link to a folder that does not exist/,
    );
  });

  test('refuses a database whose folder was closed later, and does not replace it by an empty one', async () => {
    const open = join(at.dataDir, 'data');
    await fillWithDatabase(open);
    await chmod(at.dataDir, 0o700);

    const refusal = startEmbedded({ dataDir: open, log });

    await expect(refusal).rejects.toBeInstanceOf(StartRefused);
    await expect(refusal).rejects.toThrow(/to which a folder above is closed now/);
    expect((await lstat(join(open, 'postgres'))).isDirectory()).toBe(true);
  });

  test('copies programs in a closed folder once, complete and readable, and prints one line', async () => {
    const version = `0.0.0-test-${process.pid}`;
    const copy = `/var/lib/ops-hub/postgresql-${version}`;
    const home = await openHome(at.dataDir, log);
    await fakePackage(join(at.dataDir, 'closed/package'), version);
    await chmod(join(at.dataDir, 'closed'), 0o700);
    try {
      expect(await readyToRun(join(at.dataDir, 'closed/package'), home, log)).toBe(copy);
      const { ino } = await stat(copy);
      expect(await readyToRun(join(at.dataDir, 'closed/package'), home, log)).toBe(copy);
      expect((await stat(copy)).ino).toBe(ino);
      expect(await realpath(join(copy, 'native/lib/libone.so'))).toBe(join(copy, 'native/lib/libone.so.1'));
      const account = { uid: home.account?.uid ?? 0, gid: home.account?.gid ?? 0 };
      expect((await run(join(copy, 'native/bin/postgres'), ['--version'], account)).stdout).toContain('18.4');
      expect(lines[0]).toMatch(
        new RegExp(`^PostgreSQL's programs run from ${copy}, because account \\w+ cannot run them from `),
      );
    } finally {
      await rm(copy, { recursive: true, force: true });
    }
  });

  test('a plain user runs everything under its own account', async () => {
    await chown(at.dataDir, NOBODY, NOBODY);
    const host = runNode(
      hostScript(
        at.dataDir,
        'process.stdin.on("end", () => database.stop().then(() => process.exit())).resume();',
      ),
      { uid: NOBODY, gid: NOBODY },
    );
    const connection = JSON.parse(await host.nextLine()) as Connection;
    const owner = await stat(`/proc/${await postmasterPid(join(at.dataDir, 'postgres'))}`);
    host.child.stdin?.end();

    expect(await host.ended).toBe(0);
    expect(owner.uid).toBe(NOBODY);
    expect(connection.host).toBe(join(at.dataDir, 'postgres'));
  });

  test('copies a package without its library links that is not writable to the home of the database', async () => {
    await fakePackage(join(at.dataDir, 'package'), '18.4.0');
    await mkdir(join(at.dataDir, 'data'));
    await chown(join(at.dataDir, 'data'), NOBODY, NOBODY);
    const home = join(at.dataDir, 'data');
    const plain = runNode(
      `
      const { readyToRun } = await import(here + '/server/db/embedded/binaries.ts');
      const home = { folder: ${JSON.stringify(home)}, account: undefined };
      console.log(await readyToRun(${JSON.stringify(join(at.dataDir, 'package'))}, home, () => undefined));
    `,
      { uid: NOBODY, gid: NOBODY },
    );

    expect(await plain.nextLine()).toBe(join(home, 'postgresql-18.4.0'));
    expect(await readlink(join(home, 'postgresql-18.4.0/native/lib/libone.so'))).toBe('libone.so.1');
    expect(await readdir(home)).toEqual(['postgresql-18.4.0']);
  });
});

describe.skipIf(!installed.some(({ major }) => major !== 18))(
  'with another PostgreSQL installed (these need one)',
  () => {
    test('data of its version runs on it, with the same sorting and case rules', async () => {
      const other = installed.find(({ major }) => major !== 18) ?? { bin: '', major: 0 };
      await createCluster(await openHome(at.dataDir, log), other);

      const database = await startEmbedded({ dataDir: at.dataDir, log });
      const rows = await rowsOf(
        database.connection,
        `SELECT current_setting('server_version_num')::int / 10000 AS major,
      upper('äé') AS upper, 'Z' < 'a' AS by_code_point`,
      );
      await database.stop();

      expect(rows).toEqual([{ major: other.major, upper: 'ÄÉ', by_code_point: true }]);
    });
  },
);
