import { expect, type Page } from '@playwright/test';
import type { Hub } from './hub.ts';
import { HOSTILE_DIAGRAMS, HOSTILE_TEXTS } from './hostile-texts.ts';
import { send, test } from './signed-in.ts';

test.describe.configure({ timeout: 240_000 });

const AT_ONCE = 100;
/** Closes everything that a text leaves open. Otherwise one text would swallow the following ones. */
const CLOSED =
  '-->]]></script></style></textarea></template></noscript></select></iframe></video></audio></object></svg></math></table>';

/** Records everything that a document must not be able to do. */
async function watched(page: Page, hub: Hub): Promise<string[]> {
  const done: string[] = [];
  await page.exposeFunction('hit', () => void done.push('script ran'));
  page.on('dialog', (dialog) => {
    done.push('dialog');
    void dialog.dismiss();
  });
  const isForeign = (url: string) => !url.startsWith(`${hub.url}/`) && !/^(data|blob):/.test(url);
  page.on('request', (request) => {
    if (request.url().includes('logout')) done.push('signed out');
  });
  page.on('requestfinished', (request) => {
    if (isForeign(request.url())) done.push(`asked ${request.url()}`);
  });
  page.on('requestfailed', (request) => {
    // A request that the content policy blocked never left the browser.
    const reason = request.failure()?.errorText ?? '';
    if (isForeign(request.url()) && !/csp|BLOCKED_BY_CSP/i.test(reason))
      done.push(`asked ${request.url()}: ${reason}`);
  });
  page.on('popup', (popup) => done.push(`opened ${popup.url()}`));
  return done;
}

const addressOf = async (hub: Hub, cookie: string, fields: object) => {
  const answer = await send(hub, cookie, '/api/documents', fields);
  expect(answer.status).toBe(201);
  return `${hub.url}/knowledge-base?doc=${((await answer.json()) as { id: string }).id}&mode=preview`;
};

