import { strToU8, zipSync } from 'fflate';
import { documents } from '../contract/documents.ts';
import { jobs } from '../contract/jobs.ts';
import { call } from '../contract/call.ts';

const PAGES = 5_000;

const WORDS =
  'volume filling alert node disk queue restart certificate expired replica failover backup restore token port mount cache service'.split(
    ' ',
  );

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
