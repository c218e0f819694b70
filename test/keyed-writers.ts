import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { strToU8, zipSync } from 'fflate';
import type pg from 'pg';
import { call } from '../contract/calls/call.ts';
import { ImportReport } from '../contract/calls/imports.ts';
import { documents } from '../contract/calls/documents.ts';
import type { Args, Endpoint, Result } from '../contract/calls/endpoint.ts';
import { ApiError } from '../contract/shared/error.ts';
import { jobs } from '../contract/calls/jobs.ts';
import { servers } from '../contract/calls/servers.ts';

type Send = (path: string, init: RequestInit) => Promise<Response>;

const SAVERS = 4;
const PAGES = 10;
/** Longer than any outage of a proof. A write that waits longer hangs. */
const LONGEST_WRITE_MS = 120_000;

/**
 * Programs that write concurrently. Each repeats a write with the same Idempotency-Key until it gets a response, so in the
 * end the database must contain exactly the acknowledged writes. The proof fails on a response that contradicts an earlier
 * one, or that is neither a success nor a request to try again.
 */
export type Writers = {
  /** Number of acknowledged writes. */
  acknowledged(): number;
  /** Waits for this many more. Throws the error of a writer. */
  after(more: number): Promise<void>;
  /** The longest time of one write with all its repetitions, in milliseconds. */
  longest(): number;
  /** Number of repetitions. */
  repeated(): number;
  /** Lets each finish its write. */
  stop(): Promise<void>;
  /** Compares the database with the acknowledged writes. Call it after `stop`. */
  verify(database: pg.Client): Promise<void>;
};

export function startWriters(send: Send): Writers {
  const calls = keyedCalls(send);
  const written: Written = {
    run: randomUUID().slice(0, 8),
    saved: new Map(),
    titles: [],
    names: [],
    isStopping: false,
  };
  let failure: Error | undefined;
  const work = [
    ...Array.from({ length: SAVERS }, (_, n) => saveDocument(calls, written, n)),
    createDocuments(calls, written),
    createServers(calls, written),
    importServers(calls, written),
    importDocuments(calls, written),
  ].map((each) => each.catch((error: unknown) => (failure ??= error as Error)));
  const check = () => {
    if (failure) throw failure;
  };
  return {
    acknowledged: () => calls.count.acknowledged,
    repeated: () => calls.count.repeated,
    longest: () => calls.count.longest,
    async after(more) {
      const goal = calls.count.acknowledged + more;
      for (; calls.count.acknowledged < goal; await pause(10)) check();
    },
    async stop() {
      written.isStopping = true;
      await Promise.all(work);
      check();
    },
    verify: (database) => verify(database, written),
  };
}

/** Acknowledged writes. `saved` has the texts of each document that is saved repeatedly. */
type Written = {
  run: string;
  saved: Map<string, string[]>;
  titles: string[];
  names: string[];
  isStopping: boolean;
};

type Calls = ReturnType<typeof keyedCalls>;

function keyedCalls(send: Send) {
  const count = { acknowledged: 0, repeated: 0, longest: 0 };
  /** Repeats the call until there is a response. */
  async function ask<E extends Endpoint>(
    endpoint: E,
    args: Args<E> & { file?: File; idempotencyKey?: string },
  ): Promise<Result<E>> {
    const startedAt = performance.now();
    for (;;) {
      try {
        const result = await call(endpoint, args, send);
        count.longest = Math.max(count.longest, performance.now() - startedAt);
        return result;
      } catch (error) {
        if (!isOutage(error) || performance.now() - startedAt > LONGEST_WRITE_MS) throw error;
        count.repeated += 1;
        await pause(50);
      }
    }
  }
  return {
    count,
    ask,
    async write<E extends Endpoint>(endpoint: E, args: Args<E> & { file?: File }): Promise<Result<E>> {
      const result = await ask(endpoint, { ...args, idempotencyKey: randomUUID() });
      count.acknowledged += 1;
      return result;
    },
  };
}

async function saveDocument({ write }: Calls, written: Written, n: number) {
  const title = `Saved ${written.run} ${n}`;
  const { id } = await write(documents.create, { body: { title, content: 'Text 1' } });
  written.titles.push(title);
  const texts = ['Text 1'];
  written.saved.set(id, texts);
  while (!written.isStopping) {
    const version = texts.length;
    const content = `Text ${version + 1} of ${title}`;
    const after = await write(documents.update, { params: { id }, body: { content, version } });
    if (after.version !== version + 1) throw new Error(`${title}: version ${after.version} after ${version}`);
    texts.push(content);
  }
}

