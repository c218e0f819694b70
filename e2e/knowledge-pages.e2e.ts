import { expect, type Page } from '@playwright/test';
import { answerBrowser } from './browser-question.ts';
import { send, test } from './signed-in.ts';

test.use({ product: 'own' });

/** Both pages of the documents, as a person walks through them. */

const MANY = 130;
const rows = (page: Page) => page.getByRole('table', { name: 'Documents' }).getByRole('row');
const choose = (page: Page, view: string) => page.getByRole('button', { name: view, exact: true }).click();

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ hub, cookie }) => {
  test.setTimeout(120_000);
  // Other files on the same product left documents behind. This test counts all documents, so it deletes them.
  const at = (path: string, method = 'GET') =>
    fetch(hub.url + path, { method, headers: { cookie: `sid=${cookie}` } });
  const idsAt = async (path: string) =>
    ((await (await at(path)).json()) as { id: string }[]).map(({ id }) => id);
  for (const id of await idsAt('/api/documents?fields=card')) await at(`/api/documents/${id}`, 'DELETE');
  for (const id of await idsAt('/api/documents/bin?limit=200'))
    await at(`/api/documents/bin/${id}`, 'DELETE');
  const make = async (body: object) =>
    expect((await send(hub, cookie, '/api/documents', { content: 'Text', ...body })).status).toBe(201);
  for (let n = 1; n <= MANY; n++) await make({ title: `Runbook ${n}`, category: 'Patching' });
  await make({ title: 'Restart the spooler', category: 'Citrix', tags: ['a', 'b', 'c', 'd', 'e'] });
  await make({ title: 'Add a zone', templateType: 'how_to_guide', category: 'DNS', isTemplate: true });
  await make({ title: 'Nowhere at home', content: '# Nowhere at home\n\nSome **words**.' });
});

test('KB-03 KB-04 KB-05 each view keeps its layout while the documents load', async ({
  signedIn: page,
  hub,
}) => {
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await page.route(/\/api\/(knowledge-base|documents)(\/facets)?\?|facets$/, async (route) => {
    await answered;
    await route.continue();
  });
  for (const [path, places] of [
    ['/knowledge-base', 6],
    ['/knowledge-base?view=list', 8],
    ['/knowledge-base?view=category', 3],
    ['/documents', 6],
  ] as const) {
    await page.goto(hub.url + path);
    await expect(page.locator('[data-placeholders] > div')).toHaveCount(places);
  }
  answer();
  await expect(page.getByRole('link', { name: 'Nowhere at home' })).toBeVisible();
});

test('KB-03 KB-04 KB-05 KB-09 the three views of the knowledge base', async ({ signedIn: page, hub }) => {
  test.setTimeout(120_000);
  await page.goto(`${hub.url}/knowledge-base`);
  const card = page.getByRole('listitem').filter({ hasText: 'Restart the spooler' });
  await expect(card).toContainText(/v1.*ago/);
  await expect(card.getByRole('list', { name: 'Tags' })).toHaveText('abc+2');
  await expect(page.getByRole('listitem').filter({ hasText: 'Add a zone' })).toContainText('Template');

  await choose(page, 'List');
  await expect(page).toHaveURL(/view=list/);
  for (const head of ['Title', 'Type', 'Category', 'Version', 'Updated'])
    await expect(page.getByRole('columnheader', { name: head })).toBeVisible();
  await expect(rows(page).filter({ hasText: 'Add a zone' })).toContainText('How-To Guide');
  await expect(page.getByText(`${MANY + 3} items`)).toBeVisible();
  expect(await rows(page).count()).toBeLessThan(60);
  // Scrolling alone loads page after page up to the last row, and removes the first rows.
  await expect(async () => {
    await page.keyboard.press('End');
    await expect(page.getByRole('link', { name: 'Runbook 1', exact: true })).toBeInViewport({ timeout: 500 });
  }).toPass();
  await expect(page.getByRole('link', { name: 'Nowhere at home' })).toHaveCount(0);

  await choose(page, 'Category tree');
  await expect(page.getByRole('heading', { name: 'Categories' })).toBeVisible();
  await expect(page.getByText('Select a document to preview')).toBeVisible();
  const groups = page.getByRole('region', { name: 'Categories' }).locator('button[aria-expanded]');
  await expect(groups).toHaveText(['Citrix1', 'DNS1', `Patching${MANY}`, 'Uncategorized1']);
  await groups.nth(2).click();
  await page.getByRole('button', { name: '80 more' }).click();
  await expect(page.getByRole('button', { name: '30 more' })).toBeVisible();
  await groups.nth(3).click();
  await page.getByRole('button', { name: 'Nowhere at home' }).click();
  const preview = page.getByRole('region', { name: 'Preview of Nowhere at home' });
  await expect(preview.locator('strong', { hasText: 'words' })).toBeVisible();

  const divider = page.getByRole('separator', { name: 'Width of the categories' });
  await expect(divider).toHaveAttribute('aria-valuenow', '30');
  await divider.focus();
  for (let n = 0; n < 12; n++) await page.keyboard.press('ArrowRight');
  await expect(divider).toHaveAttribute('aria-valuenow', '50');
  for (let n = 0; n < 12; n++) await page.keyboard.press('ArrowLeft');
  await expect(divider).toHaveAttribute('aria-valuenow', '25');

  await page.reload();
  await preview.getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Edit Knowledge Base' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(preview).toBeVisible();
});

