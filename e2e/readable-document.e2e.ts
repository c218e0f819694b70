import { expect, type Page } from '@playwright/test';
import { hold } from './hold.ts';
import { expectReadable } from './accessible.ts';
import { type Hub } from './hub.ts';
import { send, test } from './signed-in.ts';

test.describe.configure({ timeout: 120_000 });

const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const RUNBOOK = [
  '# Restart the relay',
  '',
  'Drain the queue first, and tell the desk: a relay that is restarted with letters in it sends some of them twice.',
  '\tindented by a tab, with `code`, **bold words** and trailing blanks   ',
  '<!-- width=200px height=120px -->',
  `![The queue](${PICTURE})`,
  'below the picture: https://relay.example.com/a/very/long/address/that/has/to/be/broken/somewhere/in/the/middle/of/it',
  '',
  '1. Restart it.',
].join('\n');

const HOW_TO = [
  '## Purpose',
  'Patch the relay.',
  '## Steps',
  '### Step 1: Drain it',
  'Wait until the queue is empty.\n\nIt takes a while.',
  `<!-- width=200px height=120px -->\n![Step 1](${PICTURE})`,
  '### Step 2: Restart it',
  '## Tips',
  '- Look at the queue',
  '## Something else',
  'Said beside the form.',
].join('\n\n');

const BUILD = [
  '## Server Details',
  '- **Server Name:** relay-01\n- **Environment:** Production',
  '## Build Steps',
  '### Step 1: Install it',
  '#### Actions',
  '1. Boot the image',
  '## Completion Checklist',
  '- [ ] The relay answers',
].join('\n\n');

async function stored(hub: Hub, cookie: string, document: object): Promise<string> {
  const made = await send(hub, cookie, '/api/documents', document);
  expect(made.status).toBe(201);
  return ((await made.json()) as { id: string }).id;
}

const EDITOR = /\/assets\/document-editor-[^/]*\.js/;
/** All files of the application except those that show a document. */
const APPLICATION = /\/assets\/(?!index-|early-text|rolldown-runtime)[^/]*\.js/;
const readable = (page: Page) => page.getByRole('region', { name: 'Document' });
const editorIsThere = (page: Page) => expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();

/** Returns the position of each field and heading of the text by its name. */
const placesOf = async (page: Page): Promise<Record<string, number[]>> => {
  // Nothing is painted before the styles are there, but its place can be asked for.
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(({ sheet }) => sheet),
  );
  return page.evaluate(() => {
    const places: Record<string, number[]> = {};
    const page = document.querySelector('section[aria-label=Document]') ?? document.querySelector('main');
    for (const found of page?.querySelectorAll('input[type=text], textarea, select, h2, h3, img') ?? []) {
      const { x, y, width, height } = found.getBoundingClientRect();
      const label = (found as HTMLInputElement).labels?.[0]?.textContent ?? found.textContent;
      const name = found.getAttribute('aria-label') ?? found.getAttribute('alt') ?? label ?? '';
      // Settings are beside the text, and backlinks below it.
      if (width > 0 && !found.closest('aside')) places[name] ??= [x, y, width, height].map(Math.round);
    }
    return places;
  });
};
/** Returns the start and the height of each line of free text. */
const linesOf = (page: Page): Promise<number[][]> =>
  page.evaluate(() => {
    const lines = document.querySelectorAll('section[aria-label=Document] div:has(> span > small), .cm-line');
    return [...lines].map((line) => {
      const { x, y, height } = line.getBoundingClientRect();
      const indent = Number.parseFloat(getComputedStyle(line).paddingLeft);
      return [x + indent, y, height].map(Math.round);
    });
  });

