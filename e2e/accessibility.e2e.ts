import AxeBuilder from '@axe-core/playwright';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { send, test } from './signed-in.ts';

/** Every screen and state there is: how to get there and what tells that it is there. */
type Screen = { name: string; signedOut?: true; open(page: Page): Promise<void> };

const LONG =
  '# Heading\n\nText with [a link](/knowledge-base) and `code`.\n\n```sh\nuptime\n```\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n- [ ] step\n';

const screens: Screen[] = [
  { name: 'sign-in', signedOut: true, open: (page) => shows(page, '/login', 'Sign In') },
  {
    name: 'sign-in with an error',
    signedOut: true,
    open: (page) => shows(page, '/login?error=pending_approval', 'pending admin approval'),
  },
  {
    name: 'first administrator',
    signedOut: true,
    open: (page) => shows(page, '/register?setup=x', 'Create account'),
  },
  {
    name: 'registration without a link',
    signedOut: true,
    open: (page) => shows(page, '/register', 'one-time link'),
  },
  { name: '404', open: (page) => shows(page, '/no/such/page', '404 Page Not Found') },
  { name: 'knowledge base', open: (page) => shows(page, '/knowledge-base', 'Rotate the signing key') },
  {
    name: 'knowledge base without a match',
    open: (page) => shows(page, '/knowledge-base?q=zzzz', 'No items found'),
  },
  {
    name: 'new document',
    open: (page) => shows(page, '/knowledge-base?create=knowledge-base', 'Document Settings'),
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
    name: 'question before deleting',
    open: async (page) => {
      await shows(page, '/knowledge-base', 'Rotate the signing key');
      await page.getByRole('button', { name: 'Delete "Rotate the signing key"' }).click();
      await expect(page.getByText('This action cannot be undone.')).toBeVisible();
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

async function shows(page: Page, path: string, text: string) {
  await page.goto(path);
  await expect(page.getByText(text).first()).toBeVisible();
}

test.beforeAll(async ({ hub, cookie }) => {
  const answer = await send(hub, cookie, '/api/knowledge-base', {
    title: 'Rotate the signing key',
    content: LONG,
    tags: ['keys'],
  });
  expect(answer.status).toBe(201);
});

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1280, 320]) {
    test.describe(`${colorScheme} at ${width}`, () => {
      for (const screen of screens) {
        test(`UX axe finds nothing on: ${screen.name}`, async ({ browser, hub, cookie }) => {
          const context = await browser.newContext({
            baseURL: hub.url,
            colorScheme,
            viewport: { width, height: 800 },
            reducedMotion: 'reduce',
          });
          if (!screen.signedOut) {
            await context.addCookies([{ name: 'sid', value: cookie, url: hub.url }]);
          }
          const page = await context.newPage();
          await screen.open(page);
          const { violations } = await new AxeBuilder({ page })
            .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
            .analyze();
          expect(
            violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`),
          ).toEqual([]);
          const overflow = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          );
          expect(overflow, 'no sideways scroll').toBe(0);
          await context.close();
        });
      }
    });
  }
}
