import { strToU8, zipSync } from 'fflate';
import { call } from '../contract/calls/call.ts';
import { knowledgeBase, type DocumentQuery, documents } from '../contract/calls/documents.ts';
import { jobs } from '../contract/calls/jobs.ts';
import type { Actor } from '../server/actor.ts';
import { addUpCounts } from '../server/db/add-up-counts.ts';
import type { Db } from '../server/db/open.ts';
import { createDocuments, filled } from '../server/documents/save.ts';
import { timesOf } from './measure.ts';

const SIZES = [1_000, 100_000];
const BATCH = 500;
const AREAS = 40;
const TYPES = [null, 'work_instruction', 'how_to_guide', 'build_document'] as const;
const WORDS =
  'volume filling alert node disk queue restart certificate expired replica failover backup restore token port mount cache service'.split(
    ' ',
  );

const word = (n: number) => WORDS[n % WORDS.length] ?? '';

function aRunbook(n: number) {
  const lines = Array.from(
    { length: 40 },
    (_, s) => `Check the ${word(n * 7 + s * 13)} of the ${word(n + s)}.`,
  );
  return filled({
    title: `${word(n)} ${word(n * 5 + 1)} ${n}`,
    content: `# SRV-AU-DB${String(n).padStart(6, '0')}\n\n${lines.join(' ')}`,
    category: `Area ${n % AREAS}`,
    tags: [word(n), word(n + 3)],
    templateType: TYPES[n % TYPES.length] ?? null,
  });
}

const LISTS: [name: string, query: DocumentQuery][] = [
  ['first page', {}],
  ['one type', { type: 'how-to-guides' }],
  ['one category', { category: 'Area 7' }],
  ['type and category', { type: 'knowledge-base', category: 'Area 8' }],
  ['one tag', { tag: 'disk' }],
  ['an identifier', { q: 'SRV-AU-DB000042' }],
  ['two rare words', { q: 'DB00009 replica' }],
];

/** The lists with 1,000 and with 100,000 documents: the cost of a page must not grow with the number of documents. */
export async function measureLists(url: string, headers: Record<string, string>, db: Db, actor: Actor) {
  const send = (path: string, init: RequestInit) => fetch(url + path, { ...init, headers });
  const calls: [string, () => Promise<unknown>][] = [
    ...LISTS.map(([name, query]): [string, () => Promise<unknown>] => [
      name,
      () => call(knowledgeBase.list, { query: { ...query, limit: 24, fields: 'card' } }, send),
    ]),
    ['facets', () => call(knowledgeBase.facets, { query: {} }, send)],
    ['facets of a type', () => call(knowledgeBase.facets, { query: { type: 'how-to-guides' } }, send)],
  ];
  const measured: Map<string, number[]> = new Map(calls.map(([name]) => [name, []]));
  let made = 0;
  for (const size of SIZES) {
    for (; made < size; made += BATCH) {
      const inputs = Array.from({ length: BATCH }, (_, n) => aRunbook(made + n));
      await db.transaction((tx) => createDocuments(tx, actor, inputs));
    }
    await addUpCounts(db);
    await db.execute('vacuum analyze');
    for (const [name, work] of calls) {
      const { p95 } = await timesOf(name, async () => void (await work()));
      measured.get(name)?.push(p95);
    }
  }
  console.log(
    `${'p95 ms'.padEnd(22)}${SIZES.map((size) => String(size).padStart(10)).join('')}${'ratio'.padStart(8)}`,
  );
  for (const [name, [few = 0, many = 0]] of measured)
    console.log(
      `${name.padEnd(22)}${few.toFixed(1).padStart(10)}${many.toFixed(1).padStart(10)}${(many / few).toFixed(2).padStart(8)}`,
    );
}

const PAGES = 5_000;

/** Runbooks of realistic length, each with its own server and a link to the next. */
function aCorpus(): Uint8Array {
  const files: Record<string, Uint8Array> = {};
  for (let n = 0; n < PAGES; n++) {
    const word = (step: number) => WORDS[(n * 7 + step * 13) % WORDS.length];
    const sentences = Array.from(
      { length: 40 },
      (_, s) => `Check the ${word(s)} of the ${word(s + 1)} and note the ${word(s + 2)}.`,
    );
    const head = `---\ntitle: ${word(0)} ${word(1)} ${n}\ntags: [${word(2)}, ${word(3)}]\n---\n`;
    const next = `runbook-${(n + 1) % PAGES}.md`;
    files[`area-${n % 12}/runbook-${n}.md`] = strToU8(
      `${head}# SRV-AU-DB${String(n).padStart(4, '0')}\n\n${sentences.join(' ')}\n\nSee [the next](../area-${(n + 1) % 12}/${next}).\n`,
    );
  }
  return zipSync(files, { level: 1 });
}

/** Imports a generated corpus with the API call and prints the number of documents per second. */
export async function measureImport(url: string, headers: Record<string, string>) {
  const send = (path: string, init: RequestInit) =>
    fetch(url + path, { ...init, headers: { ...headers, ...(init.headers as object) } });
  const file = new File([new Uint8Array(aCorpus())], 'corpus.zip', { type: 'application/zip' });
  const startedAt = performance.now();
  const { jobId } = await call(documents.import, { file }, send);
  let job = await call(jobs.find, { params: { id: jobId } }, send);
  while (job.state === 'waiting' || job.state === 'running') {
    await new Promise((resolve) => setTimeout(resolve, 100));
    job = await call(jobs.find, { params: { id: jobId } }, send);
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  console.log(
    `import: ${job.state}, ${PAGES} documents in ${seconds.toFixed(1)} s, ${Math.round(PAGES / seconds)} a second`,
  );
}
