import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import pLimit from 'p-limit';

/** Bytes of texts, and rows, that are read from the database at once. One text may be longer. */
const PORTION = { bytes: 4 * 2 ** 20, rows: 500 };

/** A row that will be read, and the bytes of its long texts. */
export type Sized = { id: string; bytes: number };

/**
 * A list that is read and sent portion by portion, because it may be larger than the memory. Its rows are chosen at the
 * beginning. Each portion is a query of its own, so a slow reader holds no connection and no lock; a row that was deleted
 * meanwhile is left out.
 */
export class LongList<T> {
  readonly rows: Sized[];
  readonly read: (ids: string[]) => Promise<(T & { id: string })[]>;

  constructor(rows: Sized[], read: LongList<T>['read']) {
    this.rows = rows;
    this.read = read;
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
    for (const ids of portionsOf(this.rows)) {
      const byId = new Map((await this.read(ids)).map((row) => [row.id, row]));
      yield ids.flatMap((id) => byId.get(id) ?? []);
    }
  }
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
  const portions = list.portions();
  const next = () => inTurn(() => halfOfTheTime(() => nextTexts(portions, check)));
  // An error of the first portion still gets a status of its own.
  return Readable.from(jsonParts(await next(), next));
}

/** Others have the processor for as long as the work took. */
async function halfOfTheTime<T>(work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const result = await work();
  await pause(performance.now() - startedAt);
  return result;
}

/** The items of the next portion as JSON; undefined after the last one. */
async function nextTexts<T>(
  portions: AsyncGenerator<T[]>,
  check: (item: T) => unknown,
): Promise<string[] | undefined> {
  const { value, done } = await portions.next();
  return done ? undefined : value.map((item) => JSON.stringify(check(item)));
}

async function* jsonParts(first: string[] | undefined, next: () => Promise<string[] | undefined>) {
  let text = '[';
  let isFirst = true;
  for (let items = first; items; items = await next())
    for (const item of items) {
      text += (isFirst ? '' : ',') + item;
      isFirst = false;
      if (text.length < CHUNK) continue;
      yield text;
      text = '';
    }
  yield `${text}]`;
}
