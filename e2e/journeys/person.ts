import {
  type Browser,
  type BrowserContext,
  expect as expectBriefly,
  type Locator,
  type Page,
} from '@playwright/test';
import { answerBrowser } from '../browser-question.ts';
import { type Hub, openDataDir, startHub } from '../hub.ts';
import { registerAndApprove } from '../registration.ts';
import { send } from '../signed-in.ts';

/** The bench runs without the settings of the tests. */
const TIMEOUT_MS = 15_000;
export const expect = expectBriefly.configure({ timeout: TIMEOUT_MS });

/** A way through the product to an end that a person sees. */
export type Journey = {
  name: string;
  /** Keys beyond typing are `moves`: all keys and clicks but the characters of a text. */
  goal?: { keys?: number; moves?: number };
  run(person: Person): Promise<void>;
};

/** A running product, its administrator's session, and the folder of its sources. */
export type Stage = { browser: Browser; hub: Hub; cookie: string; sources: string };

/** What all people of one journey did, and what the network carried, from the first input on. */
export type Figures = { clicks: number; keys: number; typed: number; calls: number; bytes: number };

type Tally = Figures & { startedAt: number };

const PASSWORD = 'Br0ken%Lamp?Sun';
let accounts = 0;

/**
 * A person at a browser, whose clicks and keys are counted. Everything before the first input is preparation and is not
 * counted.
 */
export class Person {
  readonly page: Page;
  readonly stage: Stage;
  readonly #tally: Tally;
  readonly #leaving: (() => Promise<unknown>)[];

  private constructor(page: Page, stage: Stage, tally: Tally, leaving: (() => Promise<unknown>)[]) {
    this.page = page;
    this.stage = stage;
    this.#tally = tally;
    this.#leaving = leaving;
  }

  /** The administrator. */
  static async arrive(stage: Stage): Promise<Person> {
    const tally = { clicks: 0, keys: 0, typed: 0, calls: 0, bytes: 0, startedAt: 0 };
    return Person.#enter(stage, tally, [], stage.cookie);
  }

  static async #enter(stage: Stage, tally: Tally, leaving: (() => Promise<unknown>)[], cookie?: string) {
    const context = await stage.browser.newContext({
      baseURL: stage.hub.url,
      reducedMotion: 'reduce',
      viewport: { width: 1280, height: 800 },
    });
    context.setDefaultTimeout(TIMEOUT_MS);
    leaving.unshift(() => context.close());
    countNetwork(context, tally);
    if (cookie) await context.addCookies([{ name: 'sid', value: cookie, url: stage.hub.url }]);
    return new Person(await context.newPage(), stage, tally, leaving);
  }

  /** Somebody without an account, at this product or another one. */
  visitor = (hub = this.stage.hub) => Person.#enter({ ...this.stage, hub }, this.#tally, this.#leaving);

  /** Another person, who has an account. */
  async colleague(firstName: string): Promise<Person> {
    const { hub, cookie } = this.stage;
    const email = `${firstName.toLowerCase()}-${++accounts}@example.com`;
    await registerAndApprove(hub, cookie, { email, password: PASSWORD, firstName, lastName: 'Jones' });
    const answer = await send(hub, '', '/api/auth/login', { email, password: PASSWORD });
    const session = answer.headers.getSetCookie()[0]?.split(';')[0]?.slice('sid='.length) ?? '';
    return Person.#enter(this.stage, this.#tally, this.#leaving, session);
  }

  /** A product that nobody has opened yet. */
  async newProduct(): Promise<Hub> {
    const { dataDir, remove } = await openDataDir();
    const hub = await startHub(dataDir, {}, this.stage.sources);
    this.#leaving.push(() => hub.stop().then(remove));
    return hub;
  }

  async leave(): Promise<void> {
    for (const leave of this.#leaving) await leave();
  }

  /** Stores an object by the API and returns its id. */
  async make(path: string, body: object): Promise<string> {
    const answer = await send(this.stage.hub, this.stage.cookie, path, body);
    expect(answer.ok, `${path}: ${answer.status}`).toBe(true);
    return ((await answer.json()) as { id: string }).id;
  }

  /** Opens an address and waits until nothing on it loads any more. */
  async open(path: string): Promise<void> {
    await this.page.goto(path);
    await this.page.getByRole('heading').first().waitFor();
    await expect(this.page.locator('[aria-busy=true]')).toHaveCount(0);
    await expect(this.page.locator('[data-first-text]')).toHaveCount(0);
  }

  async click(target: Locator): Promise<void> {
    this.#input({ clicks: 1 });
    await target.click();
  }

  /** A click that the browser asks about, and one on its OK. */
  async confirm(target: Locator, question: string): Promise<void> {
    this.#input({ clicks: 2 });
    await Promise.all([answerBrowser(this.page, question, 'OK'), target.click()]);
  }

  /** A choice in a list that the browser draws: one click opens it, one chooses. */
  async choose(target: Locator, option: string): Promise<void> {
    this.#input({ clicks: 2 });
    await target.selectOption(option);
  }

  /** One click opens the dialog of the browser, one chooses the file. */
  async upload(target: Locator, name: string, mimeType: string, buffer: Buffer): Promise<void> {
    this.#input({ clicks: 2 });
    await target.setInputFiles({ name, mimeType, buffer });
  }

  /** Keys in turn. A combination such as Control+k is one key. */
  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      this.#input({ keys: 1 });
      await this.page.keyboard.press(key);
    }
  }

  /** Each character is one key. */
  async type(text: string): Promise<void> {
    this.#input({ keys: text.length, typed: text.length });
    await this.page.keyboard.type(text);
  }

  /** Text from elsewhere, by one key. */
  async paste(text: string): Promise<void> {
    this.#input({ keys: 1 });
    await this.page.keyboard.insertText(text);
  }

  async fill(target: Locator, text: string): Promise<void> {
    await this.click(target);
    await this.type(text);
  }

  button = (name: string | RegExp) => this.page.getByRole('button', { name, exact: true });
  link = (name: string | RegExp) => this.page.getByRole('link', { name, exact: true });
  heading = (name: string | RegExp) => this.page.getByRole('heading', { name, exact: true });
  row = (text: string) => this.page.getByRole('row').filter({ hasText: text });
  dialog = (name?: string | RegExp) => this.page.getByRole('dialog', name ? { name } : {});
  option = (name: string | RegExp) => this.page.getByRole('option', { name }).first();

  async sees(target: Locator | string): Promise<void> {
    await expect(typeof target === 'string' ? this.page.getByText(target).first() : target).toBeVisible();
  }

  figures(): Figures & { ms: number; moves: number } {
    const { startedAt, ...figures } = this.#tally;
    return {
      ...figures,
      moves: figures.keys + figures.clicks - figures.typed,
      ms: performance.now() - startedAt,
    };
  }

  #input({ clicks = 0, keys = 0, typed = 0 }: Partial<Figures>): void {
    const tally = this.#tally;
    tally.startedAt ||= performance.now();
    tally.clicks += clicks;
    tally.keys += keys;
    tally.typed += typed;
  }
}

function countNetwork(context: BrowserContext, tally: Tally): void {
  context.on('request', (request) => {
    if (tally.startedAt && new URL(request.url()).pathname.startsWith('/api/')) tally.calls += 1;
  });
  context.on('page', async (page) => {
    const session = await context.newCDPSession(page);
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      if (tally.startedAt) tally.bytes += encodedDataLength;
    });
    await session.send('Network.enable');
  });
}