for (const width of [1280, 320]) {
  test(`KB-08 a document is readable before its editor loads, and nothing moves when it does, at ${width} pixels`, async ({
    signedIn: page,
    hub,
    cookie,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    for (const [document, words] of [
      [
        { title: 'A relay with a title of more than one line on a phone', content: RUNBOOK },
        '1. Restart it.',
      ],
      [{ title: 'Patch', content: HOW_TO, templateType: 'how_to_guide' }, 'Patch the relay.'],
      [{ title: 'Build', content: BUILD, templateType: 'build_document' }, 'relay-01'],
    ] as const) {
      const id = await stored(hub, cookie, document);
      const letGo = await hold(page, APPLICATION);
      await page.goto(`${hub.url}/knowledge-base?doc=${id}`, { waitUntil: 'commit' });
      await expect(readable(page).getByRole('textbox', { name: 'Title', exact: true })).toHaveValue(
        document.title,
      );
      const texts = readable(page).locator('input, textarea');
      const shown = () => texts.evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value));
      expect((await shown()).join('\n')).toContain(words);
      const [before, lines] = [await placesOf(page), await linesOf(page)];
      letGo();
      await editorIsThere(page);
      await expect(readable(page)).toHaveCount(0);
      const after = await placesOf(page);
      // Before the editor loads, free text is in plain fields.
      for (const name of ['Content', 'Text below image 1']) delete before[name];
      expect(after).toMatchObject(before);
      if (lines.length > 0) expect(await linesOf(page)).toEqual(lines);
      await page.unroute(APPLICATION);
    }
  });
}

test('KB-08 a document can be read without any script, from the page alone', async ({
  browser,
  hub,
  cookie,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  await context.addCookies([{ name: 'sid', value: cookie, url: hub.url }]);
  const page = await context.newPage();
  const hostile = '</textarea><script>document.title = 1</script> &amp; \n\n<img src=x onerror=alert(1)>';
  for (const document of [
    { title: hostile.split(' &')[0] ?? '', content: `${hostile}\n${RUNBOOK}` },
    { title: 'How', content: `## Purpose\n\n${hostile}`, templateType: 'how_to_guide' },
  ]) {
    const id = await stored(hub, cookie, document);
    await page.goto(`${hub.url}/documents?doc=${id}`);
    await expect(readable(page).getByLabel('Title', { exact: true })).toHaveValue(document.title);
    const field = document.templateType ? 'Purpose' : 'Content';
    await expect(readable(page).getByLabel(field)).toHaveValue(
      new RegExp(`^${hostile.slice(0, 11)}.*onerror`, 's'),
    );
    await expect(page.locator('section script, section img[src=x]')).toHaveCount(0);
  }
  await context.close();
});

test('KB-08 SHELL-03 a text stands beside a collapsed sidebar from the beginning', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  const id = await stored(hub, cookie, { title: 'Beside', content: RUNBOOK });
  await page.goto(`${hub.url}/team`);
  await page.getByRole('button', { name: 'Collapse sidebar' }).click();
  const letGo = await hold(page, APPLICATION);
  await page.goto(`${hub.url}/documents?doc=${id}`, { waitUntil: 'commit' });
  await expect(readable(page)).toBeVisible();
  const before = (await placesOf(page))['Title'];
  letGo();
  await editorIsThere(page);
  await expect(readable(page)).toHaveCount(0);
  expect((await placesOf(page))['Title']).toEqual(before);
});

test('KB-08 AUTH-21 a session that ends while the page loads takes the text with it', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  const id = await stored(hub, cookie, { title: 'Secret', content: RUNBOOK });
  await page.route('**/api/auth/user', (route) =>
    route.fulfill({ status: 401, json: { code: 'signed_out', message: 'Sign in first' } }),
  );
  const letGo = await hold(page, APPLICATION);
  await page.goto(`${hub.url}/documents?doc=${id}`, { waitUntil: 'commit' });
  await expect(readable(page)).toBeVisible();
  letGo();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(readable(page)).toHaveCount(0);
});

