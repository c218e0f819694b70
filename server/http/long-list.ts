import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { TextAsJson } from '../db/texts-as-json.ts';

/** Bytes of texts, and rows, that are read from the database at once. One text may be longer. */
const PORTION = { bytes: 4 * 2 ** 20, rows: 500 };

/** A row that will be read, and the bytes of its long texts. */
export type Sized = { id: string; bytes: number };

type Read<T> = (ids: string[]) => Promise<(T & { id: string })[]>;

/**
 * How the texts of a list are sent without being decoded here. `read` returns the rows with their id in place of the content,
 * `json` the contents.
 */
type LongTexts<T> = {
  read: Read<T>;
  json(ids: string[]): Promise<Map<string, TextAsJson>>;
};

/**
 * A list that is read and sent portion by portion, because it may be larger than the memory. Its rows are chosen at the
 * beginning. Each portion is a query of its own, so a slow reader holds no connection and no lock; a row that was deleted
 * meanwhile is left out.
 */
export class LongList<T> {
  readonly rows: Sized[];
  readonly read: Read<T>;
  readonly texts: LongTexts<T> | undefined;

  constructor(rows: Sized[], read: Read<T>, texts?: LongTexts<T>) {
    this.rows = rows;
    this.read = read;
    this.texts = texts;
  }

  /** Whether it is sent in more than one portion. */
  get isLong(): boolean {
    return portionsOf(this.rows).length > 1;
  }

  /** Of all texts. */
  get bytes(): number {
    return this.rows.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** All items, for a list that is not long. */
  all(): Promise<T[]> {
    return Array.fromAsync(this.portions()).then((portions) => portions.flat());
  }

  async *portions(): AsyncGenerator<T[]> {
    for (const ids of portionsOf(this.rows)) yield inOrder(ids, await this.read(ids));
  }

  /** The items of each portion as JSON. `check` returns an item as the contract defines it. */
  async *portionsAsJson(check: (item: T) => unknown): AsyncGenerator<Json[]> {
    for (const ids of portionsOf(this.rows)) {
      if (this.texts) {
        const texts = await this.texts.json(ids);
        yield await this.joined(inOrder(ids, await this.texts.read(ids)), texts, check);
      } else yield inOrder(ids, await this.read(ids)).map((item) => [JSON.stringify(check(item))]);
    }
  }

  /** Puts texts into their rows. A row that was saved after its text had been read is read again. */
  private joined(
    items: (T & { id: string; version?: number })[],
    texts: Map<string, TextAsJson>,
    check: (item: T) => unknown,
  ): Promise<Json[]> {
    const joinedItems = items.map(async (item): Promise<Json[]> => {
      const text = texts.get(item.id);
      if (text?.version !== item.version)
        return (await this.read([item.id])).map((whole) => [JSON.stringify(check(whole))]);
      // No value can contain this: within a string, JSON escapes quotation marks.
      const [before = '', after = ''] = JSON.stringify(check(item)).split(`"content":"${item.id}"`);
      return [[`${before}"content":`, ...(text?.json ?? ['null']), after]];
    });
    return Promise.all(joinedItems).then((rows) => rows.flat());
  }
}

/** One item as JSON, in pieces. */
type Json = (string | Buffer)[];

function inOrder<T extends { id: string }>(ids: string[], rows: T[]): T[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function portionsOf(rows: Sized[]): string[][] {
  const portions: string[][] = [];
  let left = { bytes: 0, rows: 0 };
  for (const { id, bytes } of rows) {
    if (left.bytes < bytes || left.rows === 0) {
      portions.push([]);
      left = { ...PORTION };
    }
    portions.at(-1)?.push(id);
    left = { bytes: left.bytes - bytes, rows: left.rows - 1 };
  }
  return portions;
}

/** Characters that are sent at once, unless one item is longer. */
const CHUNK = 64 * 1024;

/** One portion at a time, of all lists. */
const inTurn = pLimit(1);

/** Streams a list as JSON. `check` returns an item as the contract defines it. */
export async function jsonOf<T>(list: LongList<T>, check: (item: T) => unknown): Promise<Readable> {
  const portions = list.portionsAsJson(check);
  const next = () =>
    inTurn(() => quarterOfTheTime(async () => (await portions.next()).value as Json[] | undefined));
  // An error of the first portion still gets a status of its own.
  return Readable.from(jsonParts(await next(), next));
}

/** Others have the processor three times as long as the work took. With less, they notice long lists (`prove -- budgets`). */
async function quarterOfTheTime<T>(work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const result = await work();
  await pause(3 * (performance.now() - startedAt));
  return result;
}

async function* jsonParts(first: Json[] | undefined, next: () => Promise<Json[] | undefined>) {
  let text = '[';
  let isFirst = true;
  for (let items = first; items; items = await next())
    for (const item of items) {
      if (!isFirst) text += ',';
      isFirst = false;
      for (const piece of item) {
        if (typeof piece === 'string') text += piece;
        if (typeof piece === 'string' && text.length < CHUNK) continue;
        yield text;
        text = '';
        if (typeof piece !== 'string') yield piece;
      }
    }
  yield `${text}]`;
}
