import { expect, test } from 'vitest';
import { administration } from '../../../contract/calls/administration.ts';
import { backups } from '../../../contract/calls/backups.ts';
import { notifications } from '../../../contract/calls/notifications.ts';
import { withApp } from '../../../test/app.ts';
import { aFolder, runProduct } from '../../../test/product-processes.ts';
import { readConfig } from '../../config.ts';
import { backupMetrics } from '../metrics.ts';
import { noteArchive } from '../queries.ts';

const at = withApp();

test('OPS-04 notifies administrators once of a failing archive, and again after it worked', async () => {
  const ann = await at.current.signedIn({ role: 'admin' });
  const note = (problem: string | null) =>
    at.current.database.db.transaction((tx) => noteArchive(tx, problem));
  for (const problem of [null, 'the disk is full', 'the disk is full', null, null, 'no such folder'])
    await note(problem);
  const items = await ann.call(notifications.list, {});
  expect(items.map(({ title }) => title)).toEqual([
    'The archive for point-in-time recovery fails: no such folder',
    'The archive for point-in-time recovery fails: the disk is full',
  ]);
  expect(items.map(({ readAt }) => readAt === null)).toEqual([true, false]);
  const works = await ann.call(administration.audit, { query: { action: 'system.archive-works' } });
  expect(works).toHaveLength(1);
});

test('OPS-04 the status and the metrics show the range of recovery', async () => {
  const ann = await at.current.signedIn({ role: 'admin' });
  expect((await ann.call(backups.status, {})).archive).toEqual({
    where: null,
    from: null,
    until: null,
    problem: null,
  });
  const range = { from: new Date(1_000_000), until: new Date(2_000_000) };
  const state = () => ({ where: '/archive', range, problem: 'the disk is full' });
  const archiver = { state, stop: async () => undefined };
  const text = await backupMetrics(at.current.database.db, archiver).metrics();
  expect(text).toContain('\nops_hub_archive_from_timestamp_seconds 1000\n');
  expect(text).toContain('\nops_hub_archive_until_timestamp_seconds 2000\n');
  expect(text).toContain('\nops_hub_archive_failing 1\n');
});

test('OPS-04 refuses an archive inside DATA_DIR, one with a database server, and a moment without a zone', async () => {
  const inside = { DATA_DIR: '/srv/hub', ARCHIVE_DIR: '/srv/hub/archive' };
  expect(() => readConfig(inside, '')).toThrow('ARCHIVE_DIR: must be outside of DATA_DIR');
  const ofServer = { DATABASE_URL: 'postgres://db/hub', ARCHIVE_DIR: '/archive' };
  expect(() => readConfig(ofServer, '')).toThrow('ARCHIVE_DIR: is for the embedded database');
  expect(readConfig({ DATA_DIR: '/srv/hub', ARCHIVE_DIR: '/srv/hub-archive' }, '').ARCHIVE_DIR).toBe(
    '/srv/hub-archive',
  );
  const folder = await aFolder();
  const restore = async (settings: Record<string, string>, moment: string) => {
    const run = runProduct({ DATA_DIR: folder, ...settings }, 'server/commands/restore.ts', '--to', moment);
    expect(await run.ended).toBe(1);
    return run.output();
  };
  expect(await restore({}, '2026-01-31T10:15:00')).toContain('or a time with its zone such as');
  expect(await restore({}, 'latest')).toContain('ARCHIVE_DIR: is needed with --to');
}, 60_000);
