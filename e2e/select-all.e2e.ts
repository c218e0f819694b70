import { expect } from '@playwright/test';
import { send, test } from './signed-in.ts';

test.use({ product: 'own' });

/** More than a screen loads first, and more than one page of the list. */
const SERVERS = 230;
const DOCUMENTS = 60;

const all = (count: number, make: (n: number) => Promise<unknown>) =>
  Promise.all(Array.from({ length: count }, (_, n) => make(n)));

test('INFRA-07 a bulk change takes all servers that match the filters, with one Undo, and says how many', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  await all(SERVERS, (n) =>
    send(hub, cookie, '/api/servers', { name: `rack-${n}`, environment: 'production' }),
  );
  await send(hub, cookie, '/api/servers', { name: 'other', environment: 'staging' });
  await page.goto(`${hub.url}/infrastructure?environment=production`);
  await page.getByRole('checkbox', { name: 'Select all loaded rows' }).check();
  const bar = page.getByRole('toolbar', { name: 'Selected servers' });
  await expect(bar.getByText('100 selected')).toBeVisible();
  await bar.getByRole('button', { name: `Select all ${SERVERS} that match` }).click();
  await expect(bar.getByText(`${SERVERS} selected`)).toBeVisible();
  await expect(bar.getByRole('button', { name: /^Select/ })).toHaveCount(0);
  await bar.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog', { name: `Delete ${SERVERS} servers?` });
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText(`${SERVERS} servers deleted`)).toBeVisible();
  await expect(page.getByText('No servers found')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('heading', { name: `Servers (${SERVERS})` })).toBeVisible();
  await page.goto(`${hub.url}/infrastructure?environment=staging`);
  await expect(page.getByRole('heading', { name: 'Servers (1)' })).toBeVisible();
});

test('KB-10 a bulk change takes all documents that match the filters, and only those', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  await all(DOCUMENTS, (n) =>
    send(hub, cookie, '/api/documents', { title: `Leaf ${n}`, content: 'Text', category: 'Trees' }),
  );
  await send(hub, cookie, '/api/documents', { title: 'Leaf of paper', content: 'Text', category: 'Office' });
  const bar = page.getByRole('toolbar', { name: 'Selected documents' });
  for (const path of ['/knowledge-base', '/documents']) {
    await page.goto(`${hub.url}${path}?category=Trees`);
    await page.getByRole('checkbox').first().check();
    await bar.getByRole('button', { name: 'Select all 24' }).click();
    await bar.getByRole('button', { name: `Select all ${DOCUMENTS} that match` }).click();
    await expect(bar.getByText(`${DOCUMENTS} selected`)).toBeVisible();
    await bar.getByRole('button', { name: 'Category' }).click();
    const dialog = page.getByRole('dialog', { name: `File ${DOCUMENTS} documents` });
    await dialog.getByLabel('Category').fill('Woods');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText(`${DOCUMENTS} documents changed`)).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText(`${DOCUMENTS} items`)).toBeVisible();
  }
});
