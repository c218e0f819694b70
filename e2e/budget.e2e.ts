import { expect, type Page, type Response } from '@playwright/test';
import { withOwnStream } from './own-streams.ts';
import { send, test } from './signed-in.ts';

test.use({ product: 'budget' });

const KIB = 1024;

/** KB of script that travelled since it was asked last; `isMeant` says which addresses count. */
function scriptsOf(page: Page) {
  let scripts: Response[] = [];
  page.on('response', (response) => {
    if (/\.js(\?|$)/.test(response.url())) scripts.push(response);
  });
  return async (isMeant: (address: string) => boolean = () => true): Promise<number> => {
    const counted = new Map(
      scripts.filter((script) => isMeant(script.url())).map((script) => [script.url(), script]),
    );
    scripts = [];
    const sizes = await Promise.all([...counted.values()].map(travelled));
    const kib = sizes.reduce((sum, bytes) => sum + bytes, 0) / KIB;
    console.log(`${kib.toFixed(1)} KB of script in ${counted.size} files`);
    return kib;
  };
}

/** Bytes of the answer as brotli made it, the headers not counted. */
async function travelled(response: Response): Promise<number> {
  expect(await response.headerValue('content-encoding')).toBe(await packingOf(response));
  return (await response.request().sizes()).responseBodySize;
}
/** Files too small to be packed travel as they are. */
const packingOf = async (response: Response) => ((await response.body()).length > KIB ? 'br' : null);

/** What is fetched ahead of need starts a while later; on a slow machine it would be counted too. */
function nothingAhead() {
  const start = window.setTimeout.bind(window) as (run: () => void, ms?: number) => number;
  const isAhead = (ms = 0) => ms >= 1_500;
  Object.assign(window, {
    setTimeout: (run: () => void, ms?: number) => (isAhead(ms) ? 0 : start(run, ms)),
  });
}

const LANDING = 'Ready to Transform Your Documentation?';

