import { expect, type Page } from '@playwright/test';
import { expectReadable } from './accessible.ts';
import { PERSON } from './hub.ts';
import { registerAndApprove } from './registration.ts';
import { send, test } from './signed-in.ts';

test.use({ product: 'own' });

/** The assistant beside other screens and on its own, on one page, step by step. */
test.describe.configure({ mode: 'serial' });

let page: Page;
const requests: Record<string, unknown>[] = [];

test.beforeAll(async ({ browser, hub, cookie }) => {
  await send(hub, cookie, '/api/servers', {
    name: 'mel-pos-01',
    ipAddress: '10.4.0.7',
    status: 'offline',
    environment: 'production',
  });
  await send(hub, cookie, '/api/knowledge-base', {
    title: 'Restart the print spooler',
    content:
      '# Restart\n\n1. Stop the spooler.\n\n```sh\nsystemctl restart cups\n```\n\n![x](https://elsewhere.example/x.png)',
  });
  const context = await browser.newContext({ baseURL: hub.url });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await context.addCookies([{ name: 'sid', value: cookie, url: hub.url }]);
  page = await context.newPage();
  page.on('request', (request) => {
    if (request.url().endsWith('/api/ai/ask-stream'))
      requests.push(request.postDataJSON() as Record<string, unknown>);
  });
  await page.goto('/infrastructure');
});
test.afterAll(() => page.context().close());

const panel = () => page.getByRole('region', { name: 'AI Assistant' });
const input = () => page.getByPlaceholder('Ask about servers, documentation, or infrastructure...');
const opener = () => page.getByRole('button', { name: 'Open AI Assistant' });
const answers = () => page.getByRole('log').getByRole('listitem').filter({ hasText: 'Assistant: ' });
const clipboard = () => page.evaluate(() => navigator.clipboard.readText());

test('AI-02 AI-04 the button opens the panel with a welcome, and is hidden while it is open', async () => {
  // In the top bar it covers no row and no button, at any width.
  await expect(page.getByRole('banner').getByRole('button', { name: 'Open AI Assistant' })).toBeVisible();
  await opener().click();
  await expect(panel().getByRole('heading', { name: 'AI Assistant' })).toBeVisible();
  await expect(opener()).toBeHidden();
  await expect(panel().getByText('1 message', { exact: true })).toBeVisible();
  await expect(input()).toBeFocused();
  const chips = panel().getByRole('group', { name: 'Suggested actions' }).getByRole('button');
  await expect(chips).toHaveText([
    'Show all servers',
    'View recent documentation',
    'Check server status',
    'Browse knowledge base',
  ]);
  expect((await panel().boundingBox())?.width).toBe(450);
  const examples = panel().getByRole('region', { name: 'Example questions' }).getByRole('button');
  await expect(examples.first()).toHaveText('what was down yesterday?');
});

test('AI-05 AI-07 sends a suggested question on click and shows the reply', async () => {
  await panel().getByRole('button', { name: 'Check server status' }).click();
  await expect(answers().last()).toContainText('offline: 1');
  await expect(input()).toHaveValue('');
  await expect(panel().getByText('3 messages')).toBeVisible();
  expect(requests).toEqual([{ query: 'Check server status', conversationHistory: [] }]);
  await expect(panel().getByRole('region', { name: 'Example questions' })).toHaveCount(0);
});

test('AI-02 Enter sends, Shift+Enter breaks the line, blanks send nothing', async () => {
  await input().fill('   ');
  await input().press('Enter');
  await input().fill('List');
  await input().press('Shift+Enter');
  await input().pressSequentially('all servers');
  await expect(input()).toHaveValue('List\nall servers');
  await input().press('Enter');
  await expect(answers().last()).toContainText('mel-pos-01');
  expect(requests).toHaveLength(2);
  expect(requests[1]?.['conversationHistory']).toMatchObject([{ type: 'user' }, { type: 'assistant' }]);
});

test('AI-03 a link into the product opens in the same tab and closes the panel', async () => {
  await panel().getByRole('link', { name: 'mel-pos-01' }).click();
  await expect(page).toHaveURL(/\/infrastructure\/[\da-f-]{36}$/);
  await expect(panel()).toBeHidden();
  await expect(opener()).toBeVisible();
});

