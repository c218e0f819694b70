import { expect, type Page, type Response } from '@playwright/test';
import { hold } from './hold.ts';
import { withOwnStream } from './own-streams.ts';
import { send, test } from './signed-in.ts';

test.use({ product: 'own' });

const KIB = 1024;

/** Returns the KB of script that were transferred since the last call. `isMeant` selects the addresses that count. */
function scriptsOf(page: Page) {
  let scripts: Response[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    // Only browsers without shared workers load the second one. These tabs have none, so that they can be measured.
    if (pathname.endsWith('.js') && !pathname.includes('/stream-among-tabs-')) scripts.push(response);
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

/** Bytes of the body after brotli compression, without headers. */
async function travelled(response: Response): Promise<number> {
  expect(await response.headerValue('content-encoding')).toBe(await packingOf(response));
  return (await response.request().sizes()).responseBodySize;
}
/** Files that are too small for compression are sent as they are. */
const packingOf = async (response: Response) => ((await response.body()).length > KIB ? 'br' : null);

/** Delays preloads of other screens. On a slow machine they would be counted too. */
function nothingAhead() {
  const start = window.setTimeout.bind(window) as (run: () => void, ms?: number) => number;
  const isAhead = (ms = 0) => ms >= 1_500;
  Object.assign(window, {
    setTimeout: (run: () => void, ms?: number) => (isAhead(ms) ? 0 : start(run, ms)),
  });
}

const LANDING = 'Ready to Transform Your Documentation?';
const BEFORE_SIGN_IN = 113;
const OF_A_SCREEN = 158;
const UNTIL_READABLE = 2;
const UNTIL_ALL_OF_A_TEXT = 260;
const UNTIL_EDITABLE = 330;

test('no screen loads more script than its budget, before sign-in and after it', async ({
  signedIn: page,
  hub,
  browser,
}) => {
  const storageState = await page.context().storageState();
  for (const [path, seen, most] of [
    ['/', LANDING, BEFORE_SIGN_IN],
    ['/login', 'Forgot password?', BEFORE_SIGN_IN],
    ['/register', 'First name', BEFORE_SIGN_IN],
    ['/forgot-password', 'Send', BEFORE_SIGN_IN],
    ['/reset-password', 'password', BEFORE_SIGN_IN],
    ['/verify-email', 'Email', BEFORE_SIGN_IN],
    ['/approval-pending', 'approv', BEFORE_SIGN_IN],
    ['/', 'Infrastructure Overview', OF_A_SCREEN],
    ['/knowledge-base', 'Create New', OF_A_SCREEN],
    ['/documents', 'New Document', OF_A_SCREEN],
    ['/infrastructure', 'Add Server', OF_A_SCREEN],
    ['/alerts', 'No open alerts', OF_A_SCREEN],
    ['/alerts/maintenance', 'New Window', OF_A_SCREEN],
    ['/alerts/plan', 'Servers to switch off', OF_A_SCREEN],
    ['/alerts/duty', 'New Entry', OF_A_SCREEN],
    ['/alerts/report', 'Availability by environment', OF_A_SCREEN],
    ['/ai', 'Ops AI Chat', OF_A_SCREEN],
    ['/team', 'Total Members', OF_A_SCREEN],
    ['/settings', 'Danger Zone', OF_A_SCREEN],
    ['/settings/offline', 'What protects them', OF_A_SCREEN],
    ['/admin/approval', 'All caught up!', OF_A_SCREEN],
    ['/admin/users', 'Deactivate', OF_A_SCREEN],
    ['/admin/groups', 'New Group', OF_A_SCREEN],
    ['/admin/alert-rules', 'New Rule', OF_A_SCREEN],
    ['/admin/channels', 'New Channel', OF_A_SCREEN],
    ['/admin/alert-inputs', 'New Program', OF_A_SCREEN],
    ['/admin/audit', 'Audit', OF_A_SCREEN],
    ['/admin/sign-in-policy', 'Save Policy', OF_A_SCREEN],
    ['/admin/broken-links', 'Broken links', OF_A_SCREEN],
    ['/admin/system', 'npm run backup', OF_A_SCREEN],
  ] as const) {
    const context = await browser.newContext(most === OF_A_SCREEN ? { storageState } : {});
    const tab = await context.newPage();
    await tab.addInitScript(nothingAhead);
    await withOwnStream(tab);
    const sizes = scriptsOf(tab);
    await tab.goto(hub.url + path);
    await expect(tab.getByText(seen).first()).toBeVisible();
    await tab.waitForLoadState('networkidle');
    const kib = await sizes();
    expect(kib, path).toBeGreaterThan(50);
    expect.soft(kib, `${path} with ${seen}`).toBeLessThanOrEqual(most);
    await context.close();
  }
});

test('KB-08 the page to read a document is readable before any script, and no more than a screen when it is complete', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  await page.addInitScript(nothingAhead);
  await withOwnStream(page);
  const made = await send(hub, cookie, '/api/documents', { title: 'Opened', content: 'To be **read**.' });
  const { id } = (await made.json()) as { id: string };
  const sizes = scriptsOf(page);
  const letGo = await hold(page, /\/assets\/.*\.js$/);
  await page.goto(`${hub.url}/knowledge-base/${id}`, { waitUntil: 'commit' });
  await expect(page.getByText('To be read.')).toBeVisible();
  expect(await sizes()).toBeLessThanOrEqual(UNTIL_READABLE);
  letGo();
  await expect(page.getByRole('link', { name: 'Edit' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(await sizes()).toBeLessThanOrEqual(UNTIL_ALL_OF_A_TEXT);
});

test('KB-08 an opened document needs little script until it is readable, and a limited amount until it is editable', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  await page.addInitScript(nothingAhead);
  await withOwnStream(page);
  const made = await send(hub, cookie, '/api/documents', { title: 'Opened', content: 'To be read.' });
  const { id } = (await made.json()) as { id: string };
  const sizes = scriptsOf(page);
  // A module runs after the page has been read, so the text does not wait for it. A classic script is waited for.
  const address = `${hub.url}/knowledge-base?doc=${id}`;
  const html = await (await page.request.get(address)).text();
  const classic = new Set([...html.matchAll(/<script src="([^"]+)"/g)].map(([, link]) => hub.url + link));
  const letGo = await hold(page, /\.js$/, (script) => !classic.has(script));
  await page.goto(address, { waitUntil: 'commit' });
  await expect(page.getByRole('region', { name: 'Document' }).getByLabel('Content')).toHaveValue(
    'To be read.',
  );
  const readable = await sizes((script) => classic.has(script));
  expect(readable).toBeGreaterThan(0);
  expect(readable).toBeLessThanOrEqual(UNTIL_READABLE);
  letGo();
  await expect(page.locator('.cm-content')).toContainText('To be read.');
  await page.waitForLoadState('networkidle');
  // The editor also preloads the preview.
  const editor = await sizes((address) => !/\/(texts|long-text)-/.test(address));
  expect(editor).toBeGreaterThan(200);
  expect(readable + editor).toBeLessThanOrEqual(UNTIL_EDITABLE);
});

/** Every visit fetches these files once, whichever screen is first. */
const OF_THE_SHELL = /^\/api\/(auth\/user|settings|notifications|alerts|live|admin\/pending-users)$/;
const MOST_CALLS = 2;

/** Runs in the page. Adds up layout shifts and records fetches. */
function watchShiftsAndCalls() {
  let shift = 0;
  type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries() as Shift[]) if (!hadRecentInput) shift += value;
  }).observe({ type: 'layout-shift', buffered: true });
  const wanted: string[] = [];
  const send = window.fetch.bind(window);
  const fetch = (address: string, init?: RequestInit) => {
    wanted.push(address);
    return send(address, init);
  };
  Object.assign(window, { shiftSoFar: () => shift, fetch, wanted });
}

test('no screen shifts by more than 0.01 while it loads, and none needs more than two calls', async ({
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
  await page.addInitScript(watchShiftsAndCalls);
  const calls = new Set<string>();
  let requests: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/') && !OF_THE_SHELL.test(pathname)) calls.add(pathname);
    if (pathname.startsWith('/api/')) requests.push(pathname + search);
  });
  const wanted = () => (window as unknown as { wanted: string[] }).wanted;
  const askedAhead = () =>
    [...window.document.querySelectorAll('link[as=fetch]')].map((link) => link.getAttribute('href') ?? '');
  const shiftSoFar = () => (window as unknown as { shiftSoFar(): number }).shiftSoFar();
  // Delays a reply of a screen. The prerendered parts must keep their places meanwhile.
  await page.route(/facets/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  for (const [path, seen] of [
    ['/', 'Needs attention first'],
    ['/knowledge-base', 'Create New'],
    ['/documents', 'New Document'],
    ['/infrastructure', 'Servers (200)'],
    ['/alerts', 'Show'],
    ['/alerts/maintenance', 'New Window'],
    ['/alerts/plan', 'Servers to switch off'],
    ['/alerts/duty', 'New Entry'],
    ['/alerts/report', 'Availability by environment'],
    ['/ai', 'Ops AI Chat'],
    ['/team', 'Total Members'],
    ['/settings', 'Accounts waiting for approval'],
    ['/admin/approval', 'All caught up!'],
    ['/admin/users', 'Deactivate'],
    ['/admin/audit', 'added the sample data'],
    ['/admin/groups', 'New Group'],
    ['/admin/alert-rules', 'New Rule'],
    ['/admin/channels', 'New Channel'],
    ['/admin/alert-inputs', 'New Program'],
    ['/admin/sign-in-policy', 'Save Policy'],
    ['/admin/broken-links', 'Broken links'],
    ['/admin/system', 'npm run backup'],
    [`/infrastructure/${server?.id}`, 'Availability'],
    [`/knowledge-base?doc=${document?.id}`, 'Document Settings'],
    [`/knowledge-base/${document?.id}`, 'Version History'],
    [`/knowledge-base/${guide?.id}`, 'Version History'],
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
    requests = [];
    await page.goto(hub.url + path);
    await expect(page.getByText(seen).first()).toBeVisible();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    // The page sends each preloaded call once, and the screen uses its reply.
    const ahead = await page.evaluate(askedAhead);
    expect.soft(ahead, path).toContain('/api/settings');
    expect
      .soft(requests.filter((address) => ahead.includes(address)).toSorted(), path)
      .toEqual(ahead.toSorted());
    expect.soft(await page.evaluate(wanted), path).toEqual(expect.arrayContaining(ahead));
    expect.soft(calls.size, `${path}: ${[...calls].join(' ')}`).toBeLessThanOrEqual(MOST_CALLS);
    expect.soft(await page.evaluate(shiftSoFar), path).toBeLessThanOrEqual(0.01);
  }
});