test('no first screen loads more script than it may, and the first document at most 180 KB more', async ({
  signedIn: page,
  hub,
  browser,
}) => {
  for (const [path, seen, most] of [
    ['/', 'Infrastructure Overview', 150],
    ['/infrastructure', 'Add Server', 150],
    ['/', LANDING, 110],
    ['/login', 'Forgot password?', 110],
  ] as const) {
    const isVisitor = seen === LANDING || path === '/login';
    const storageState = isVisitor ? undefined : await page.context().storageState();
    const context = await browser.newContext({ ...(storageState && { storageState }) });
    const tab = await context.newPage();
    await tab.addInitScript(nothingAhead);
    await withOwnStream(tab);
    const sizes = scriptsOf(tab);
    await tab.goto(hub.url + path);
    await expect(tab.getByText(seen).first()).toBeVisible();
    await tab.waitForLoadState('networkidle');
    expect(await sizes(), `${path} with ${seen}`).toBeLessThanOrEqual(most);
    await context.close();
  }
  const loaded = scriptsOf(page);
  await page.addInitScript(nothingAhead);
  await withOwnStream(page);
  await page.goto(`${hub.url}/knowledge-base`);
  await expect(page.getByRole('button', { name: 'Create New' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  const first = await loaded();
  expect(first).toBeGreaterThan(0);
  expect(first).toBeLessThanOrEqual(150);

  await page.getByRole('button', { name: 'Create New' }).click();
  await page.getByRole('menuitem', { name: 'Knowledge Base' }).click();
  await expect(page.getByRole('textbox', { name: 'Content' })).toBeVisible();
  // The preview comes ahead of need as well, when the editor stands.
  const editor = await loaded((address) => !/\/(markdown-view|parts)/.test(address));
  expect(editor).toBeGreaterThan(100);
  expect(editor).toBeLessThanOrEqual(180);
});

/** Once for a visit, whichever screen is the first. */
const OF_THE_SHELL = /^\/api\/(auth\/user|settings|notifications|live)$/;
const MOST_CALLS = 2;

test('no screen jumps by more than 0.01 while it comes, and none needs more than two calls', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  expect((await send(hub, cookie, '/api/admin/demo', {})).status).toBe(201);
  const ask = async (path: string) =>
    (await fetch(hub.url + path, { headers: { cookie: `sid=${cookie}` } })).json();
  const [server] = (await ask('/api/servers?limit=1')) as { id: string; name: string }[];
  type Document = { id: string; title: string };
  const [document] = (await ask('/api/documents?type=knowledge-base&limit=1')) as Document[];
  const [guide] = (await ask('/api/documents?type=how-to-guides&limit=1')) as Document[];
  const share = await send(hub, cookie, `/api/documents/${document?.id}/shares`, {});
  const { url } = (await share.json()) as { url: string };
  await page.addInitScript(() => {
    let shift = 0;
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries() as Shift[])
        if (!hadRecentInput) shift += value;
    }).observe({ type: 'layout-shift', buffered: true });
    const wanted: string[] = [];
    const send = window.fetch.bind(window);
    const fetch = (address: string, init?: RequestInit) => {
      wanted.push(address);
      return send(address, init);
    };
    Object.assign(window, { shiftSoFar: () => shift, fetch, wanted });
  });
  const calls = new Set<string>();
  let asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/') && !OF_THE_SHELL.test(pathname)) calls.add(pathname);
    if (pathname.startsWith('/api/')) asked.push(pathname + search);
  });
  const wanted = () => (window as unknown as { wanted: string[] }).wanted;
  const askedAhead = () =>
    [...window.document.querySelectorAll('link[as=fetch]')].map((link) => link.getAttribute('href') ?? '');
  const shiftSoFar = () => (window as unknown as { shiftSoFar(): number }).shiftSoFar();
  // What a screen asks for may take its time: what is drawn meanwhile keeps its place.
  await page.route(/facets/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  for (const [path, seen] of [
    ['/', 'Needs attention first'],
    ['/knowledge-base', 'Create New'],
    ['/documents', 'New Document'],
    ['/infrastructure', 'Servers (200)'],
    ['/ai', 'Ops AI Chat'],
    ['/team', 'Total Members'],
    ['/settings', 'Accounts waiting for approval'],
    ['/admin/approval', 'All caught up!'],
    ['/admin/users', 'Deactivate'],
    ['/admin/audit', 'demo'],
    ['/admin/broken-links', 'Broken links'],
    ['/admin/system', 'npm run backup'],
    [`/infrastructure/${server?.id}`, 'Availability'],
    [`/knowledge-base?doc=${document?.id}`, 'Document Settings'],
    [`/documents?doc=${guide?.id}`, 'Document Settings'],
    [`/documents?doc=${guide?.id}&mode=preview`, 'Document Settings'],
    ['/knowledge-base?create=knowledge-base', 'Document Settings'],
    ['/knowledge-base?create=how-to-guide', 'Document Settings'],
    ['/knowledge-base?view=category', 'Select a document to preview'],
    [`/knowledge-base?view=category&item=${document?.id}`, 'v1'],
    ['/knowledge-base?autocreate=true', 'Generate Preview'],
    [`/print/${document?.id}`, document?.title ?? ''],
    [new URL(url).pathname, document?.title ?? ''],
  ] as const) {
    calls.clear();
    asked = [];
    await page.goto(hub.url + path);
    await expect(page.getByText(seen).first()).toBeVisible();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    // What the page asks ahead is asked once, and the screen takes it.
    const ahead = await page.evaluate(askedAhead);
    expect.soft(ahead, path).toContain('/api/settings');
    expect
      .soft(asked.filter((address) => ahead.includes(address)).toSorted(), path)
      .toEqual(ahead.toSorted());
    expect.soft(await page.evaluate(wanted), path).toEqual(expect.arrayContaining(ahead));
    expect.soft(calls.size, `${path}: ${[...calls].join(' ')}`).toBeLessThanOrEqual(MOST_CALLS);
    expect.soft(await page.evaluate(shiftSoFar), path).toBeLessThanOrEqual(0.01);
  }
});
