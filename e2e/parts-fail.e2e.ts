import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { send, test } from './signed-in.ts';
import type { Hub } from './hub.ts';

const failed = (page: Page, name: string) =>
  page.getByRole('alert').filter({ hasText: `${name} could not be shown.` });

/** Blocks a file of the application until the returned function is called. */
async function without(page: Page, file: string) {
  // A load that failed is tried again at an address of its own.
  const address = new RegExp(`/assets/${file}-[\\w-]+\\.js(?:\\?again=\\d+)?$`);
  await page.route(address, (route) => route.abort());
  return () => page.unroute(address);
}

async function aDocument(hub: Hub, cookie: string, fields: object): Promise<string> {
  const made = await send(hub, cookie, '/api/documents', { title: 'Parts', ...fields });
  return `${hub.url}/knowledge-base?doc=${((await made.json()) as { id: string }).id}`;
}

test('DASH-03 a card of the dashboard that throws fails alone', async ({ signedIn: page, hub, cookie }) => {
  await send(hub, cookie, '/api/documents', { title: 'This one breaks its card', content: 'x' });
  await page.addInitScript(() => {
    // React writes the title as a node of its own, because a lock may follow it.
    const make = document.createTextNode.bind(document);
    document.createTextNode = (text) => {
      if (text === 'This one breaks its card') throw new Error('as a bug would');
      return make(text);
    };
  });
  await page.goto(hub.url);
  const card = failed(page, 'Recent Knowledge Base');
  await expect(card).toBeVisible();
  await expect(page.getByText('Total Servers')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Infrastructure Overview' })).toBeVisible();
  await page.getByRole('button', { name: 'Open AI Assistant' }).click();
  await expect(page.getByRole('region', { name: 'AI Assistant' })).toBeVisible();
});

test('INFRA-12 a chart that does not load fails alone, and loads on retry', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  const target = createServer((_, response) => response.end('ok')).listen(0, '127.0.0.1');
  await new Promise((resolve) => target.once('listening', resolve));
  // With this interval only the test runs the check. Other tests on the product would get an alert about the closed target.
  const intervalSeconds = 86_400;
  const { port } = target.address() as AddressInfo;
  const check = { kind: 'http', target: `http://127.0.0.1:${port}/`, intervalSeconds };
  const { id } = (await (await send(hub, cookie, '/api/servers', { name: 'part-01', check })).json()) as {
    id: string;
  };
  await send(hub, cookie, `/api/servers/${id}/check`, {});
  target.close();
  const restore = await without(page, 'line-chart');
  await page.goto(`${hub.url}/infrastructure/${id}`);
  await expect(failed(page, 'The chart of Response time')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'part-01' })).toBeVisible();
  await restore();
  await failed(page, 'The chart of Response time').getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('figure').filter({ hasText: 'Response time' }).locator('canvas')).toBeVisible();
});

test('KB-05 a Markdown view and a diagram that do not load fail alone', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  const address = await aDocument(hub, cookie, {
    content: 'Before.\n\n```mermaid\ngraph TD; A-->B\n```\n\nAfter.',
  });
  const restoreDiagram = await without(page, 'diagram');
  await page.goto(address);
  await page.getByText('Preview', { exact: true }).click();
  await expect(failed(page, 'The diagram')).toBeVisible();
  await expect(page.locator('[data-markdown]')).toContainText('After.');
  await restoreDiagram();
  await failed(page, 'The diagram').getByRole('button', { name: 'Try again' }).click();
  await expect(page.locator('[data-markdown] iframe, [data-markdown] svg').first()).toBeVisible();
});

test('ED-05 a form of the editor that does not load fails alone: title and settings work', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  const address = await aDocument(hub, cookie, { content: '# x', templateType: 'how_to_guide' });
  const restore = await without(page, 'how-to-form');
  await page.goto(address);
  await expect(failed(page, 'The editor')).toBeVisible();
  await page.getByLabel('Title', { exact: true }).fill('Still works');
  await expect(page.getByRole('complementary', { name: 'Document Settings' })).toBeVisible();
  await restore();
  await failed(page, 'The editor').getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: 'Add Step' }).first()).toBeVisible();
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Still works');
});

test('AI-08 a side panel that does not load fails alone, and loads on retry', async ({
  signedIn: page,
  hub,
}) => {
  const restore = await without(page, 'assistant-panel');
  await page.goto(`${hub.url}/team`);
  await page.getByRole('button', { name: 'Open AI Assistant' }).click();
  await expect(failed(page, 'The assistant')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await restore();
  await failed(page, 'The assistant').getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('region', { name: 'AI Assistant' })).toBeVisible();
});

