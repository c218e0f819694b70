import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test';
import type { FastifyInstance } from 'fastify';
import { call } from '../contract/calls/call.ts';
import { documents } from '../contract/calls/documents.ts';
import type { Actor } from '../server/actor.ts';
import type { Db } from '../server/db/open.ts';
import { addDemoData } from '../server/demo/queries.ts';

/** Cumulative layout shift of the whole visit, as browsers report it. */
const MOST_SHIFT = 0.01;
const MOST_CALLS = 2;
const OPENINGS = 5;
const KIB = 1024;

type Screen = { name: string; path: string; text: string | RegExp };

/** `text` appears when the screen is complete. */
const SCREENS: Screen[] = [
  { name: '/login', path: '/login', text: 'Sign in' },
  { name: '/', path: '/', text: 'Infrastructure Overview' },
  { name: '/knowledge-base', path: '/knowledge-base', text: /^v\d/ },
  { name: '/documents', path: '/documents', text: /^v\d/ },
  { name: '/infrastructure', path: '/infrastructure', text: 'Servers (200)' },
  { name: '/ai', path: '/ai', text: 'Ops AI Chat' },
  { name: '/team', path: '/team', text: 'Last active' },
  { name: '/settings', path: '/settings', text: 'Danger Zone' },
  { name: '/admin/approval', path: '/admin/approval', text: 'All caught up!' },
];
/** Text in the opened documents by which their content is detected. */
const WORDS = 'Take the relay out of the pool';
/** Calls of the shell, made once per visit on any screen. */
const OF_THE_SHELL = /^\/api\/(auth\/user|settings|notifications|live)$/;

/** Texts of the pages without scripts: one word, or the text of a screen. */
const pages = new Map([['blank', 'Blank']]);

export const setBarePage = (name: string, text: string) => void pages.set(name, text);

/** A page with one word, and pages with only the text of screens. */
export function addBarePages(app: FastifyInstance): void {
  app.get<{ Params: { name: string } }>('/bare/:name', (request, reply) => {
    const text = (pages.get(request.params.name) ?? '').replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    return reply.type('text/html').send(`<!doctype html><title>Bare</title><pre>${text}`);
  });
}

/** Milliseconds from the start of the visit; script in KiB as transferred. */
type Visit = {
  largestAt: number;
  textAt: number;
  editableAt: number;
  scriptToText: number;
  scriptToEditor: number;
  shift: number;
  calls: number;
  says: string;
};

/**
 * For each screen the time of the largest text, the layout shift and the number of calls, in a browser without any
 * cache and on a second visit, compared with a page of the same text without scripts. For documents also the times of
 * their text and their editor. Throws if a screen jumps or makes too many calls.
 */
export async function measureScreens(url: string, headers: { cookie: string }, db: Db, actor: Actor) {
  await db.transaction((tx) => addDemoData(tx, actor, 'example.com'));
  const screens = [...SCREENS, ...(await openedDocuments(url, headers))];
  const executablePath = process.env['PLAYWRIGHT_CHROMIUM_PATH'];
  const browser = await chromium.launch(executablePath ? { executablePath } : {});
  const visit = visitsBy(browser, url, headers.cookie);
  const rows = screens.map((screen) => ({
    screen,
    cold: [] as Visit[],
    warm: [] as Visit[],
    bare: [] as Visit[],
  }));
  const blank: Visit[] = [];
  for (let n = 0; n < OPENINGS; n++) {
    blank.push((await visit({ name: 'blank', path: '/bare/blank', text: 'Blank' })).cold);
    // Measured in turn, so that a busy moment of the machine affects all of them.
    for (const { screen, cold, warm, bare } of rows) {
      const both = await visit(screen);
      cold.push(both.cold);
      warm.push(both.warm);
      const name = encodeURIComponent(screen.name.replaceAll(/\W/g, '-'));
      pages.set(name, both.warm.says);
      bare.push((await visit({ name, path: `/bare/${name}`, text: /\S/ })).cold);
    }
  }
  await browser.close();
  report(rows, blank);
}

/** One document per editor. */
async function openedDocuments(url: string, headers: { cookie: string }): Promise<Screen[]> {
  const send = (path: string, init: RequestInit) =>
    fetch(url + path, { ...init, headers: { ...(init.headers as Record<string, string>), ...headers } });
  const lines = Array.from({ length: 60 }, (_, n) => `${n + 1}. Wait until relay ${n + 1} answers again.`);
  const bodies = [
    { title: 'Free text', content: `# Relay\n\n${WORDS}.\n\n${lines.join('\n')}` },
    {
      title: 'How-to guide',
      content: `## Purpose\n\n${WORDS}.\n\n## Steps\n\n### Step 1: Drain it\n\n${lines.join('\n')}`,
      templateType: 'how_to_guide' as const,
    },
  ];
  const made = await Promise.all(bodies.map((body) => call(documents.create, { body }, send)));
  return made.map(({ id, title }) => ({
    name: title,
    path: `/knowledge-base?doc=${id}`,
    text: 'Document Settings',
  }));
}

type Row = { screen: Screen; cold: Visit[]; warm: Visit[]; bare: Visit[] };

