import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { startScriptedModel, type ScriptedModel } from '../test/scripted-model.ts';
import { expectReadable } from './accessible.ts';
import { ADMINISTRATOR, openDataDir, PERSON, startHub, type Hub } from './hub.ts';
import { send, test } from './signed-in.ts';

test.use({ product: 'own' });

/** The assistant with a scripted model, on one page, step by step. */
test.describe.configure({ mode: 'serial' });

let model: ScriptedModel;
let hub: Hub;
let page: Page;
let guide = '';
let remove: () => Promise<void>;

test.beforeAll(async ({ browser }) => {
  model = await startScriptedModel();
  const folder = await openDataDir('model-');
  remove = folder.remove;
  hub = await startHub(folder.dataDir, { ...ADMINISTRATOR, ...model.settings });
  const signIn = await fetch(`${hub.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(PERSON),
  });
  const cookie = signIn.headers.getSetCookie()[0]?.split(';')[0]?.slice('sid='.length) ?? '';
  const made = await send(hub, cookie, '/api/knowledge-base', {
    title: 'Rotate the logs',
    content: 'Run logrotate by hand, then check the free space.',
  });
  guide = ((await made.json()) as { id: string }).id;
  const context = await browser.newContext({ baseURL: hub.url });
  await context.addCookies([{ name: 'sid', value: cookie, url: hub.url }]);
  page = await context.newPage();
  await page.goto('/ai');
});
test.afterAll(async () => {
  await page.context().close();
  await hub.stop();
  await remove();
  await model.stop();
});
test.beforeEach(async () => {
  model.behave('answer');
  await page.getByRole('button', { name: 'Clear Chat' }).click();
});

const answers = () => page.getByRole('log').getByRole('listitem').filter({ hasText: 'Assistant: ' });
const last = () => answers().last();
const ask = async (text: string) => {
  await page.getByPlaceholder(/^Ask about/).fill(text);
  await page.keyboard.press('Enter');
};
const done = () => expect(last().getByRole('button', { name: 'Copy', exact: true })).toBeVisible();

test('AI-05 AI-11 shows the model’s words one by one as they arrive', async () => {
  const words = Array.from({ length: 20 }, (_, n) => `word${n}`);
  model.behave('words');
  model.say(words.join(' '));
  // Every text of the bubble, as it changes.
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    const log = document.querySelector('[role="log"]');
    const look = () => seen.push(log?.querySelector('ol > li:last-child')?.textContent ?? '');
    if (log) new MutationObserver(look).observe(log, { childList: true, subtree: true, characterData: true });
  });
  await ask('Say it slowly');
  await expect(last()).toContainText('word19');
  await done();
  const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
  const counts = new Set(seen.map((text) => text.match(/word\d+/g)?.length ?? 0));
  // A frame may add two words at once, but it never waits for all of them.
  expect(counts.size).toBeGreaterThan(15);
});

test('AI-11 labels a reply with code that is in no document', async () => {
  model.say('Use this:\n\n```powershell\nGet-Service | Where-Object Status -eq Stopped\n```\n');
  await ask('How do I list stopped services?');
  await expect(last()).toContainText('Get-Service | Where-Object Status -eq Stopped');
  await expect(last().getByText('Not from your records')).toBeVisible();
  await expect(last().getByRole('region', { name: 'Sources' })).toHaveCount(0);
});

test('AI-11 lists sources, and marks a quotation that is not in its source and a link without a target', async () => {
  const nowhere = '/knowledge-base?doc=00000000-0000-4000-8000-000000000000';
  model.say(
    { tool: 'read_document', input: { id: guide } },
    `[Rotate the logs](/knowledge-base?doc=${guide}) says:\n\n> Run logrotate by hand\n\nand\n\n` +
      `> Reboot the server first.\n\nSee also [Reboot plan](${nowhere}).`,
  );
  await ask('How do I rotate the logs?');
  await done();
  const sources = last().getByRole('region', { name: 'Sources' }).getByRole('listitem');
  await expect(sources).toHaveText([
    /^Rotate the logs verified.*Run logrotate by hand/,
    /^Rotate the logs not found in the source.*Reboot the server first\./,
    /^Reboot plan not found in the source$/,
  ]);
  await expect(last().getByText('Not from your records')).toHaveCount(0);
  await expect(last().locator('[data-markdown]').getByRole('link')).toHaveText(['Rotate the logs']);
  await expect(last().locator('[data-markdown]')).toContainText('Reboot plan (not found in the source)');
  await expect(sources.nth(1).getByRole('link')).toHaveCount(0);
  await expect(last().getByRole('blockquote')).toHaveText([
    /^\s*Run logrotate by hand\s*$/,
    /Reboot the server first\.\s+\(not found in the source\)/,
  ]);
  await expectReadable(page);
});

test('AI-11 the marks are readable in both themes and at 320 px', async () => {
  model.say(`See [Plan](/knowledge-base?doc=nothing) and https://example.com/.\n\n> Nobody wrote this.`);
  await ask('What is the plan?');
  await done();
  await expect(last().getByText('Not from your records')).toBeVisible();
  await expectReadable(page);
});

test('AI-13 does not load a picture in a reply, and opens an external link in a new tab', async () => {
  const called: string[] = [];
  const trap = createServer((request, response) => {
    called.push(request.url ?? '');
    response.end();
  });
  await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(trap.address() as AddressInfo).port}`;
  model.say(`![x](${address}/p?d=secret) <img src="${address}/i"> [out](${address}/l)`);
  await ask('Show me the picture');
  await done();
  await expect(last().getByRole('link', { name: 'out' })).toHaveAttribute('target', '_blank');
  await page.waitForTimeout(500);
  expect(called).toEqual([]);
  trap.closeAllConnections();
  trap.close();
});

test('AI-11 the built-in engine replies and gives the reason when the model fails; partial text stays when the model stops', async () => {
  model.behave('broken');
  await ask('How do I rotate the logs?');
  await expect(last()).toContainText('The language model did not answer; this is from your records.');
  await expect(last().getByRole('link', { name: 'Rotate the logs' })).toBeVisible();
  await expect(last().getByText('Not from your records')).toHaveCount(0);
  model.behave('cut');
  model.say('The logs are rotated by a timer each night, and have been for years and years.');
  await ask('When are they rotated?');
  await expect(last()).toContainText('The logs are rotated');
  await expect(last()).toContainText('The reply breaks off here: the model stopped answering.');
});