/** Throws when the application writes this text or address into the page, until `mend` is called. */
async function breakingAt(page: Page, needle: string) {
  await page.addInitScript((needle) => {
    const state = window as { isMended?: boolean; onFirstFault?: (() => void) | undefined };
    for (const [prototype, property] of [
      [Node.prototype, 'textContent'],
      [HTMLImageElement.prototype, 'src'],
    ] as const) {
      const { set, get } = Object.getOwnPropertyDescriptor(prototype, property) ?? {};
      Object.defineProperty(prototype, property, {
        get,
        set(value) {
          if (!state.isMended && String(value).includes(needle)) {
            state.onFirstFault?.();
            state.onFirstFault = undefined;
            throw new Error('as a fault would');
          }
          set?.call(this, value);
        },
      });
    }
  }, needle);
  return () => page.evaluate(() => void Object.assign(window, { isMended: true }));
}

test('KB-05 a Markdown view that throws fails alone: title, settings and the text itself work', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  const address = await aDocument(hub, cookie, { content: 'This one breaks its view' });
  const mend = await breakingAt(page, 'breaks its view');
  await page.goto(address);
  await page.getByText('Preview', { exact: true }).click();
  await expect(failed(page, 'The text')).toBeVisible();
  await page.getByLabel('Excerpt', { exact: true }).fill('Still works');
  await mend();
  await failed(page, 'The text').getByRole('button', { name: 'Try again' }).click();
  await expect(page.locator('[data-markdown]')).toContainText('This one breaks its view');
  await expect(page.getByLabel('Excerpt', { exact: true })).toHaveValue('Still works');
});

/** The id of an image that a test makes an extension of the text editor throw at. */
const BREAKING_IMAGE = '00000000-0000-4000-8000-000000000000';

/** Opens a document and puts the cursor behind its text. */
async function writeAtTheEnd(page: Page, address: string) {
  await page.goto(address);
  const text = page.getByRole('textbox', { name: 'Content' });
  await text.click();
  await page.keyboard.press('Control+End');
  return text;
}

test('ED-01 a text can still be written and saved when an extension of the editor throws', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  const mend = await breakingAt(page, BREAKING_IMAGE);
  const text = await writeAtTheEnd(page, await aDocument(hub, cookie, { content: 'Before.' }));
  const aids = failed(page, 'What helps to write');
  // While typing: the last letter makes it throw.
  await page.keyboard.type(`\n\n![Rack](/objects/${BREAKING_IMAGE})`);
  await expect(aids).toBeVisible();
  await expect(text).toContainText(`![Rack](/objects/${BREAKING_IMAGE})`);
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\n\nWritten on.');
  await page.keyboard.press('Control+s');
  await expect(page.getByText(/^Version 2/)).toBeVisible();
  // While opening: it throws before anything is shown.
  await page.reload();
  await expect(aids).toBeVisible();
  await expect(text).toContainText('Written on.');
  await text.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' And on.');
  await mend();
  await aids.getByRole('button', { name: 'Try again' }).click();
  await expect(aids).toBeHidden();
  await expect(page.getByRole('img', { name: 'Rack' })).toBeAttached();
  await expect(text).toContainText('Written on. And on.');
});

test('ED-01 nothing is lost that is typed in the moment after an extension of the editor threw', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  await breakingAt(page, BREAKING_IMAGE);
  const text = await writeAtTheEnd(page, await aDocument(hub, cookie, { content: 'Before.' }));
  // In the task that throws, so that nothing is drawn in between.
  await page.evaluate(() => {
    const turns = async () => {
      for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    };
    const typeOn = async () => {
      await turns();
      for (const letter of ' and on') {
        document.execCommand('insertText', false, letter);
        // The editor reads what was typed.
        await turns();
      }
    };
    Object.assign(window, { onFirstFault: () => void typeOn() });
  });
  await page.keyboard.type(`\n\n![Rack](/objects/${BREAKING_IMAGE})`);
  await expect(failed(page, 'What helps to write')).toBeVisible();
  await expect(text).toContainText(`![Rack](/objects/${BREAKING_IMAGE}) and on`);
});

test('TEAM-06 UX a dialog that does not load fails alone, and loads on retry', async ({
  signedIn: page,
  hub,
}) => {
  const restore = await without(page, 'member-dialogs');
  await page.goto(`${hub.url}/team`);
  await page.getByRole('button', { name: 'Invite' }).first().click();
  await expect(failed(page, 'The dialog')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Team', level: 1 })).toBeVisible();
  await restore();
  await failed(page, 'The dialog').getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('KB-01 UX a menu that does not load fails alone, and loads on retry', async ({
  signedIn: page,
  hub,
}) => {
  const restore = await without(page, 'menu-popup');
  await page.goto(`${hub.url}/knowledge-base`);
  await page.getByRole('button', { name: 'Create New' }).click();
  await expect(failed(page, 'The menu')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Knowledge Base', level: 1 })).toBeVisible();
  await restore();
  await failed(page, 'The menu').getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
});
