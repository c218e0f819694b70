import { expect, type Page } from '@playwright/test';
import type { Hub } from './hub.ts';
import { send } from './signed-in.ts';

/** Sections with text between them, so that the page scrolls. */
const section = (n: number) => [
  `## Section ${n}`,
  'Some words that fill more than one line of a phone, so that the section has a height of its own. '.repeat(
    8,
  ),
  `### Details of ${n}`,
  '```sh\n$ systemctl restart relay\n```',
  '- [ ] Look at the queue',
];
const SECTIONS = [1, 2, 3, 4, 5, 6].flatMap(section);
export const RUNBOOK = ['# Restart the relay', 'Drain the **queue** first.', ...SECTIONS].join('\n\n');

export async function stored(hub: Hub, cookie: string, document: object): Promise<string> {
  const made = await send(hub, cookie, '/api/documents', document);
  expect(made.status).toBe(201);
  return ((await made.json()) as { id: string }).id;
}

export const runbook = (hub: Hub, cookie: string, more: object = {}) =>
  stored(hub, cookie, {
    title: 'Restart the relay',
    content: RUNBOOK,
    category: 'Mail',
    tags: ['smtp'],
    ...more,
  });

export const article = (page: Page) => page.getByRole('article');

/** When the application shows the text instead of the page. */
export const isOpen = async (page: Page) => {
  await expect(page.getByRole('link', { name: 'Edit' })).toBeVisible();
  await expect(page.locator('[data-first-text]')).toHaveCount(0);
};
