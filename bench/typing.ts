import { chromium, type Page } from '@playwright/test';
import { build } from 'vite';
import { call } from '../contract/calls/call.ts';
import { documents } from '../contract/calls/documents.ts';
import { longestTask, percentile, watchTasks } from './measure.ts';

/** Acceptable delays in milliseconds: one frame for a key, a blink for the preview. */
const MOST_KEY_MS = 16;
const MOST_PREVIEW_MS = 100;
/** If the bare editor takes this long on a slow or busy machine, the product may take this many times as long. */
const MOST_TIMES_BARE = 1.5;
const SIZE = 200_000;
const KEYS = 120;
/**
 * Keys typed in one editor before switching to the other, so that other load affects both. The first ones are a
 * warm-up.
 */
const IN_A_ROW = 30;
const WARM_UP = 6;
const OPENINGS = 10;
/** The pace of a fast typist. */
const BETWEEN_KEYS_MS = 70;
const PLACES = [0.02, 0.5, 0.98];

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A long runbook with the prose, lists, tables and code of real ones. */
function aLongRunbook(): string {
  const parts: string[] = ['# Replace a node of the database pool'];
  for (let n = 1; parts.join('\n\n').length < SIZE; n++) {
    parts.push(
      `## Step ${n}: drain db${n}`,
      `Take **db${n}** out of the pool before anything else, and wait until ` +
        `\`pg_stat_activity\` shows no session. See [the pool](/knowledge-base?doc=${n}).`,
      `1. Open the console of db${n}.\n2. Run the check below.\n   - It must say *ready*.\n3. Note the lag.`,
      `\`\`\`bash\nssh db${n}.example.com 'sudo systemctl status postgresql'\n` +
        `psql -c "select now() - pg_last_xact_replay_timestamp()"\n\`\`\``,
      `| Host | Role | Lag |\n| --- | --- | --- |\n| db${n} | replica | ${n} s |\n| db${n + 1} | primary | 0 s |`,
    );
  }
  return parts.join('\n\n');
}

/**
 * Typing in a document of 200 KB: the delay until a key is on screen, compared with the bare editor library in the same
 * run, and the delay until the preview shows text. Throws if a person would notice.
 */
export async function measureTyping(url: string, headers: { cookie: string }) {
  const send = (path: string, init: RequestInit) =>
    fetch(url + path, { ...init, headers: { ...(init.headers as Record<string, string>), ...headers } });
  const content = aLongRunbook();
  const { id } = await call(documents.create, { body: { title: 'Long runbook', content } }, send);
  const executablePath = process.env['PLAYWRIGHT_CHROMIUM_PATH'];
  // Otherwise a key would also wait for the next frame, up to 17 ms on any machine.
  const args = ['--disable-frame-rate-limit', '--disable-gpu-vsync'];
  const browser = await chromium.launch({ args, ...(executablePath && { executablePath }) });
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const [name = '', value = ''] = headers.cookie.split('=');
  await context.addCookies([{ name, value, url }]);

  const bare = await context.newPage();
  await openBare(bare, url, content);
  const ours = await context.newPage();
  await ours.goto(`${url}/knowledge-base?doc=${id}`);
  await ours.locator('.cm-content').waitFor();
  const rows: { place: number; bare: number[]; ours: number[]; bareWork: number; ourWork: number }[] = [];
  for (const place of PLACES) {
    const row = { place, bare: [] as number[], ours: [] as number[], bareWork: 0, ourWork: 0 };
    for (const page of [bare, ours]) await goTo(page, place);
    const [bareMeter, ourMeter] = [await workMeter(bare), await workMeter(ours)];
    while (row.ours.length < KEYS) {
      row.bareWork += await typeKeys(bare, row.bare, bareMeter);
      row.ourWork += await typeKeys(ours, row.ours, ourMeter);
    }
    rows.push(row);
  }
  const previews = await openPreviews(ours);
  const nextToPreview = await typeBesidePreview(ours);
  await browser.close();

  const [bareKeys, ourKeys] = [rows.flatMap((row) => row.bare), rows.flatMap((row) => row.ours)];
  console.log(`typing in ${Math.round(content.length / 1000)} KB, ms from key to paint`);
  for (const row of rows) {
    const at = `at ${Math.round(row.place * 100)} %`.padEnd(10);
    const work = `${(row.bareWork / row.bare.length).toFixed(1)} and ${(row.ourWork / row.ours.length).toFixed(1)}`;
    console.log(
      `${at} bare ${figures(row.bare)}   ours ${figures(row.ours)}   × ${ratio(row)}   work per key ${work}`,
    );
  }
  console.log(`all keys   bare ${figures(bareKeys)}   ours ${figures(ourKeys)}`);
  console.log(`preview    shown ${figures(previews.map(({ shown }) => shown))}`);
  console.log(`           whole ${figures(previews.map(({ whole }) => whole))}`);
  console.log(`           longest task ${figures(previews.map(({ longest }) => longest))}`);
  console.log(
    `typing next to the preview ${figures(nextToPreview.keys)}   longest task ${nextToPreview.longest.toFixed(0)}`,
  );
  const key = percentile(ourKeys, 0.95);
  const mostKey = Math.max(MOST_KEY_MS, MOST_TIMES_BARE * percentile(bareKeys, 0.95));
  const preview = percentile(
    previews.map(({ shown }) => shown),
    0.95,
  );
  if (key > mostKey) throw new Error(`a key takes ${key.toFixed(1)} ms, more than ${mostKey.toFixed(1)}`);
  if (preview > MOST_PREVIEW_MS)
    throw new Error(`the preview takes ${preview.toFixed(0)} ms, more than ${MOST_PREVIEW_MS}`);
}

