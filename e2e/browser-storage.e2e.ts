import { expect, type Page } from '@playwright/test';
import type { Hub } from './hub.ts';
import { send, test } from './signed-in.ts';

const SCREENS = [
  ['/', 'Infrastructure Overview'],
  ['/infrastructure', 'stored-01'],
  ['/knowledge-base', 'Stored document'],
  ['/knowledge-base?autocreate=true', 'Generate Preview'],
  ['/documents', 'Bin'],
  ['/team', 'Team Management'],
  ['/ai', 'Ops AI Chat'],
  ['/settings', 'Preferences'],
] as const;

async function expectScreens(page: Page, url: string) {
  for (const [path, text] of SCREENS) {
    await page.goto(url + path);
    await expect(page.getByText(text).first(), path).toBeVisible();
  }
}

async function expectSave(page: Page, address: string, text: string) {
  await page.goto(address);
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(text);
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Version 2').first()).toBeVisible();
  await page.reload();
  await expect(page.locator('.cm-content')).toContainText(text);
}

test.beforeAll(async ({ hub, cookie }) => {
  await send(hub, cookie, '/api/servers', { name: 'stored-01' });
});

async function aDocument(hub: Hub, cookie: string): Promise<string> {
  const answer = await send(hub, cookie, '/api/documents', { title: 'Stored document', content: 'Stored.' });
  const { id } = (await answer.json()) as { id: string };
  return `${hub.url}/knowledge-base?doc=${id}`;
}

for (const garbage of ['null', '{"timeZone":"Nowhere/City","theme":7,"compactView":"x","j":1}']) {
  test(`ED-10 SHELL-01 every screen opens and saves when the browser has stored ${JSON.stringify(garbage)}`, async ({
    signedIn: page,
    hub,
    cookie,
  }) => {
    const address = await aDocument(hub, cookie);
    await page.goto(address);
    await page.evaluate(async (text) => {
      const user = (await (await fetch('/api/auth/user')).json()) as { id: string };
      const fixed = [
        'preferences',
        'theme',
        'sidebar',
        'character-keys',
        'key-choices',
        'ops-hub-server-columns',
      ];
      const drafts = ['new-knowledge-base', new URLSearchParams(location.search).get('doc')];
      for (const key of fixed) localStorage.setItem(key, text);
      for (const document of drafts) localStorage.setItem(`draft:${user.id}:${document}:x`, text);
      for (const key of ['tab', 'ai-chat-messages', `auto-create:${user.id}`])
        sessionStorage.setItem(key, text);
      for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name);
    }, garbage);
    await expectScreens(page, hub.url);
    await expectSave(page, address, ' Typed over garbage.');
  });
}

test('ED-10 SHELL-01 saves a document when the browser has no storage left', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  const address = await aDocument(hub, cookie);
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('no room', 'QuotaExceededError');
    };
  });
  await expectSave(page, address, ' Typed without room.');
});

test('ED-10 SHELL-01 every screen opens and saves when the browser blocks storage', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  const address = await aDocument(hub, cookie);
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
      Object.defineProperty(globalThis, name, {
        get: () => {
          throw new DOMException('forbidden', 'SecurityError');
        },
      });
  });
  await expectScreens(page, hub.url);
  await expectSave(page, address, ' Typed without stores.');
});
