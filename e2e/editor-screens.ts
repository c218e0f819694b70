import { expect, type Page } from '@playwright/test';
import type { Screen } from './screen.ts';

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