test('AI-01 AI-03 the screen continues the conversation; code and messages can be copied', async () => {
  const elsewhere: string[] = [];
  page.on(
    'request',
    (request) => void (request.url().includes('elsewhere') && elsewhere.push(request.url())),
  );
  await page.getByRole('navigation').getByRole('link', { name: 'Ops AI' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ops AI' })).toBeVisible();
  await expect(page.getByText('Get intelligent help with your infrastructure')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Ops AI Chat' })).toBeVisible();
  await expect(opener()).toBeHidden();
  await expect(page.getByText('5 messages')).toBeVisible();
  await input().fill('How do I restart the print spooler?');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(
    answers().last().getByRole('link', { name: 'Restart the print spooler', exact: true }),
  ).toBeVisible();
  await answers().last().getByRole('button', { name: 'Copy code' }).click();
  await expect(page.getByText('Code copied to clipboard')).toBeVisible();
  expect(await clipboard()).toContain('systemctl restart cups');
  // The wait starts before the click, because the check mark stays for two seconds only.
  const check = answers().last().locator('[data-copied]');
  const shown = check.waitFor();
  await answers().last().getByRole('button', { name: 'Copy', exact: true }).click();
  await shown;
  await expect(page.getByText('Message copied to clipboard')).toBeVisible();
  await expect(check).toBeHidden();
  expect(await clipboard()).toContain('1. Stop the spooler.');
  expect(elsewhere).toEqual([]);
});

test('AI-09 the heading of a passage opens the document at that heading', async () => {
  await answers().last().getByRole('link', { name: 'Restart', exact: true }).click();
  await expect(page).toHaveURL(/\/knowledge-base\/[\da-f-]{36}#restart$/);
  await expect(page.getByRole('heading', { name: 'Restart', exact: true })).toBeInViewport();
  await page.goBack();
  await expect(answers().last().getByRole('link', { name: 'Restart', exact: true })).toBeVisible();
});

test('AI-12 a rating is stored and shown', async () => {
  const stored = page.waitForResponse((response) => response.url().endsWith('/feedback'));
  await answers().last().getByRole('button', { name: 'Helpful', exact: true }).click();
  expect((await stored).status()).toBe(204);
  await expect(answers().last().getByRole('button', { name: 'Helpful', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});

test('AI-04 a reload keeps the conversation, Clear Chat ends it', async () => {
  await page.reload();
  await expect(page.getByText('7 messages')).toBeVisible();
  await page.getByRole('button', { name: 'Clear Chat' }).click();
  await expect(page.getByText('Conversation cleared')).toBeVisible();
  await expect(page.getByText('1 message', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('ai-chat-messages'))).toBeNull();
});

test('AI-06 requests the complete reply when the stream fails, and shows an error when that fails too', async () => {
  let goOn: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route('**/api/ai/ask-stream', (route) =>
    route.fulfill({
      contentType: 'text/event-stream',
      body: 'data: {"chunk":"Half"}\n\ndata: {"error":"no"}\n\n',
    }),
  );
  await page.route('**/api/ai/ask', async (route) => {
    await held;
    await route.fulfill({ json: { response: 'Whole **answer** [out](https://example.com/)' } });
  });
  await input().fill('Anything');
  await input().press('Enter');
  await expect(page.getByText('Thinking...')).toBeVisible();
  await expect(page.getByText('Half')).toBeHidden();
  goOn();
  await expect(page.getByText('Whole answer')).toBeVisible();
  await expect(page.getByRole('link', { name: 'out' })).toHaveAttribute('target', '_blank');
  await expect(page.getByText('3 messages')).toBeVisible();
  await page.unroute('**/api/ai/ask');
  await page.route('**/api/ai/ask', (route) => route.fulfill({ status: 500, body: '{}' }));
  await input().fill('Again');
  await input().press('Enter');
  await expect(page.getByText('Failed to get AI response. Please try again.')).toBeVisible();
  await expect(page.getByText('Thinking...')).toBeHidden();
  await expect(page.getByText('4 messages')).toBeVisible();
  await page.unrouteAll();
});

test('AI-02 begins at the welcome and scrolls to the end of each reply at 320 px, unless the reader scrolled up', async ({
  hub,
}) => {
  const narrow = await page.context().newPage();
  await narrow.setViewportSize({ width: 320, height: 800 });
  await narrow.goto(`${hub.url}/ai`);
  const log = narrow.getByRole('log');
  const copies = log.getByRole('button', { name: 'Copy', exact: true });
  await expect(log.getByText('For example:')).toBeAttached();
  expect(await log.evaluate((list) => list.scrollTop)).toBe(0);
  for (const [at, question] of [
    'How do I restart the print spooler?',
    'Is mel-pos-01 up?',
    'zorbix',
  ].entries()) {
    await narrow.getByPlaceholder(/^Ask about/).fill(question);
    await narrow.keyboard.press('Enter');
    await expect(narrow.getByText(`${3 + 2 * at} messages`)).toBeVisible();
    await expect(narrow.getByRole('group', { name: 'Suggested actions' })).toBeVisible();
    await expect(copies.last()).toBeInViewport({ ratio: 1 });
  }
  await log.hover();
  await narrow.mouse.wheel(0, -5_000);
  await expect.poll(() => log.evaluate((list) => list.scrollTop)).toBe(0);
  await narrow.setViewportSize({ width: 340, height: 700 });
  await expect(copies.last()).not.toBeInViewport();
  await narrow.close();
});

test('AI-07 a suggestion with the name of a screen opens it', async () => {
  await page.getByRole('button', { name: 'Clear Chat' }).click();
  await page.getByRole('button', { name: 'Browse knowledge base' }).click();
  await expect(page).toHaveURL(/\/knowledge-base$/);
});

test('AI-10 shows a question as chips; removing or changing a chip sends a new question', async () => {
  await page.goto('/ai');
  await page.getByRole('button', { name: 'Clear Chat' }).click();
  await input().fill('Which production servers are offline?');
  await input().press('Enter');
  const chips = () => answers().last().getByRole('group', { name: 'Understood as' });
  const removers = () => chips().getByRole('button', { name: /^Remove / });
  await expect(removers()).toHaveCount(2);
  await expect(chips()).toContainText('Environment: production');
  await expect(answers().last().getByRole('link', { name: 'mel-pos-01' })).toBeVisible();
  await expectReadable(page);
  await chips().getByRole('button', { name: 'Remove Environment: production' }).click();
  await expect(page.getByText('Without Environment: production')).toBeVisible();
  await expect(removers()).toHaveCount(1);
  const sent = requests.at(-1);
  expect(sent).toMatchObject({
    inventoryQuery: { from: 'servers', where: [[{ kind: 'is', field: 'status', values: ['offline'] }]] },
  });
  expect(sent?.['previousInteractionId']).toMatch(/^[0-9a-f-]{36}$/);
  await chips().getByRole('button', { name: 'Edit' }).click();
  const filter = page.getByRole('dialog', { name: 'Edit filter' }).getByLabel('Filter');
  await expect(filter).toHaveValue(/^status:=?offline$/);
  await filter.fill('status:online');
  await filter.press('Enter');
  await expect(page.getByText('Servers with status:online')).toBeVisible();
  await expect(chips()).toContainText('Status: online');
  await expect(answers().last().getByRole('link', { name: 'mel-pos-01' })).toHaveCount(0);
  await chips().getByRole('link', { name: 'Open in Infrastructure' }).click();
  await expect(page).toHaveURL(/\/infrastructure\?filter=status%3Aonline$/);
});

test('AI-10 shows the chips of each question of a message', async () => {
  await page.goto('/ai');
  await input().fill('How many servers are offline? How many are in production?');
  await input().press('Enter');
  const chips = answers().last().getByRole('group', { name: 'Understood as' });
  await expect(chips).toHaveCount(2);
  await expect(chips.first()).toContainText('Status: offline');
  await expect(chips.last()).toContainText('Environment: production');
});

test('AI-10 the chips survive a reload, and Escape closes only their field', async () => {
  await page.goto('/team');
  await opener().click();
  const chips = panel().getByRole('group', { name: 'Understood as' }).last();
  await chips.getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByRole('dialog', { name: 'Edit filter' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Edit filter' })).toBeHidden();
  await expect(panel()).toBeVisible();
  await chips.getByRole('link', { name: 'Open in Infrastructure' }).click();
  await expect(page).toHaveURL(/\/infrastructure\?filter=/);
  await expect(panel()).toBeHidden();
});

test('AI-04 threat 98 the next person in the tab sees nothing of the conversation', async ({
  hub,
  cookie,
}) => {
  await page.goto('/ai');
  await input().fill('How do I restart the print spooler?');
  await input().press('Enter');
  await expect(answers().last()).toContainText('Stop the spooler.');
  await page.reload();
  await expect(page.getByText('How do I restart the print spooler?')).toBeVisible();
  // The session expired, so no sign-out cleared the tab.
  await page.context().clearCookies();
  const next = { email: 'next@example.com', password: PERSON.password, firstName: 'Nia', lastName: 'Next' };
  await registerAndApprove(hub, cookie, next);
  await page.request.post(`${hub.url}/api/auth/login`, { data: next });
  await page.reload();
  await expect(page.getByText('1 message', { exact: true })).toBeVisible();
  await expect(page.getByText('How do I restart the print spooler?')).toBeHidden();
  expect(await page.evaluate(() => sessionStorage.getItem('ai-chat-messages'))).toBeNull();
});

test('AI-01 the welcome loads without the code that shows replies', async ({ hub }) => {
  const tab = await page.context().newPage();
  await tab.route(/markdown-view-.*\.js$/, (route) => route.abort());
  await tab.goto(`${hub.url}/ai`, { waitUntil: 'commit' });
  await expect(tab.getByRole('listitem').filter({ hasText: 'Hello! I answer' })).toBeVisible();
  await expect(tab.getByText('could not be shown')).toHaveCount(0);
  await tab.close();
});