test('threat 58 threat 61 threat 62 threat 64 no text makes a reader’s browser run script, send requests or leave the page', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  expect(HOSTILE_TEXTS.length).toBeGreaterThan(1_500);
  const done = await watched(page, hub);
  for (let from = 0; from < HOSTILE_TEXTS.length; from += AT_ONCE) {
    const texts = HOSTILE_TEXTS.slice(from, from + AT_ONCE);
    const content = `${texts.join(`\n\n${CLOSED}\n\n`)}\n\n${CLOSED}`;
    await page.goto(await addressOf(hub, cookie, { title: `Texts ${from}`, content }));
    await expect(page.locator('[data-markdown][aria-busy=false]')).toBeAttached();
    // Parts outside the viewport count too.
    await page.locator('.part').evaluateAll((parts) => {
      for (const part of parts) (part as HTMLElement).style.contentVisibility = 'visible';
    });
    // The page itself still works: a click on its bar reaches the bar.
    await page.getByRole('button', { name: 'Save' }).click({ trial: true });
    const dangerous = await page
      .locator('[data-markdown]')
      .evaluate(
        (view) =>
          view.querySelectorAll('script,iframe,object,embed,form,style,link,meta,base,svg:not(.lucide)')
            .length,
      );
    expect(dangerous).toBe(0);
    const links = await page
      .locator('[data-markdown] a[href]')
      .evaluateAll((all) => all.map((link) => String(link.getAttribute('href'))));
    expect(links.filter((link) => !/^(https?:\/\/|mailto:|#|\/(?![/\\]))/.test(link))).toEqual([]);
  }
  expect(done).toEqual([]);
});

test('threat 59 the same texts in titles, tags, excerpts and categories stay plain text in every list', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  const done = await watched(page, hub);
  const hostile = '<img src=x onerror=hit()>';
  const fields = {
    title: `Named ${hostile}`,
    content: hostile,
    excerpt: hostile,
    tags: [hostile],
    category: hostile,
  };
  await page.goto(await addressOf(hub, cookie, fields));
  await expect(page.getByRole('heading', { name: `Named ${hostile}` })).toBeVisible();
  for (const view of ['', '?view=list', '?q=onerror']) {
    await page.goto(`${hub.url}/knowledge-base${view}`);
    await expect(page.getByText(`Named ${hostile}`).first()).toBeVisible();
    // The content policy would block the script even if a text became an element.
    await expect(page.locator('img[src=x]')).toHaveCount(0);
  }
  await page.getByRole('combobox', { name: 'Search docs' }).fill('onerror');
  await expect(page.getByRole('option', { name: 'Named' }).first()).toBeVisible();
  expect(done).toEqual([]);
});

test('ED-11 threat 60 highlights code and draws diagrams, and no diagram affects the page around it', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  const done = await watched(page, hub);
  const block = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\``;
  const sections = [
    `## Check\n\n${block('bash', 'echo "ok" # look')}`,
    `## Draw\n\n${block('mermaid', 'flowchart LR\n  Client --> Server')}`,
    `## Broken\n\n${block('mermaid', 'flowchart LR\n  A --> -> B[[')}`,
    `## Hostile\n\n${HOSTILE_DIAGRAMS.map((diagram) => block('mermaid', diagram)).join('\n\n')}`,
  ];
  await page.goto(
    await addressOf(hub, cookie, { title: 'Drawn', content: `Intro.\n\n${sections.join('\n\n')}` }),
  );
  const view = page.locator('[data-markdown]');
  await expect(view.getByText('"ok"')).toHaveCSS('color', await colourOf(page, '--green'));
  await expect(view.getByRole('img', { name: /^Diagram/ }).first()).toHaveJSProperty('complete', true);
  await expect(view.getByText('This diagram cannot be drawn: Parse error on line 2').first()).toBeVisible();
  await expect(view.getByText('A --> -> B[[')).toBeVisible();
  const contents = page.getByRole('navigation', { name: 'Contents' });
  await contents.getByText('Contents').click();
  await expect(contents.getByRole('link')).toHaveText(['Check', 'Draw', 'Broken', 'Hostile']);
  // Every diagram ends as a picture or as an error message.
  const diagrams = view.locator('.diagram');
  for (const diagram of await diagrams.all()) {
    await diagram.scrollIntoViewIfNeeded();
    await expect(diagram.locator('> img, > .diagram-problem')).toBeVisible({ timeout: 30_000 });
  }
  expect(await diagrams.count()).toBe(HOSTILE_DIAGRAMS.length + 2);
  await page.getByRole('button', { name: 'Save' }).click({ trial: true });
  const frame = page.locator('iframe[title=Diagrams]');
  await expect(frame).toHaveAttribute('sandbox', 'allow-scripts');
  expect(
    await page
      .frames()
      .at(-1)
      ?.evaluate(() => origin),
  ).toBe('null');
  expect(done).toEqual([]);

  await contents.getByRole('link', { name: 'Broken' }).click();
  await expect(page).toHaveURL(/#broken$/);
});

/** A colour of the theme in the notation of computed colours. */
const colourOf = (page: Page, token: string) =>
  page.evaluate((name) => {
    const probe = document.createElement('i');
    probe.style.color = `var(${name})`;
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, token);

test('threat 37 text cannot become markup of a page, nor the script of a worker', async ({
  signedIn: page,
  hub,
}) => {
  const broken: string[] = [];
  await page.exposeFunction('violated', (directive: string) => broken.push(directive));
  await page.addInitScript(() =>
    addEventListener('securitypolicyviolation', ({ violatedDirective }) =>
      (window as unknown as { violated(directive: string): void }).violated(violatedDirective),
    ),
  );
  await page.goto(`${hub.url}/knowledge-base`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(broken, 'by the product itself').toEqual([]);
  const refused = await page.evaluate(() => {
    const attempts: (() => unknown)[] = [
      () => (document.body.innerHTML = '<b>Text</b>'),
      () => new DOMParser().parseFromString('<b>Text</b>', 'text/html'),
      () => document.createElement('script').setAttribute('src', '/api/documents'),
      () => new Worker('/objects/8f14e45f-ceea-467f-a0e6-3c2d7b9e6a11'),
      () => new Worker('https://elsewhere.example/assets/x.js'),
      () => new Worker(URL.createObjectURL(new Blob(['x']))),
    ];
    return attempts.map((attempt) => {
      try {
        attempt();
        return 'let through';
      } catch (error) {
        return (error as Error).name;
      }
    });
  });
  expect(refused).toEqual(refused.map(() => 'TypeError'));
  expect(refused).toHaveLength(6);
  await page.goto(`${hub.url}/api/docs`);
  await expect(page.getByRole('heading', { name: /Ops Hub/ })).toBeVisible();
  await page.locator('.opblock-summary-control').first().click({ timeout: 20_000 });
  await expect(page.getByRole('button', { name: 'Try it out' })).toBeVisible();
});
