import { expect, type Page } from '@playwright/test';

/** Answers the browser's next dialog. Resolves once a dialog with these words appears. */
export async function answerBrowser(page: Page, text: string, answer: 'OK' | 'Cancel'): Promise<void> {
  const question = await page.waitForEvent('dialog');
  // Any dialog gets an answer, because the page is blocked until then.
  await (answer === 'OK' ? question.accept() : question.dismiss());
  expect([question.type(), question.message()]).toEqual(['confirm', text]);
}