function report(rows: Row[], blank: Visit[]): void {
  const largest = (visits: Visit[]) => median(visits.map(({ largestAt }) => largestAt));
  const base = largest(blank);
  console.log(`screens, ms to the largest contentful paint; a blank page: ${base.toFixed(0)} ms`);
  printRow(['screen', 'cold', 'warm', 'bare', '× blank', 'shift', 'calls']);
  const faults: string[] = [];
  for (const { screen, cold, warm, bare } of rows) {
    const times = largest(cold) / base;
    const shift = Math.max(...[...cold, ...warm].map((each) => each.shift));
    const calls = Math.max(...[...cold, ...warm].map((each) => each.calls));
    const ms = [cold, warm, bare].map((visits) => largest(visits).toFixed(0));
    printRow([screen.name, ...ms, times.toFixed(1), shift.toFixed(4), String(calls)]);
    if (shift > MOST_SHIFT) faults.push(`${screen.name} jumps by ${shift.toFixed(4)}`);
    if (calls > MOST_CALLS) faults.push(`${screen.name} makes ${calls} calls`);
  }
  reportDocuments(rows);
  if (faults.length > 0) throw new Error(faults.join('; '));
}

/** For opened documents: when the text is readable and when it is editable, and the script loaded by then. */
function reportDocuments(rows: Omit<Row, 'bare'>[]): void {
  printRow([
    'document',
    'text cold',
    'text warm',
    'editor cold',
    'editor warm',
    'KB to text',
    'KB to editor',
  ]);
  for (const { screen, cold, warm } of rows.filter(({ cold: [first] }) => first && first.textAt > 0)) {
    const figures = [
      median(cold.map(({ textAt }) => textAt)),
      median(warm.map(({ textAt }) => textAt)),
      median(cold.map(({ editableAt }) => editableAt)),
      median(warm.map(({ editableAt }) => editableAt)),
      median(cold.map(({ scriptToText }) => scriptToText)),
      median(cold.map(({ scriptToEditor }) => scriptToEditor)),
    ];
    printRow([screen.name, ...figures.map((figure) => figure.toFixed(0))]);
  }
}

const printRow = ([name = '', ...figures]: string[]) =>
  console.log(name.padEnd(18) + figures.map((figure) => figure.padStart(13)).join(''));

/** Visits a screen in a new browser context, then again in the same one. */
function visitsBy(browser: Browser, url: string, cookie: string) {
  const [name = '', value = ''] = cookie.split('=');
  return async ({ path, text }: Screen): Promise<{ cold: Visit; warm: Visit }> => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    if (path !== '/login') await context.addCookies([{ name, value, url }]);
    const cold = await look(context, url + path, text);
    const warm = await look(context, url + path, text);
    await context.close();
    return { cold, warm };
  };
}

async function look(context: BrowserContext, address: string, text: string | RegExp): Promise<Visit> {
  const page = await context.newPage();
  await page.addInitScript(watchPage, { words: WORDS, kib: KIB });
  const calls = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/') && !OF_THE_SHELL.test(pathname)) calls.add(pathname);
  });
  await page.goto(address);
  await page.getByText(text).first().waitFor();
  await settled(page);
  const seen = await page.evaluate(whatWasSeen);
  await page.close();
  return { ...seen, calls: calls.size };
}

/** Live events never end, so the network is never idle. Waits until nothing is marked as busy, then a little longer. */
async function settled(page: Page) {
  await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'));
  await page.waitForTimeout(700);
}

/** Runs in the page before all other scripts. */
function watchPage({ words, kib }: { words: string; kib: number }) {
  const seen = { largestAt: 0, textAt: 0, editableAt: 0, scriptToText: 0, scriptToEditor: 0, shift: 0 };
  type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) seen.largestAt = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries() as Shift[])
      if (!hadRecentInput) seen.shift += value;
  }).observe({ type: 'layout-shift', buffered: true });
  const script = () =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.endsWith('.js'))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / kib;
  const isIn = (field: Element) =>
    ((field as HTMLTextAreaElement).value ?? field.textContent).includes(words);
  const look = () => {
    const own = 'main .cm-content, main textarea';
    const there = [...document.querySelectorAll(`${own}, section textarea`)].some(isIn);
    const isEditor = [...document.querySelectorAll(own)].some(
      (field) => isIn(field) && !field.closest('[aria-label=Document]'),
    );
    if (there && !seen.textAt) Object.assign(seen, { textAt: performance.now(), scriptToText: script() });
    if (isEditor && !seen.editableAt)
      Object.assign(seen, { editableAt: performance.now(), scriptToEditor: script() });
    if (!seen.editableAt) requestAnimationFrame(look);
  };
  // A frame appears on screen after its animation callback, so look again in the next frame.
  requestAnimationFrame(look);
  Object.assign(globalThis, { whatWasSeen: () => ({ ...seen, says: document.body.innerText }) });
}

/** Runs in the page. */
const whatWasSeen = () => (globalThis as unknown as { whatWasSeen(): Omit<Visit, 'calls'> }).whatWasSeen();

export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
