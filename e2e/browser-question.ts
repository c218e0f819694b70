import { expect, type Page } from '@playwright/test';

/** Answers the next question that the browser itself asks; resolves once it was asked with these words. */
export async function answerBrowser(page: Page, text: string, answer: 'OK' | 'Cancel'): Promise<void> {
  const question = await page.waitForEvent('dialog');
  // Answered in any case: the page stands still until it is.
  await (answer === 'OK' ? question.accept() : question.dismiss());
  expect([question.type(), question.message()]).toEqual(['confirm', text]);
}
