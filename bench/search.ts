import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { call } from '../contract/calls/call.ts';
import { documents } from '../contract/calls/documents.ts';
import { jobs } from '../contract/calls/jobs.ts';
import { search } from '../contract/calls/search.ts';
import type { Database } from '../server/db/open.ts';
import { bm25Over } from './bm25.ts';

export type Send = (path: string, init: RequestInit) => Promise<Response>;
type Question = { q: string; path: string };
export type Files = Record<string, Uint8Array>;

const HELD_OUT = 2_000;
const SHOWN = 10;
/** Warm-up questions before timing, because the first calls of a process are slow. */
const WARMING = 500;
/**
 * With few questions the slowest times are random, so at least this many calls are timed, each question equally often.
 */
const TIMED = 500;

/**
 * Search quality on real texts. FOLDER contains prometheus-runbooks.zip, alert-questions.json and tldr-english.zip.
 * Summaries and descriptions of alerts are searched among the runbooks. After adding the command pages, lines removed
 * from a page are used as queries for it. Prints nDCG@10 of the product and of textbook BM25, hit@1, hit@5, MRR, the share
 * of empty results, and p95 next to that of a bare PostgreSQL query for the same words.
 */
export async function measureSearch(
  folder: string,
  url: string,
  headers: Record<string, string>,
  database: Database,
) {
  const send: Send = (path, init) =>
    fetch(url + path, { ...init, headers: { ...headers, ...(init.headers as object) } });
  const runbooks = filesOf(join(folder, 'prometheus-runbooks.zip'));
  const pages = filesOf(join(folder, 'tldr-english.zip'));
  const { answerable } = JSON.parse(readFileSync(join(folder, 'alert-questions.json'), 'utf8')) as {
    answerable: { summary: string; description: string; page: string }[];
  };
  const about = (text: 'summary' | 'description'): Question[] =>
    answerable.map((alert) => ({ q: alert[text], path: alert.page }));
  const held = holdOut(pages);

  const measure = async (name: string, questions: Question[]) =>
    console.log(lineOf(await ask(send, database, name, questions)));
  console.log(HEAD);
  await importFiles(send, 'runbooks.zip', runbooks);
  await measure('alert summary → runbook', about('summary'));
  await measure('alert description → runbook', about('description'));
  await importFiles(send, 'pages.zip', held.files);
  await measure('the same summary, among all', about('summary'));
  await measure('the same description, among all', about('description'));
  await measure('example line → page', held.questions);
}

export const filesOf = (path: string): Files => unzipSync(readFileSync(path));

/** For many pages one line that no other page has. The line is removed from the page; its command stays. */
function holdOut(files: Files): { files: Files; questions: Question[] } {
  const texts = Object.entries(files).filter(([path]) => path.endsWith('.md'));
  const linesOf = (text: string) => [...text.matchAll(/^- (.+):$/gm)].map(([, line = '']) => line);
  const times = new Map<string, number>();
  for (const [, bytes] of texts)
    for (const line of linesOf(strFromU8(bytes))) times.set(line, (times.get(line) ?? 0) + 1);
  const possible = texts.flatMap(([path, bytes]) => {
    const own = linesOf(strFromU8(bytes)).filter((line) => times.get(line) === 1);
    const line = own[own.length >> 1];
    return line === undefined || own.length < 2 ? [] : [{ q: line, path }];
  });
  const step = Math.max(1, Math.floor(possible.length / HELD_OUT));
  const questions = possible.filter((_, n) => n % step === 0).slice(0, HELD_OUT);
  const without = questions.map(({ q, path }) => {
    const text = strFromU8(files[path] ?? new Uint8Array());
    return [path, strToU8(text.replace(`- ${q}:\n`, ''))] as const;
  });
  return { files: { ...files, ...Object.fromEntries(without) }, questions };
}

