import { expect, type Page } from '@playwright/test';
import type { Hub } from './hub.ts';
import { send } from './signed-in.ts';

export const BOB = {
  email: 'bob@example.com',
  password: 'Br0ken%Lamp?Sun',
  firstName: 'Bob',
  lastName: 'Jones',
};

export async function create(hub: Hub, cookie: string, path: string, body: object): Promise<string> {
  const made = await send(hub, cookie, path, body);
  expect(made.status).toBe(201);
  return ((await made.json()) as { id: string }).id;
}

/** The keys of what this browser keeps, by account. */
export const keptKeys = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const all: string[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const opening = indexedDB.open(name);
      const db = await new Promise<IDBDatabase>((done) => (opening.onsuccess = () => done(opening.result)));
      const isCopies = db.objectStoreNames.contains('records');
      const reading = isCopies && db.transaction('records').objectStore('records').getAllKeys();
      if (reading) await new Promise((done) => (reading.onsuccess = done));
      if (reading) all.push(...(reading.result as string[]).map((key) => `${name.slice(-36)} ${key}`));
      db.close();
    }
    return all;
  });

export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
export const banner = (page: Page) => page.getByRole('status').filter({ hasText: 'Copy of ' });

export async function waitUntilKept(page: Page, ...names: string[]): Promise<void> {
  for (const name of names)
    await expect.poll(async () => (await keptKeys(page)).join('\n'), { timeout: 60_000 }).toContain(name);
}

/** No answer of the server arrives any more; files of the screens do. */
export const cutOff = (page: Page) => page.route(/\/(?:api\/|objects\/|readyz)/, (route) => route.abort());

/** Follows a link inside the product, as a click on it does. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/** A how-to that is kept, on a page whose screens have loaded. */
export async function withKept(page: Page, hub: Hub, cookie: string, title: string): Promise<string> {
  const body = { title, content: `How to ${title.toLowerCase()}.`, templateType: 'how_to_guide' };
  const id = await create(hub, cookie, '/api/documents', body);
  await page.goto(`${hub.url}/dashboard`);
  await waitUntilKept(page, `document:${id}`, 'user');
  return id;
}
