import { copyFileSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startObjectStore } from '../../test/object-store.ts';
import { readConfig } from '../config.ts';
import { openBackupPlace } from '../storage/open.ts';
import { aFolder, runProduct, signIn, startProduct } from '../../test/product-processes.ts';

test('OPS-04 npm run backup works with and without a running Ops Hub; --force moves the old file aside', async () => {
  const folder = await aFolder();
  const first = await startProduct({ DATA_DIR: folder });
  const headers = { cookie: await signIn(first.url), 'content-type': 'application/json' };
  const body = JSON.stringify({ title: 'Kept', content: 'Text' });
  expect((await fetch(`${first.url}/api/documents`, { method: 'POST', headers, body })).status).toBe(201);
  const at2 = await aFolder();
  const command = async (script: string, ...rest: string[]) => {
    const run = runProduct({ DATA_DIR: folder }, `server/commands/${script}.ts`, ...rest);
    return { code: await run.ended, text: run.output() };
  };
  const [whileRunning, alone] = [join(at2, 'beside.zip'), join(at2, 'alone.zip')];
  expect(await command('backup', whileRunning)).toMatchObject({
    code: 0,
    text: expect.stringContaining('It holds secrets'),
  });
  first.child.kill('SIGTERM');
  await first.ended;
  expect((await command('backup', alone)).code).toBe(0);
  const forced = await command('restore', '--force', whileRunning);
  expect(forced).toMatchObject({ code: 0, text: expect.stringContaining('Everybody signs in again') });
  const aside = readdirSync(folder).find((name) => name.startsWith('before-restore-')) ?? '';
  expect(readdirSync(join(folder, aside))).toContain('postgres');
  expect(statSync(join(folder, aside)).mode & 0o777).toBe(0o700);
  const second = await startProduct({ DATA_DIR: folder });
  const answer = await fetch(`${second.url}/api/documents`, {
    headers: { cookie: await signIn(second.url) },
  });
  expect(((await answer.json()) as { title: string }[]).map(({ title }) => title)).toEqual(['Kept']);
  expect(await command('restore')).toMatchObject({
    code: 1,
    text: expect.stringContaining('Usage: npm run restore -- FILE|NAME [--force]'),
  });
}, 90_000);

test('OPS-04 lists backups, restores one by its name, and keeps the others', async () => {
  const [folder, files] = [await aFolder(), await aFolder()];
  const command = async (...rest: string[]) => {
    const run = runProduct({ DATA_DIR: folder }, 'server/commands/restore.ts', ...rest);
    return { code: await run.ended, text: run.output() };
  };
  expect(await command('--list')).toEqual({ code: 0, text: `No backup is kept in ${folder}/backups.\n` });
  const made = runProduct({ DATA_DIR: folder }, 'server/commands/backup.ts', join(files, 'made.zip'));
  expect(await made.ended).toBe(0);
  const [first, second] = [
    'ops-hub-1a2b3c4d-2026-01-30-023000.zip',
    'ops-hub-1a2b3c4d-2026-01-31-023000.zip',
  ];
  mkdirSync(join(folder, 'backups'));
  for (const name of [second, first]) copyFileSync(join(files, 'made.zip'), join(folder, 'backups', name));
  const { text } = await command('--list');
  expect(text.split('\n').map((line) => line.split(' ')[0])).toEqual([first, second, '']);
  expect(await command('ops-hub-1a2b3c4d-2026-02-01-023000.zip')).toMatchObject({
    code: 1,
    text: expect.stringContaining('To see the names: npm run restore -- --list'),
  });
  expect(await command('--force', second)).toMatchObject({
    code: 0,
    text: expect.stringContaining('is as of'),
  });
  expect(readdirSync(join(folder, 'backups'))).toEqual([first, second]);

  const store = await startObjectStore({ canList: true });
  onTestFinished(() => store.stop());
  const { S3_BUCKET, ...server } = store.settings;
  const names = Object.entries(server).map(([name, value]) => [`BACKUP_${name}`, value]);
  const settings = { DATA_DIR: await aFolder(), BACKUP_S3_BUCKET: S3_BUCKET, ...Object.fromEntries(names) };
  const place = await openBackupPlace(readConfig(settings, ''), () => undefined);
  await place.keep(join(folder, 'backups', second), second);
  const restored = runProduct(settings, 'server/commands/restore.ts', second);
  expect([await restored.ended, restored.output()]).toEqual([0, expect.stringContaining('is as of')]);
  expect(readdirSync(join(settings.DATA_DIR, 'backups'))).toEqual([]);
}, 90_000);
