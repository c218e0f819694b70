import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { call } from '../contract/calls/call.ts';
import { AnswerEvent, assistant } from '../contract/calls/assistant.ts';
import { servers } from '../contract/calls/servers.ts';
import type { Database } from '../server/db/open.ts';
import { filesOf, importFiles, type Send } from './search.ts';

/** Documents and servers in the product during the measurement. */
const DOCUMENTS = 7_000;
const SERVERS = 200;
/** Warm-up questions before timing, because the first calls of a process are slow. */
const WARMING = 40;
const INVENTORY = [
  'How many servers are offline?',
  'Which production servers are online?',
  'List all servers',
];

type Measured = { visible: number; count: number; times: number[]; outcomes: Map<string, number> };

/**
 * How often the assistant without a model shows the page with the answer, and how fast. BENCH_DATA is a folder with
 * prometheus-runbooks.zip, alert-questions.json and tldr-english.zip. A page counts as visible if the reply links to
 * it.
 */
export async function measurePassages(url: string, headers: Record<string, string>, database: Database) {
  const folder = process.env['BENCH_DATA'];
  if (folder === undefined)
    throw new Error('BENCH_DATA must name the folder with the runbooks and questions');
  const send: Send = (path, init) =>
    fetch(url + path, { ...init, headers: { ...headers, ...(init.headers as object) } });
  const pages = Object.entries(filesOf(join(folder, 'tldr-english.zip'))).filter(([path]) =>
    path.endsWith('.md'),
  );
  const runbooks = Object.entries(filesOf(join(folder, 'prometheus-runbooks.zip')));
  const { answerable } = JSON.parse(readFileSync(join(folder, 'alert-questions.json'), 'utf8')) as {
    answerable: { summary: string; description: string; page: string }[];
  };
  await importFiles(send, 'runbooks.zip', Object.fromEntries(runbooks));
  await importFiles(send, 'pages.zip', Object.fromEntries(pages.slice(0, DOCUMENTS - runbooks.length)));
  for (let n = 0; n < SERVERS; n++) {
    const body = {
      name: `web-mel-${String(n).padStart(3, '0')}`,
      ipAddress: `10.4.${n % 8}.${n}`,
      environment: (['production', 'staging', 'development'] as const)[n % 3] ?? 'production',
      status: (['online', 'warning', 'offline'] as const)[n % 5] ?? 'online',
    };
    await call(servers.create, { body }, send);
  }
  await database.pool.query('vacuum analyze');
  const { rows } = await database.pool.query<{ id: string; path: string }>(
    'select id, import_path as path from documents where import_path is not null',
  );
  console.log(`${rows.length} documents, ${SERVERS} servers`);
  const idOf = (page: string) => rows.find(({ path }) => path.endsWith(page))?.id ?? '';
  const about = (text: 'summary' | 'description') =>
    answerable.map((alert) => ({ query: alert[text], id: idOf(alert.page) }));
  for (let n = 0; n < WARMING; n++) await ask(send, answerable[n % answerable.length]?.summary ?? '');
  print('alert summary', await measure(send, about('summary')));
  print('alert description', await measure(send, about('description')));
  const inventory = Array.from({ length: 60 }, (_, n) => ({
    query: INVENTORY[n % INVENTORY.length] ?? '',
    id: '',
  }));
  print('inventory', await measure(send, inventory));
}

async function measure(send: Send, questions: { query: string; id: string }[]): Promise<Measured> {
  const measured: Measured = { visible: 0, count: questions.length, times: [], outcomes: new Map() };
  for (const { query, id } of questions) {
    const { text, outcome, firstMs } = await ask(send, query);
    if (id !== '' && text.includes(`doc=${id}`)) measured.visible++;
    measured.times.push(firstMs);
    measured.outcomes.set(outcome, (measured.outcomes.get(outcome) ?? 0) + 1);
  }
  return measured;
}

async function ask(send: Send, query: string) {
  const startedAt = performance.now();
  const answer = await send(assistant.askStream.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  let [all, firstMs] = ['', Infinity];
  const decoder = new TextDecoder();
  for await (const piece of answer.body ?? []) {
    all += decoder.decode(piece as Uint8Array, { stream: true });
    if (firstMs === Infinity && all.includes('\n\n')) firstMs = performance.now() - startedAt;
  }
  const last = all.trim().split('\n\n').at(-1) ?? '';
  const end = AnswerEvent.parse(JSON.parse(last.slice('data: '.length)));
  return 'done' in end
    ? { text: end.fullResponse, outcome: end.outcome, firstMs }
    : { text: '', outcome: 'error', firstMs };
}

function print(name: string, { visible, count, times, outcomes }: Measured) {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1);
  const shown = [...outcomes].map(([outcome, times_]) => `${outcome} ${times_}`).join(', ');
  const share = `${visible} of ${count} (${((100 * visible) / count).toFixed(0)} %)`;
  console.log(
    `${name.padEnd(20)}right page visible: ${share}; first chunk p50 ${at(0.5)} ms, p95 ${at(0.95)} ms; ${shown}`,
  );
}