test('KB-08 ED-10 an offered draft does not push down a text that was shown before', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  const id = await stored(hub, cookie, { title: 'Left', content: RUNBOOK });
  await page.goto(`${hub.url}/team`);
  await page.evaluate((key) => localStorage.setItem(key, '{}'), `draft:someone:${id}:tab`);
  const begin = await hold(page, /\/assets\/(index|early-text)-[^/]*\.js/);
  const letGo = await hold(page, APPLICATION);
  await page.goto(`${hub.url}/documents?doc=${id}`, { waitUntil: 'commit' });
  await expect(page.locator('[data-first-text]')).toBeAttached();
  await expect(readable(page)).toHaveCount(0);
  begin();
  await expect(page.locator('[data-first-text]')).toHaveCount(0);
  letGo();
  await editorIsThere(page);
});

test('KB-08 ED-10 text that is typed before the editor loads arrives in it, with selection, focus and saving', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  const id = await stored(hub, cookie, { title: 'Typed early', content: RUNBOOK });
  const letGo = await hold(page, APPLICATION);
  await page.goto(`${hub.url}/knowledge-base?doc=${id}`, { waitUntil: 'commit' });
  await readable(page).getByRole('textbox', { name: 'Title', exact: true }).click();
  await page.keyboard.press('End');
  await page.keyboard.type(', twice');
  await readable(page).getByRole('textbox', { name: 'Text below image 1' }).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' Then look.\nAnd tell the desk');
  await page.keyboard.press('Shift+Home');
  await page.keyboard.press('Control+s');
  letGo();
  await editorIsThere(page);
  await expect(page.locator('.cm-content')).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('Typed early, twice');
  await expect(page.getByText('Version 2')).toBeVisible();
  // Typing replaces the selection.
  await page.keyboard.type('Done');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Version 3')).toBeVisible();
  const read = await page.request.get(`${hub.url}/api/documents/${id}`);
  const { title, content } = (await read.json()) as { title: string; content: string };
  expect(title).toBe('Typed early, twice');
  // Embedded images are stored as files of their own.
  expect(content.replace(/\/objects\/[\w-]+/, PICTURE)).toBe(`${RUNBOOK} Then look.\nDone`);
});

test('ED-05 ED-10 text that is typed in a form before it loads arrives in it', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  const id = await stored(hub, cookie, { title: 'Form', content: HOW_TO, templateType: 'how_to_guide' });
  const letGo = await hold(page, APPLICATION);
  await page.goto(`${hub.url}/knowledge-base?doc=${id}`, { waitUntil: 'commit' });
  await readable(page).getByRole('textbox', { name: 'Title of step 2' }).fill('Restart it twice');
  await readable(page).getByRole('textbox', { name: 'Purpose' }).click();
  await page.keyboard.press('End');
  await page.keyboard.type(' And');
  letGo();
  await editorIsThere(page);
  await expect(readable(page)).toHaveCount(0);
  await page.keyboard.type(' test it.');
  await expect(page.getByRole('textbox', { name: 'Purpose' })).toHaveValue('Patch the relay. And test it.');
  await expect(page.getByRole('textbox', { name: 'Title of step 2' })).toHaveValue('Restart it twice');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Version 2')).toBeVisible();
});

test('ED-06 ED-10 a value that is chosen in a build document before it loads arrives in it', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  const id = await stored(hub, cookie, { title: 'Build', content: BUILD, templateType: 'build_document' });
  const letGo = await hold(page, APPLICATION);
  await page.goto(`${hub.url}/knowledge-base?doc=${id}`, { waitUntil: 'commit' });
  await readable(page).getByLabel('Environment').selectOption('Staging');
  letGo();
  await editorIsThere(page);
  await expect(readable(page)).toHaveCount(0);
  await expect(page.getByLabel('Environment')).toHaveValue('Staging');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Version 2')).toBeVisible();
});

test('ED-05 ED-10 a save that is pressed while the form loads saves the typed text', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  const id = await stored(hub, cookie, { title: 'Hasty', content: HOW_TO, templateType: 'how_to_guide' });
  const letGo = await hold(page, /\/assets\/how-to-form-[^/]*\.js/);
  const saved: (string | null)[] = [];
  page.on('request', (request) => request.method() === 'PUT' && saved.push(request.postData()));
  await page.goto(`${hub.url}/knowledge-base?doc=${id}`, { waitUntil: 'commit' });
  await readable(page).getByRole('textbox', { name: 'Purpose' }).fill('Typed early.');
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeAttached();
  await page.keyboard.press('Control+s');
  letGo();
  await expect(page.getByText('Version 2')).toBeVisible();
  const bodies = saved.flatMap((body) => (body?.includes('"title"') ? [body] : []));
  expect(bodies).toHaveLength(1);
  expect(bodies[0]).toContain('Typed early.');
});

