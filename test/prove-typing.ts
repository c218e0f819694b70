import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { documents } from '../contract/calls/documents.ts';
import type { Product } from './proof-product.ts';

/** Milliseconds of typing that a crash may lose. */
const LOST_MS = 1_000;
/** Lines between the colleague's text and the typing, so that both merge. */
const BETWEEN = Array.from({ length: 12 }, (_, n) => `Step ${n + 1}.`);

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

type Typed = { word: string; at: number };

/**
 * Types into the editor while its tab or the server is killed, and lets a colleague save the same document meanwhile. At
 * most the last second of typing may be lost, and no save of either.
 */
export async function proveTyping(product: Product, folder: string, kills: number) {
  let server = await product.start();
  const { id } = await product.ask(documents.create, {
    body: { title: 'Typed under fire', content: ['Top.', ...BETWEEN, 'End.'].join('\n') },
  });
  const executablePath = process.env['PLAYWRIGHT_CHROMIUM_PATH'];
  const context = await chromium.launchPersistentContext(join(folder, 'browser'), {
    ...(executablePath && { executablePath }),
  });
  const [name = '', value = ''] = product.cookie().split('=');
  await context.addCookies([{ name, value, url: product.url }]);
  const sure: string[] = [];
  const losses: number[] = [];
  let page = await open(context, product, id);
  for (let round = 0; round < kills; round++) {
    const typed: Typed[] = [];
    const killed = { at: Infinity };
    const typing = typeUntil(page, `r${round}`, typed, killed);
    await pause(400 + Math.random() * 1_600);
    if (round % 2 === 0) {
      killed.at = performance.now();
      await crash(page);
      await typing;
      page = await open(context, product, id);
      losses.push(await lossAfter(page, typed, killed.at));
    } else {
      await product.kill(server);
      await pause(300);
      server = await product.start();
      killed.at = performance.now();
      await typing;
      await expectWords(
        page,
        typed.map(({ word }) => word),
      );
    }
    const written = await wordsIn(page);
    sure.push(...typed.map(({ word }) => word).filter((word) => written.has(word)));
    if (round % 3 === 0) sure.push(await saveAsColleague(product, id, round));
    await saveInEditor(page, product, id, sure);
  }
  await context.close();
  await product.kill(server);
  console.log(
    `typing: ${losses.length} kills of the tab, at most ${Math.max(...losses)} ms of it lost; ` +
      `${kills - losses.length} of the server; ${sure.length} words and saves all stored, 0 ` +
      'overwritten',
  );
}

async function open(context: BrowserContext, { url }: Product, id: string): Promise<Page> {
  const page = await context.newPage();
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto(`${url}/knowledge-base?doc=${id}`);
  const restore = page.getByRole('button', { name: 'Restore them' });
  const text = page.locator('.cm-content');
  await restore.or(text).first().waitFor();
  if (await restore.isVisible()) await restore.click();
  await text.click();
  await page.keyboard.press('Control+End');
  return page;
}

/** Types one word after the other and records the time of each. */
async function typeUntil(page: Page, prefix: string, typed: Typed[], killed: { at: number }) {
  for (let n = 0; performance.now() < killed.at; n++) {
    const word = `${prefix}w${n}.`;
    try {
      await page.keyboard.type(`${word} `);
    } catch {
      // The tab has crashed.
      return;
    }
    if (performance.now() < killed.at) typed.push({ word, at: performance.now() });
  }
}

async function crash(page: Page) {
  const session = await page.context().newCDPSession(page);
  // The call never returns, because the process that would answer is dead.
  await Promise.race([session.send('Page.crash').catch(() => undefined), page.waitForEvent('crash')]);
  await page.close();
}

async function wordsIn(page: Page): Promise<Set<string>> {
  await page.keyboard.press('Control+End');
  // The editor renders only the visible lines. Its draft holds all of them.
  await page.waitForFunction(() => !document.querySelector('[role=alert]'));
  const kept = await page.evaluate(
    () => Object.entries(localStorage).find(([key]) => key.startsWith('draft:'))?.[1],
  );
  const shown = await page.locator('.cm-content').textContent();
  return new Set(`${kept ?? ''} ${shown ?? ''}`.match(/r\d+w\d+\./g) ?? []);
}

/** Milliseconds of typing before the kill that are lost. The proof fails above the limit. */
async function lossAfter(page: Page, typed: Typed[], killedAt: number): Promise<number> {
  const written = await wordsIn(page);
  const lost = typed.filter(({ word }) => !written.has(word));
  const loss = lost[0] ? killedAt - lost[0].at : 0;
  if (loss > LOST_MS) throw new Error(`${loss} ms of typing lost: ${lost.map(({ word }) => word).join(' ')}`);
  return loss;
}

async function expectWords(page: Page, words: string[]) {
  for (let tries = 0; ; tries++) {
    const written = await wordsIn(page);
    const missing = words.filter((word) => !written.has(word));
    if (missing.length === 0) return;
    if (tries === 20) throw new Error(`lost although the tab lived: ${missing.join(' ')}`);
    await pause(200);
  }
}

/** Saves above the typed text, as a program that knows the current version. Returns the added word. */
async function saveAsColleague({ ask }: Product, id: string, round: number): Promise<string> {
  const { content, version } = await ask(documents.find, { params: { id } });
  const word = `saved${round}.`;
  await ask(documents.update, { params: { id }, body: { content: `${word} ${content}`, version } });
  return word;
}

/** Saves until all words are stored. The editor merges the colleague's text. */
async function saveInEditor(page: Page, { ask }: Product, id: string, words: string[]) {
  const before = (await ask(documents.find, { params: { id } })).version;
  for (let tries = 0; tries < 40; tries++) {
    await page.keyboard.press('Control+s');
    await pause(500);
    const stored = await ask(documents.find, { params: { id } });
    const missing = words.filter((word) => !stored.content.includes(word));
    if (stored.version > before && missing.length === 0) return;
    if (tries === 39) throw new Error(`not stored: ${missing.slice(0, 20).join(' ')}`);
  }
}