async function createDocuments({ write }: Calls, written: Written) {
  for (let n = 0; !written.isStopping; n += 1) {
    const title = `Created ${written.run} ${n}`;
    await write(documents.create, { body: { title, content: `Text of ${n}` } });
    written.titles.push(title);
  }
}

async function createServers({ write }: Calls, written: Written) {
  for (let n = 0; !written.isStopping; n += 1) {
    const name = `created-${written.run}-${n}`;
    await write(servers.create, { body: { name } });
    written.names.push(name);
  }
}

async function importServers({ write }: Calls, written: Written) {
  for (let n = 0; !written.isStopping; n += 1) {
    const rows = Array.from({ length: PAGES }, (_, row) => `imported-${written.run}-${n}-${row}`);
    const file = new File([['name', ...rows].join('\n')], 'servers.csv', { type: 'text/csv' });
    const { created, failed } = await write(servers.import, { query: {}, file });
    if (created !== PAGES || failed > 0) throw new Error(`CSV ${n}: ${created} created, ${failed} failed`);
    written.names.push(...rows);
    await pause(200);
  }
}

async function importDocuments({ write, ask }: Calls, written: Written) {
  for (let n = 0; !written.isStopping; n += 1) {
    const own = Array.from({ length: PAGES }, (_, page) => `Imported ${written.run} ${n} ${page}`);
    const pages = own.map(
      (title, page) => [`${written.run}-${n}/page-${page}.md`, strToU8(`# ${title}`)] as const,
    );
    const zip = new Uint8Array(zipSync(Object.fromEntries(pages)));
    const { jobId } = await write(documents.import, { query: {}, file: new File([zip], 'pages.zip') });
    let job = await ask(jobs.find, { params: { id: jobId } });
    for (; job.state === 'waiting' || job.state === 'running'; await pause(200))
      job = await ask(jobs.find, { params: { id: jobId } });
    const { created } = ImportReport.parse(job.result);
    if (created !== PAGES) throw new Error(`import ${n}: ${created} of ${PAGES} created`);
    written.titles.push(...own);
  }
}

/** No response, or one that asks to try again. 502 and 504 come from a proxy. */
function isOutage(error: unknown): boolean {
  if (error instanceof ApiError)
    return [502, 503, 504].includes(error.status) || error.body?.code === 'in_progress';
  return error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError');
}

async function verify(database: pg.Client, { run, saved, titles, names }: Written) {
  const listOf = async (text: string, values: unknown[]) =>
    (await database.query<{ item: string }>(text, values)).rows.map(({ item }) => item);
  const ofRun = [`% ${run} %`];
  expectSame(
    'documents',
    await listOf('select title as item from documents where title like $1', ofRun),
    titles,
  );
  expectSame(
    'servers',
    await listOf('select name as item from servers where name like $1', [`%-${run}-%`]),
    names,
  );
  expectSame(
    'search entries',
    await listOf('select title as item from search_entries where title like $1 or title like $2', [
      ...ofRun,
      `%-${run}-%`,
    ]),
    [...titles, ...names],
  );
  for (const [id, texts] of saved) {
    const versions = `select version || ' ' || content as item from document_versions where document_id = $1`;
    const expected = texts.map((text, n) => `${n + 1} ${text}`);
    expectSame(`versions of ${id}`, await listOf(versions, [id]), expected);
    const entries = `select action as item from audit_entries where subject_id = $1`;
    const actions = texts.map((_, n) => (n === 0 ? 'document.create' : 'document.update'));
    expectSame(`audit entries of ${id}`, await listOf(entries, [id]), actions);
  }
}

/** Expects the same items with the same number of occurrences. */
function expectSame(what: string, there: string[], expected: string[]) {
  const left = Map.groupBy(there, (item) => item);
  const lost = expected.filter((item) => !left.get(item)?.pop());
  const extra = [...left.values()].flat();
  if (lost.length > 0 || extra.length > 0)
    throw new Error(`${what}: lost ${lost.slice(0, 10).join()}, too many ${extra.slice(0, 10).join()}`);
}
