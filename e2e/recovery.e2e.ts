import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { expectReadable } from './accessible.ts';
import { test } from './signed-in.ts';

const archive = join(tmpdir(), `ops-hub-e2e-archive-${process.pid}`);
test.use({ product: 'own', settings: { ARCHIVE_DIR: archive } });
test.afterAll(() => rm(archive, { recursive: true, force: true }));

test('OPS-04 the System page shows the earliest moment of recovery and the age of the archive', async ({
  signedIn: page,
  hub,
}) => {
  await page.goto(`${hub.url}/admin/system`);
  const backups = page.getByRole('listitem').filter({ hasText: 'Backups' });
  await expect(async () => {
    await page.reload();
    await expect(backups.getByText(/Any moment from .* on can be recovered/)).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 60_000 });
  await expect(backups.getByText(archive)).toBeVisible();
  await expectReadable(page);
});