async function openBare(page: Page, url: string, content: string) {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      lib: { entry: new URL('bare-editor.ts', import.meta.url).pathname, formats: ['es'] },
    },
  });
  const output = [built].flat()[0];
  const [chunk] = output && 'output' in output ? output.output : [];
  if (chunk?.type !== 'chunk') throw new Error('the bare editor was not built');
  const html = '<!doctype html><title>Bare</title><body style="font: 13px monospace">';
  await page.route(`${url}/bare.js`, (route) =>
    route.fulfill({ body: chunk.code, contentType: 'text/javascript' }),
  );
  await page.route(`${url}/bare`, (route) => route.fulfill({ body: html, contentType: 'text/html' }));
  await page.goto(`${url}/bare`);
  await page.evaluate(async (doc) => {
    const { openBare: open } = (await import(`${location.origin}/bare.js`)) as {
      openBare(doc: string): unknown;
    };
    open(doc);
  }, content);
}

/** Puts the cursor into a line at this position, as a share of the document. */
async function goTo(page: Page, place: number) {
  await page.bringToFront();
  await page.evaluate((share) => scrollTo(0, document.documentElement.scrollHeight * share), place);
  await pause(1_000);
  const line = page.locator('.cm-line').filter({ hasText: /^Take/ }).first();
  await line.click();
  await page.keyboard.press('End');
}

/**
 * Adds to `times` the milliseconds from each key to the frame that shows it. Returns how long the page's main thread
 * was busy, which other programs affect little.
 */
async function typeKeys(page: Page, times: number[], work: () => Promise<number>): Promise<number> {
  await page.bringToFront();
  const type = async (count: number) => {
    for (let n = 0; n < count; n++) {
      await page.keyboard.press(n % 8 === 7 ? 'Space' : 'abcdefgh'.charAt(n % 8));
      await pause(BETWEEN_KEYS_MS);
    }
  };
  await type(WARM_UP);
  await page.evaluate(watchKeys);
  const before = await work();
  await type(IN_A_ROW);
  const spent = (await work()) - before;
  times.push(...(await page.evaluate(seenKeys)));
  return spent;
}

/** Returns a function that reads the processor time of the page's main thread so far, in milliseconds. */
async function workMeter(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
  };
}

/** Runs in the page: measures from a key event until after the frame that shows it. */
function watchKeys() {
  const seen: number[] = [];
  const onKey = ({ timeStamp }: KeyboardEvent) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => {
        seen.push(performance.now() - timeStamp);
        port1.close();
      });
      port1.start();
      port2.postMessage(undefined);
    });
  addEventListener('keydown', onKey, { capture: true });
  Object.assign(globalThis, {
    seenKeys: () => {
      removeEventListener('keydown', onKey, { capture: true });
      return seen;
    },
  });
}

/** Runs in the page. */
const seenKeys = () => (globalThis as unknown as { seenKeys(): number[] }).seenKeys();

/** Types in a field next to the preview from the moment it opens: parsing and rendering the rest must not delay keys. */
async function typeBesidePreview(page: Page): Promise<{ keys: number[]; longest: number }> {
  await page.locator('.cm-content').click();
  await page.keyboard.type('beside');
  await pause(1_500);
  await page.getByText('Preview', { exact: true }).click();
  await page.getByLabel('Excerpt', { exact: true }).click();
  await page.evaluate(watchKeys);
  await page.evaluate(watchTasks);
  for (let n = 0; n < KEYS; n++) {
    await page.keyboard.press('abcdefgh'.charAt(n % 8));
    await pause(BETWEEN_KEYS_MS);
  }
  return { keys: await page.evaluate(seenKeys), longest: await page.evaluate(longestTask) };
}

type Opening = { shown: number; whole: number; longest: number };

/**
 * Times from the click until the first and until all text is on screen, and the longest time that the page was blocked.
 */
async function openPreviews(page: Page): Promise<Opening[]> {
  const openings: Opening[] = [];
  for (let n = 0; n < OPENINGS; n++) {
    await page.locator('.cm-content').click();
    await page.keyboard.type(`again${n}`);
    await pause(1_500);
    await page.evaluate(watchTasks);
    const times = await page.evaluate(openPreview);
    openings.push({ ...times, longest: await page.evaluate(longestTask) });
    await page.getByText('Edit', { exact: true }).click();
  }
  return openings;
}

/** Runs in the page. */
async function openPreview(): Promise<{ shown: number; whole: number }> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const button = [...document.querySelectorAll('label, button')].find(
    (found) => found.textContent?.trim() === 'Preview',
  );
  const start = performance.now();
  (button as HTMLElement | undefined)?.click();
  const until = async (selector: string) => {
    while (!document.querySelector(selector)) await frame();
    await frame();
    return performance.now() - start;
  };
  const shown = await until('[data-markdown] p');
  const whole = await until('[data-markdown][aria-busy=false]');
  await frame();
  return { shown, whole };
}

const figures = (values: number[]): string =>
  `p50 ${percentile(values, 0.5).toFixed(1).padStart(6)}  p95 ${percentile(values, 0.95).toFixed(1).padStart(6)}`;

const ratio = (row: { bare: number[]; ours: number[] }): string =>
  (percentile(row.ours, 0.95) / percentile(row.bare, 0.95)).toFixed(1);