export async function importFiles(send: Send, name: string, files: Files) {
  const file = new File([new Uint8Array(zipSync(files, { level: 1 }))], name, { type: 'application/zip' });
  const { jobId } = await call(documents.import, { file }, send);
  for (;;) {
    const job = await call(jobs.find, { params: { id: jobId } }, send);
    if (job.state !== 'waiting' && job.state !== 'running') return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

type Measured = {
  name: string;
  count: number;
  ndcg: number;
  bm25: number;
  hit1: number;
  hit5: number;
  mrr: number;
  empty: number;
  p95: number;
  bare: number;
};

async function ask(send: Send, database: Database, name: string, questions: Question[]): Promise<Measured> {
  await database.pool.query('vacuum analyze search_entries');
  const { rows } = await database.pool.query<{ id: string; path: string }>(
    'select id, import_path as path from documents',
  );
  const pathOf = new Map(rows.map(({ id, path }) => [id, path]));
  const sum = { ndcg: 0, bm25: 0, hit1: 0, hit5: 0, mrr: 0, empty: 0 };
  const [times, bare]: [number[], number[]] = [[], []];
  const find = (q: string) =>
    call(search.find, { query: { q: q.slice(0, 500), kinds: 'document', limit: SHOWN } }, send);
  for (let n = 0; n < WARMING; n++) {
    const { q } = questions[n % questions.length] ?? { q: '' };
    await find(q);
    await bareQuery(database, q);
  }
  for (let round = 0; round < TIMED / questions.length; round++)
    for (const { q } of questions) {
      const startedAt = performance.now();
      await find(q);
      times.push(performance.now() - startedAt);
      bare.push(await bareQuery(database, q));
    }
  const findByBm25 = await bm25Over(database);
  for (const { q, path } of questions) {
    const placeOf = (ids: string[]) => ids.findIndex((id) => pathOf.get(id)?.endsWith(path));
    const compared = placeOf(await findByBm25(q, SHOWN));
    if (compared >= 0) sum.bm25 += gainOf(compared);
    const hits = await find(q);
    const place = placeOf(hits.map(({ id }) => id));
    if (hits.length === 0) sum.empty++;
    if (place < 0) continue;
    sum.ndcg += gainOf(place);
    sum.mrr += 1 / (place + 1);
    if (place === 0) sum.hit1++;
    if (place < 5) sum.hit5++;
  }
  const count = questions.length;
  const share = Object.fromEntries(
    Object.entries(sum).map(([key, value]) => [key, value / count]),
  ) as typeof sum;
  return { name, count, ...share, p95: p95(times), bare: p95(bare) };
}

/** What nDCG counts for the only right page at this place, from 0. */
const gainOf = (place: number) => 1 / Math.log2(place + 2);

/**
 * The time of PostgreSQL's own text search for any of the words, ranked and with headlines, without server or network.
 */
async function bareQuery(database: Database, q: string): Promise<number> {
  const startedAt = performance.now();
  await database.pool.query(
    `select id, ts_headline('english', body, query) from (
       select id, body, query from search_entries,
          (select replace(plainto_tsquery('english', $1)::text, '&', '|')::tsquery as query) as asked
       where words @@ query order by ts_rank(words, query) desc limit ${SHOWN}) as best`,
    [q],
  );
  return performance.now() - startedAt;
}

const p95 = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * 0.95)] ?? 0;

const cells = (texts: string[]) => texts.map((text) => text.padStart(9)).join('');
const HEAD =
  ' '.repeat(40) + cells(['nDCG@10', 'BM25', 'hit@1', 'hit@5', 'MRR', 'empty', 'p95 ms', 'bare ms', 'ratio']);

function lineOf({ name, count, ndcg, bm25, hit1, hit5, mrr, empty, p95: ours, bare }: Measured): string {
  const figures = [ndcg, bm25, hit1, hit5, mrr].map((value) => value.toFixed(3));
  const times = [ours.toFixed(1), bare.toFixed(1), (ours / bare).toFixed(2)];
  return `${name} (${count})`.padEnd(40) + cells([...figures, `${(empty * 100).toFixed(1)} %`, ...times]);
}
