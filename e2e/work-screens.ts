import { expect, type Page } from '@playwright/test';
import { LONG, type Screen, shows } from './screen.ts';

/** Screens of the dashboard, the inventory and the documents. */
export const workScreens: Screen[] = [
  { name: 'dashboard', open: (page) => shows(page, '/', 'Infrastructure Overview') },
  {
    name: 'notifications',
    open: async (page) => {
      await shows(page, '/dashboard', 'Quick Actions');
      await page.getByRole('button', { name: /^Notifications/ }).click();
      await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible();
    },
  },
  { name: 'servers', open: (page) => withServer(page) },
  {
    name: 'new server',
    open: async (page) => {
      await shows(page, '/infrastructure?create=server', 'Add New Server');
      await page.getByLabel('Health Check', { exact: true }).selectOption('http');
    },
  },
  {
    name: 'one server',
    open: async (page) => {
      await withServer(page);
      await page.getByRole('link', { name: 'View mel-db-01' }).click();
      await expect(page.getByRole('heading', { name: 'Check log' })).toBeVisible();
    },
  },
  {
    name: 'assistant',
    open: async (page) => {
      await shows(page, '/ai', 'Ops AI Chat');
      await page.getByRole('button', { name: 'Check server status' }).click();
      await expect(page.getByRole('group', { name: 'Understood as' }).last()).toBeVisible();
      await expect(page.locator('[data-markdown]').last()).toBeVisible();
      await expect(page.getByRole('button', { name: 'List all server IPs' })).toBeVisible();
    },
  },
  {
    name: 'assistant beside another screen',
    open: async (page) => {
      await shows(page, '/team', 'Team Management');
      await page.getByRole('button', { name: 'Open AI Assistant' }).click();
      await expect(page.getByRole('button', { name: 'Close assistant' })).toBeVisible();
    },
  },
  {
    name: 'hits of the search',
    open: async (page) => {
      await shows(page, '/team', 'Team Management');
      await page
        .getByRole('button', { name: 'Search docs' })
        .or(page.getByRole('combobox', { name: 'Search docs' }))
        .first()
        .click();
      await page
        .getByRole('dialog', { name: 'Command palette' })
        .or(page.getByRole('search'))
        .getByRole('combobox')
        .fill('signing');
      await expect(page.getByRole('option', { name: /Rotate the signing key/ })).toBeVisible();
    },
  },
  {
    name: 'command palette',
    open: async (page) => {
      await shows(page, '/team', 'Team Management');
      await page.keyboard.press('Control+k');
      await expect(
        page.getByRole('dialog', { name: 'Command palette' }).getByRole('option').first(),
      ).toBeVisible();
    },
  },
  {
    name: 'help with keys',
    open: async (page) => {
      await shows(page, '/team', 'Team Management');
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog', { name: 'Keyboard Shortcuts' })).toBeVisible();
    },
  },
  { name: '404', open: (page) => shows(page, '/no/such/page', '404 Page Not Found') },
  { name: 'knowledge base', open: (page) => shows(page, '/knowledge-base', 'Rotate the signing key') },
  {
    name: 'auto create with the quality check',
    open: async (page) => {
      await shows(page, '/knowledge-base?autocreate=true', 'Rotate the signing key');
      await page.getByLabel('Content', { exact: true }).fill('Too short');
      await page.getByRole('button', { name: 'Generate Preview' }).click();
      await expect(page.getByRole('dialog', { name: 'Content Quality Issues Detected' })).toBeVisible();
    },
  },
  {
    name: 'knowledge base as a list',
    open: (page) => shows(page, '/knowledge-base?view=list', 'Rotate the signing key'),
  },
  {
    name: 'knowledge base by category',
    open: async (page) => {
      await page.goto('/knowledge-base?view=category');
      await page.getByRole('button', { name: 'Rotate the signing key' }).click();
      await expect(page.getByRole('table')).toBeVisible();
    },
  },
  {
    name: 'documents with the bin open',
    open: async (page) => {
      await shows(page, '/documents', 'Rotate the signing key');
      await page.getByRole('button', { name: 'Bin' }).click();
      await expect(page.getByText('The bin is empty')).toBeVisible();
    },
  },
  {
    name: 'knowledge base without a match',
    open: (page) => shows(page, '/knowledge-base?q=zzzz', 'No items found'),
  },
  {
    name: 'new document',
    open: async (page) => {
      await page.goto('/knowledge-base?create=knowledge-base');
      await expect(page.locator('.cm-content')).toBeVisible();
      const drawer = page.getByRole('button', { name: 'Document Settings' });
      if (await drawer.isVisible()) await drawer.click();
      await expect(page.getByRole('heading', { name: 'Document Settings' })).toBeVisible();
    },
  },
  {
    name: 'new how-to guide',
    open: (page) => shows(page, '/knowledge-base?create=how-to-guide', 'Tools Needed'),
  },
  {
    name: 'new build document',
    open: (page) => shows(page, '/knowledge-base?create=build-document', 'Completion Checklist'),
  },
  {
    name: 'document in edit mode',
    open: async (page) => {
      await shows(page, '/knowledge-base', 'Rotate the signing key');
      await page.getByRole('link', { name: 'Rotate the signing key' }).click();
      await expect(page.locator('.cm-content')).toBeVisible();
    },
  },
  {
    name: 'document to read',
    open: (page) => toRead(page),
  },
  {
    name: 'who may read a document',
    open: async (page) => {
      await toRead(page);
      await page.getByRole('button', { name: 'Change who may read this' }).click();
      await page.getByRole('switch', { name: 'Restricted' }).click();
      await expect(page.getByText(/may read it/)).toBeVisible();
    },
  },
  {
    name: 'sharing',
    open: async (page) => {
      await shows(page, '/knowledge-base', 'Rotate the signing key');
      await page.getByRole('link', { name: 'Rotate the signing key' }).click();
      await page.getByRole('button', { name: 'Share' }).click();
      await page.getByRole('button', { name: 'Create Link' }).click();
      await expect(page.getByRole('list', { name: 'Shares' })).toBeVisible();
    },
  },
  {
    name: 'shared page',
    signedOut: true,
    open: async (page) => {
      const document = { title: 'Shared', content: LONG, version: 1, updatedAt: '2026-01-01T00:00:00.000Z' };
      await page.route('**/api/share/*', (route) => route.fulfill({ json: document }));
      await shows(page, '/share/a-link', 'Shared');
      await expect(page.getByRole('table')).toBeVisible();
    },
  },
  {
    name: 'version history with changes',
    open: async (page) => {
      await shows(page, '/knowledge-base', 'Rotate the signing key');
      await page.getByRole('link', { name: 'Rotate the signing key' }).click();
      await page.getByRole('button', { name: 'Version History' }).click();
      await page.getByRole('button', { name: /^Version 1/ }).click();
      await page.getByRole('button', { name: 'Changes' }).click();
      await expect(page.getByText('The text is the same.')).toBeVisible();
    },
  },
  {
    name: 'document in preview',
    open: async (page) => {
      await shows(page, '/knowledge-base', 'Rotate the signing key');
      await page.getByRole('link', { name: 'Rotate the signing key' }).click();
      await expect(page.locator('.cm-content')).toBeVisible();
      await page
        .getByRole('button', { name: 'Preview' })
        .or(page.getByRole('radio', { name: 'Preview' }))
        .first()
        .click();
      await expect(page.getByRole('table')).toBeVisible();
    },
  },
  {
    name: 'import dialog',
    open: async (page) => {
      await shows(page, '/knowledge-base', 'Rotate the signing key');
      await page.getByRole('button', { name: 'Import' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'menu of new documents',
    open: async (page) => {
      await shows(page, '/knowledge-base', 'Rotate the signing key');
      await page.getByRole('button', { name: 'Create New' }).click();
      await expect(page.getByRole('menuitem', { name: 'How-To Guide' })).toBeVisible();
    },
  },
  {
    name: 'question before deleting many',
    open: async (page) => {
      await shows(page, '/knowledge-base', 'Rotate the signing key');
      await page.getByRole('checkbox', { name: 'Select "Rotate the signing key"' }).click();
      await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
  },
  {
    name: 'knowledge base that could not be loaded',
    open: async (page) => {
      await page.route('**/api/knowledge-base?*', (route) => route.abort());
      await shows(page, '/knowledge-base', 'Try again');
    },
  },
];

async function withServer(page: Page) {
  await page.goto('/infrastructure');
  await expect(page.getByRole('link', { name: 'View mel-db-01' })).toBeVisible();
}

/** Dialogs and notices for the less usual ways of saving or opening a document. */
export const editorScreens: Screen[] = [
  {
    name: 'document deleted meanwhile',
    open: async (page) => {
      const id = await written(page, 'Deleted meanwhile');
      expect((await page.request.delete(`/api/documents/${id}`)).ok()).toBe(true);
      await page.keyboard.press('Control+s');
      await expect(page.getByRole('dialog', { name: 'This document was deleted' })).toBeVisible();
    },
  },
  {
    name: 'two edits of one line',
    open: async (page) => {
      const id = await written(page, 'Edited by two');
      const data = { content: `Stored text. Written by somebody else. ${'At length. '.repeat(300)}` };
      expect((await page.request.put(`/api/documents/${id}`, { data })).ok()).toBe(true);
      await page.keyboard.press('Control+s');
      const dialog = page.getByRole('dialog', { name: 'You saved this document meanwhile' });
      await expect(dialog.getByText('Written by somebody else.')).toBeVisible();
    },
  },
  {
    name: 'drafts that were left behind',
    open: async (page) => {
      const id = await written(page, 'Left behind');
      await page.evaluate((document) => {
        // Stores a draft as another tab of this document does.
        const drafts = Object.entries(localStorage).filter(([place]) => place.includes(document));
        for (const [place, kept] of drafts)
          localStorage.setItem(`${place}-other`, kept.replace('Own words', 'Other words'));
      }, id);
      await page.reload();
      await expect(page.getByText('There is one older draft too')).toBeVisible();
    },
  },
];

/** Creates a document with unsaved text that is stored as a draft. Returns its id. */
async function written(page: Page, title: string): Promise<string> {
  const made = await page.request.post('/api/documents', { data: { title, content: 'Stored text.' } });
  const { id } = (await made.json()) as { id: string };
  await page.goto(`/knowledge-base?doc=${id}`);
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' Own words.');
  const kept = () => page.evaluate((document) => Object.keys(localStorage).join().includes(document), id);
  await expect.poll(kept).toBe(true);
  return id;
}

/** The page of a document. */
async function toRead(page: Page) {
  await shows(page, '/knowledge-base', 'Rotate the signing key');
  const [, id = ''] =
    /doc=(.*)/.exec(
      (await page.getByRole('link', { name: 'Rotate the signing key' }).getAttribute('href')) ?? '',
    ) ?? [];
  await page.goto(`/knowledge-base/${id}`);
  // In the application: the table of the page comes earlier.
  await expect(page.getByRole('main').getByRole('table')).toBeVisible();
}
