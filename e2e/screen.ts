import { expect, type Page } from '@playwright/test';

/** A screen or state: how to open it, and an element that shows that it is open. `keepsCopies`: with offline copies. */
export type Screen = {
  name: string;
  signedOut?: true;
  keepsCopies?: true;
  open(page: Page): Promise<void>;
};

/** A text with one of each. */
export const LONG =
  '# Heading\n\nText with [a link](/knowledge-base) and `code`.\n\n```sh\nuptime\n```\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n- [ ] step\n';

export async function shows(page: Page, path: string, text: string) {
  await page.goto(path);
  await expect(page.getByText(text).first()).toBeVisible();
}
