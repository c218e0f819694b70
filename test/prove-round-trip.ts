import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { documentExport } from '../contract/calls/exports.ts';
import { ImportReport } from '../contract/calls/imports.ts';
import { documents, type DocumentItem } from '../contract/calls/documents.ts';
import { jobs } from '../contract/calls/jobs.ts';
import { freePort } from './free-port.ts';
import { productWith } from './proof-product.ts';

/** Imports a corpus, exports all of it, imports that into another product, and compares every document. */
export async function proveRoundTrip(folder: string, zip: string): Promise<void> {
  const name = basename(zip, '.zip');
  const first = await filled(join(folder, `${name}-1`), new Uint8Array(await readFile(zip)));
  const second = await filled(join(folder, `${name}-2`), first.exported);
  const [before, after] = [comparable(first.list), comparable(second.list)];
  const different = before.filter((text, n) => text !== after[n]).length;
  if (before.length !== after.length || different > 0)
    throw new Error(`${name}: ${before.length} exported, ${after.length} imported, ${different} different`);
  console.log(`round trip: ${before.length} documents of ${name}, 0 different after export and import`);
}

async function filled(dataDir: string, zip: Uint8Array) {
  const { ask, send, start, signIn, kill } = productWith(await freePort(), { DATA_DIR: dataDir });
  const child = await start();
  await signIn();
  const { jobId } = await ask(documents.import, { file: new File([new Uint8Array(zip)], 'pages.zip') });
  let job = await ask(jobs.find, { params: { id: jobId } });
  while (job.state === 'waiting' || job.state === 'running') {
    await new Promise((resolve) => setTimeout(resolve, 300));
    job = await ask(jobs.find, { params: { id: jobId } });
  }
  const report = ImportReport.parse(job.result);
  console.log(`${basename(dataDir)}: ${report.created} documents, ${report.problems.length} problems`);
  const list = await ask(documents.list, {});
  // Thousands of documents take long on a slow machine.
  const signal = AbortSignal.timeout(300_000);
  const answer = await send(documentExport.zip.path, { signal });
  const exported = new Uint8Array(await answer.arrayBuffer());
  await kill(child);
  return { list, exported };
}

/** Another product assigns new ids, so links are compared by the page they lead to. */
function comparable(list: DocumentItem[]): string[] {
  const titles = new Map(list.map(({ id, title, category }) => [id, `${category}/${title}`]));
  return list
    .map(({ title, excerpt, technology, domain, category, tags, isPublished, templateType, content }) =>
      JSON.stringify([
        [title, category, excerpt, technology, domain, tags, isPublished, templateType],
        content
          ?.replaceAll(/doc=([\da-f-]{36})/g, (_, id: string) => `doc=${titles.get(id) ?? 'nowhere'}`)
          .replaceAll(/\/objects\/[\da-f-]{36}/g, '/objects/image'),
      ]),
    )
    .toSorted();
}