test('KB-01 KB-06 KB-08 KB-12 filters, empty states, and addresses that create a document', async ({
  signedIn: page,
  hub,
}) => {
  await page.goto(`${hub.url}/knowledge-base?view=list`);
  await page.getByLabel('Type', { exact: true }).selectOption('How-To Guide');
  await expect(page.getByText('1 item', { exact: true })).toBeVisible();
  await page.getByLabel('Category', { exact: true }).selectOption({ label: 'DNS' });
  await expect(page).toHaveURL(/type=how-to-guides&category=DNS/);
  await page.getByRole('searchbox', { name: 'Search the knowledge base' }).fill('spooler');
  await expect(page.getByText('No items found')).toBeVisible();
  await expect(page.getByText('Try adjusting your search criteria')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByText(`${MANY + 3} items`)).toBeVisible();
  await expect(page).toHaveURL(/\?view=list$/);

  const creates = {
    'knowledge-base': 'Knowledge Base',
    'work-instruction': 'Work Instruction',
    'how-to-guide': 'How-To Guide',
    'build-document': 'Build Document',
  };
  for (const [create, name] of Object.entries(creates)) {
    await page.goto(`${hub.url}/knowledge-base?create=${create}`);
    await expect(page.getByRole('heading', { level: 1, name: `Create ${name}` })).toBeVisible();
    await expect(page).not.toHaveURL(/create=/);
  }
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Create Build Document' })).toBeVisible();
  await page.goto(`${hub.url}/knowledge-base`);
  await expect(page.getByRole('heading', { level: 1, name: 'Knowledge Base' })).toBeVisible();
});

test('KB-10 selected documents are tagged, categorised, published and deleted together, each with one Undo', async ({
  signedIn: page,
  hub,
}) => {
  await page.goto(`${hub.url}/knowledge-base?view=list`);
  const choose = async (...titles: string[]) => {
    for (const title of titles) await page.getByRole('checkbox', { name: `Select "${title}"` }).check();
  };
  const bar = page.getByRole('toolbar', { name: 'Selected documents' });
  const row = (title: string) => rows(page).filter({ hasText: title });
  await choose('Add a zone', 'Nowhere at home');
  await expect(bar.getByText('2 selected')).toBeVisible();
  await bar.getByRole('button', { name: 'Category' }).click();
  await page.getByRole('dialog').getByLabel('Category').fill('Citrix');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('2 documents changed')).toBeVisible();
  await expect(bar).toBeHidden();
  for (const title of ['Add a zone', 'Nowhere at home']) await expect(row(title)).toContainText('Citrix');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Taken back')).toBeVisible();
  await expect(row('Add a zone')).toContainText('DNS');

  await page.goto(`${hub.url}/documents`);
  await choose('Add a zone', 'Nowhere at home');
  await bar.getByRole('button', { name: 'Tag' }).click();
  await page.getByRole('dialog').getByLabel('Tags').fill('together, again');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('together', { exact: true })).toHaveCount(2);

  await choose('Add a zone', 'Nowhere at home');
  const download = page.waitForEvent('download');
  await bar.getByRole('link', { name: 'Export' }).click();
  expect((await download).suggestedFilename()).toBe('knowledge-base.zip');
  await bar.getByRole('button', { name: 'Publish', exact: true }).click();
  // The toast of the previous change may still show the same text.
  await expect(bar).toBeHidden();
  await choose('Add a zone', 'Nowhere at home');
  await bar.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('link', { name: 'Nowhere at home' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('link', { name: 'Nowhere at home' })).toBeVisible();
});

test('DOC-01 DOC-02 ROUTE-06 KB-10 KB-11 the documents page, and the bin', async ({
  signedIn: page,
  hub,
}) => {
  await page.goto(`${hub.url}/knowledge-base`);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export' }).click();
  expect((await download).suggestedFilename()).toBe('knowledge-base.zip');
  await page.getByRole('link', { name: 'Documents', exact: true }).click();
  await expect(page).toHaveURL(/\/documents$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Documents' })).toBeVisible();
  await expect(page.getByText('Manage your documentation and templates')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search the documents' }).fill('nothing has this');
  await expect(page.getByText('No documents found')).toBeVisible();
  await expect(page.getByText('Try adjusting your search or filter criteria')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();

  await page.getByRole('button', { name: 'New Document' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Create Document' })).toBeVisible();
  await expect(page.getByText('Create new documentation')).toBeVisible();
  await page.getByRole('textbox', { name: 'Title' }).fill('Written here');
  await page.locator('.cm-content').click();
  await page.keyboard.type('A few words.');
  const posted = page.waitForRequest((request) => request.method() === 'POST');
  await page.getByRole('button', { name: 'Save' }).click();
  expect((await posted).url()).toMatch(/\/api\/documents$/);
  await expect(page.getByText('Document created successfully')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Edit Document' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();

  const deletion = page.getByRole('button', { name: 'Delete "Written here"' });
  const question = 'Are you sure you want to delete "Written here"? This action cannot be undone.';
  await Promise.all([answerBrowser(page, question, 'OK'), deletion.click()]);
  await expect(page.getByText('Document deleted successfully')).toBeVisible();
  await page.getByRole('button', { name: 'Bin' }).click();
  const bin = page.getByRole('dialog', { name: 'Bin' });
  await bin.getByRole('button', { name: 'Restore "Written here"' }).click();
  await expect(bin.getByText('The bin is empty')).toBeVisible();
  await bin.getByRole('button', { name: 'Close' }).last().click();
  await Promise.all([answerBrowser(page, question, 'OK'), deletion.click()]);
  await page.getByRole('button', { name: 'Bin' }).click();
  await bin.getByRole('button', { name: 'Delete permanently' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete permanently' }).click();
  await expect(bin.getByText('The bin is empty')).toBeVisible();
});
