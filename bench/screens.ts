import { chromium, type BrowserContext, type Page } from '@playwright/test';
import type { FastifyInstance } from 'fastify';
import type { Actor } from '../server/actor.ts';
import type { Db } from '../server/db/open.ts';
import { addDemoData } from '../server/demo/queries.ts';

/** What a screen may cost that is opened for the first time, beside a blank page from the same server. */
const MOST_TIMES_BLANK = 2.5;
/** Of the whole visit, as browsers count it. */
const MOST_SHIFT = 0.01;
const MOST_CALLS = 2;
const OPENINGS = 5;

/** Of each, the words that tell that it is complete. */
const SCREENS: { path: string; text: string | RegExp }[] = [
  { path: '/login', text: 'Sign in' },
  { path: '/', text: 'Infrastructure Overview' },
  { path: '/knowledge-base', text: /^v\d/ },
  { path: '/documents', text: /^v\d/ },
  { path: '/infrastructure', text: 'Servers (200)' },
  { path: '/ai', text: 'Ops AI Chat' },
  { path: '/team', text: 'Last active' },
  { path: '/settings', text: 'Danger Zone' },
  { path: '/admin/approval', text: 'All caught up!' },
];
/** Once for a visit, whichever screen is the first. */
const OF_THE_SHELL = /^\/api\/(auth\/user|settings|notifications|live)$/;

/** A page with one word and nothing else. */
export function addBlankPage(app: FastifyInstance): void {
  app.get('/blank', (_request, reply) =>
    reply.type('text/html').send('<!doctype html><title>Blank</title><p>Blank'),
  );
}

type Seen = { largestAt: number; shift: number; calls: number };

/**
 * How soon the largest text of a screen stands, how much jumps while it comes, and how many calls it makes, each screen in a
 * browser that has nothing of it yet. Throws where that is more than it may be.
 */
export async function measureScreens(url: string, headers: { cookie: string }, db: Db, actor: Actor) {
  await db.transaction((tx) => addDemoData(tx, actor, 'example.com'));
  const executablePath = process.env['PLAYWRIGHT_CHROMIUM_PATH'];
  const browser = await chromium.launch(executablePath ? { executablePath } : {});
  const [name = '', value = ''] = headers.cookie.split('=');
  const open = async (path: string, text: string | RegExp): Promise<Seen> => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    if (path !== '/login') await context.addCookies([{ name, value, url }]);
    const seen = await look(context, url + path, text);
    await context.close();
    return seen;
  };
  const blank: number[] = [];
  const rows = SCREENS.map((screen) => ({ ...screen, seen: [] as Seen[] }));
  for (let n = 0; n < OPENINGS; n++) {
    blank.push((await open('/blank', 'Blank')).largestAt);
    // Side by side in time, so that a busy moment of the machine meets all of them.
    for (const row of rows) row.seen.push(await open(row.path, row.text));
  }
  await browser.close();

  const base = median(blank);
  console.log(
    `screens, cold; a blank page: ${base.toFixed(0)} ms\n${'screen'.padEnd(18)}   ms   × blank   shift   calls`,
  );
  const faults: string[] = [];
  for (const { path, seen } of rows) {
    const ms = median(seen.map(({ largestAt }) => largestAt));
    const shift = Math.max(...seen.map((each) => each.shift));
    const calls = Math.max(...seen.map((each) => each.calls));
    console.log(
      `${path.padEnd(18)}${ms.toFixed(0).padStart(5)}${(ms / base).toFixed(1).padStart(10)}` +
        `${shift.toFixed(4).padStart(8)}${String(calls).padStart(8)}`,
    );
    if (ms > MOST_TIMES_BLANK * base)
      faults.push(`${path} takes ${(ms / base).toFixed(1)} times a blank page`);
    if (shift > MOST_SHIFT) faults.push(`${path} jumps by ${shift.toFixed(4)}`);
    if (calls > MOST_CALLS) faults.push(`${path} makes ${calls} calls`);
  }
  if (faults.length > 0) throw new Error(faults.join('; '));
}

async function look(context: BrowserContext, address: string, text: string | RegExp): Promise<Seen> {
  const page = await context.newPage();
  await page.addInitScript(watchPage);
  const calls = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/') && !OF_THE_SHELL.test(pathname)) calls.add(pathname);
  });
  await page.goto(address);
  await page.getByText(text).first().waitFor();
  await settled(page);
  const { largestAt, shift } = await page.evaluate(whatWasSeen);
  return { largestAt, shift, calls: calls.size };
}

/** Live events never end, so the network itself is never idle; two pictures in a row without a call are. */
async function settled(page: Page) {
  await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'));
  await page.waitForTimeout(700);
}

/** Runs in the page, before everything else of it. */
function watchPage() {
  const seen = { largestAt: 0, shift: 0 };
  type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) seen.largestAt = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries() as Shift[])
      if (!hadRecentInput) seen.shift += value;
  }).observe({ type: 'layout-shift', buffered: true });
  Object.assign(globalThis, { whatWasSeen: () => seen });
}

/** Runs in the page. */
const whatWasSeen = () =>
  (globalThis as unknown as { whatWasSeen(): { largestAt: number; shift: number } }).whatWasSeen();

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