test('KB-08 a long text keeps its scroll position, and is complete when the editor loads', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  const lines = Array.from({ length: 1_500 }, (_, at) =>
    `Line ${at + 1} says ${'words '.repeat(at % 30)}`.trim(),
  );
  const id = await stored(hub, cookie, { title: 'Long', content: lines.join('\n') });
  const letGo = await hold(page, APPLICATION);
  await page.goto(`${hub.url}/knowledge-base?doc=${id}`, { waitUntil: 'commit' });
  const words = readable(page).locator('[aria-hidden] > div', { hasText: 'Line 60 says' });
  await expect(words).toBeAttached();
  await words.evaluate((line) => scrollBy(0, line.getBoundingClientRect().top - 300));
  const top = await words.evaluate((line) => Math.round(line.getBoundingClientRect().top));
  const area = readable(page).getByRole('textbox', { name: 'Content' });
  await area.evaluate((field: HTMLTextAreaElement) => {
    field.focus({ preventScroll: true });
    const end = field.value.indexOf('Line 60 says') + 'Line 60'.length;
    field.setSelectionRange(end, end);
  });
  await page.keyboard.type('!');
  letGo();
  await editorIsThere(page);
  const line = page.locator('.cm-line', { hasText: 'Line 60! says' });
  await expect(line).toBeVisible();
  await expect
    .poll(() => line.evaluate((found) => Math.round(found.getBoundingClientRect().top)))
    .toBeGreaterThanOrEqual(top - 2);
  expect(await line.evaluate((found) => found.getBoundingClientRect().top)).toBeLessThanOrEqual(top + 2);
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Version 2')).toBeAttached();
  const read = await page.request.get(`${hub.url}/api/documents/${id}`);
  const { content } = (await read.json()) as { content: string };
  expect(content).toBe(lines.join('\n').replace('Line 60 ', 'Line 60! '));
});

test('KB-06 a card opens a readable text before its editor loads; a failed load is reported and retried', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  const id = await stored(hub, cookie, { title: 'Behind a card', content: RUNBOOK });
  await page.route(EDITOR, (route) => route.abort());
  await page.goto(`${hub.url}/knowledge-base`);
  await page.getByRole('link', { name: 'Behind a card' }).click();
  await expect(page).toHaveURL(new RegExp(id));
  await expect(readable(page).getByRole('textbox', { name: 'Title', exact: true })).toHaveValue(
    'Behind a card',
  );
  await expect(page.getByText('The editor could not be shown.')).toBeVisible();
  await readable(page).getByRole('textbox', { name: 'Text below image 1' }).click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('typed ');
  await page.unroute(EDITOR);
  await page.getByRole('button', { name: 'Try again' }).click();
  await editorIsThere(page);
  await expect(page.locator('.cm-line', { hasText: 'typed below the picture' })).toBeVisible();
});

test('KB-08 a text that waits for its editor is accessible in both themes', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  for (const document of [
    { title: 'Read', content: RUNBOOK },
    { title: 'Read form', content: HOW_TO, templateType: 'how_to_guide' },
    { title: 'Read build', content: BUILD, templateType: 'build_document' },
  ]) {
    const id = await stored(hub, cookie, document);
    const letGo = await hold(page, EDITOR);
    await page.goto(`${hub.url}/knowledge-base?doc=${id}`, { waitUntil: 'commit' });
    await expect(readable(page)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Knowledge Base' })).toBeAttached();
    await expectReadable(page);
    letGo();
    await editorIsThere(page);
    await page.unroute(EDITOR);
  }
});
