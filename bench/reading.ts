import { chromium, type Browser } from '@playwright/test';
import { call } from '../contract/calls/call.ts';
import { documents } from '../contract/calls/documents.ts';
import { median, setBarePage } from './screens.ts';

const SLOWDOWN = 4;
const OPENINGS = 9;
const KIB = 1024;
const MOST_TIMES_STATIC = 1.5;
const MOST_SCRIPT_KIB = 60;
/** By these words the text is detected. */
const WORDS = 'Take the relay out of the pool';

const TEXTS = [
  { title: 'Runbook of 60 steps', steps: 60 },
  { title: 'Runbook of 1,000 steps', steps: 1_000 },
];

/** Milliseconds from the start of the visit; script in KiB as transferred. */
type Visit = { textAt: number; script: number; shift: number; says: string };

/**
 * When the text of the page to read is visible in a browser without any cache and on a slowed processor, compared with a
 * page without script that holds the same text. Throws if a goal is missed.
 */
export async function measureReading(url: string, headers: { cookie: string }) {
  const executablePath = process.env['PLAYWRIGHT_CHROMIUM_PATH'];
  const browser = await chromium.launch(executablePath ? { executablePath } : {});
  const faults: string[] = [];
  console.log(`page to read, processor slowed ${SLOWDOWN} times, medians of ${OPENINGS} cold visits in turn`);
  for (const { title, steps } of TEXTS) {
    const lines = Array.from(
      { length: steps },
      (_, n) => `${n + 1}. Wait until relay ${n + 1} answers again.`,
    );
    const body = { title, content: `${WORDS}.\n\n## Steps\n\n${lines.join('\n')}` };
    const send = (path: string, init: RequestInit) =>
      fetch(url + path, { ...init, headers: { ...(init.headers as Record<string, string>), ...headers } });
    const { id } = await call(documents.create, { body }, send);
    const read: Visit[] = [];
    const fixed: Visit[] = [];
    for (let n = 0; n < OPENINGS; n++) {
      const visit = await look(browser, headers.cookie, `${url}/knowledge-base/${id}`);
      read.push(visit);
      setBarePage('reading', visit.says);
      fixed.push(await look(browser, headers.cookie, `${url}/bare/reading`));
    }
    const [textAt, staticAt] = [read, fixed].map((visits) => median(visits.map((visit) => visit.textAt)));
    const times = (textAt ?? 0) / (staticAt ?? 1);
    const script = Math.max(...read.map((visit) => visit.script));
    const shift = Math.max(...read.map((visit) => visit.shift));
    console.log(
      `${title}: text ${textAt?.toFixed(0)} ms, static page ${staticAt?.toFixed(0)} ms, ${times.toFixed(2)} times, ` +
        `script before the text ${script.toFixed(1)} KiB, shift ${shift.toFixed(4)}`,
    );
    if (times > MOST_TIMES_STATIC) faults.push(`${title}: ${times.toFixed(2)} times the static page`);
    if (script > MOST_SCRIPT_KIB) faults.push(`${title}: ${script.toFixed(0)} KiB of script before the text`);
    if (shift > 0) faults.push(`${title}: jumps by ${shift.toFixed(4)}`);
  }
  await browser.close();
  if (faults.length > 0) throw new Error(faults.join('; '));
}

async function look(browser: Browser, cookie: string, address: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url: new URL(address).origin }]);
  const page = await context.newPage();
  await page.addInitScript(watchText, { words: WORDS, kib: KIB });
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await page.goto(address);
  await page.getByText(WORDS).first().waitFor();
  // The application takes the page over meanwhile, which must move nothing.
  await page.waitForTimeout(3_000);
  const seen = await page.evaluate(() => (globalThis as unknown as { seenText(): Visit }).seenText());
  await context.close();
  return seen;
}

/** Runs in the page before all other scripts. */
function watchText({ words, kib }: { words: string; kib: number }) {
  const seen = { textAt: 0, script: 0, shift: 0 };
  type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries() as Shift[]) seen.shift += value;
  }).observe({ type: 'layout-shift', buffered: true });
  const script = () =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.endsWith('.js'))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / kib;
  const text = () => document.querySelector('article, pre')?.textContent ?? '';
  const look = () => {
    // The frame is on screen when the next one begins.
    if (text().includes(words))
      requestAnimationFrame(() => Object.assign(seen, { textAt: performance.now(), script: script() }));
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  Object.assign(globalThis, {
    seenText: () => ({ ...seen, says: document.querySelector('article')?.innerText ?? '' }),
  });
}
