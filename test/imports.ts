import { setTimeout as sleep } from 'node:timers/promises';
import { zipSync } from 'fflate';
import sharp from 'sharp';
import { ImportReport } from '../contract/calls/imports.ts';
import {
  DocumentInput,
  knowledgeBase,
  type Document,
  type DocumentItem,
} from '../contract/calls/documents.ts';
import { jobs, type Job } from '../contract/calls/jobs.ts';
import type { Client } from './app.ts';

/** Files of a zip by path, as text or bytes. */
export type Files = Record<string, string | Uint8Array>;

export const zipOf = (files: Files): Uint8Array<ArrayBuffer> =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries(files).map(([path, content]) => [
          path,
          typeof content === 'string' ? Buffer.from(content) : content,
        ]),
      ),
    ),
  );

/** Uploads a zip as a screen does and waits until the job ends. */
export async function importJobOf(client: Client, zip: Uint8Array<ArrayBuffer>): Promise<Job> {
  const file = new File([zip], 'wiki.zip', { type: 'application/zip' });
  const { jobId } = await client.call(knowledgeBase.import, { file });
  return jobAtEnd(client, jobId);
}

export async function jobAtEnd(client: Client, id: string): Promise<Job> {
  for (;;) {
    const job = await client.call(jobs.find, { params: { id } });
    if (job.state === 'done' || job.state === 'failed') return job;
    await sleep(50);
  }
}

export async function importFiles(client: Client, files: Files): Promise<ImportReport> {
  const job = await importJobOf(client, zipOf(files));
  if (job.state !== 'done') throw new Error(`the import failed: ${job.message}`);
  const report = ImportReport.parse(job.result);
  const sum =
    report.created +
    report.updated +
    report.skipped +
    report.problems.filter(({ isLeftOut }) => isLeftOut).length;
  if (sum !== Object.keys(files).filter((path) => !path.endsWith('/')).length) {
    throw new Error(`the report does not add up: ${JSON.stringify(report)}`);
  }
  return report;
}

/** Imports a zip whose report counts more files than pages. */
export async function importReport(client: Client, files: Files): Promise<ImportReport> {
  const job = await importJobOf(client, zipOf(files));
  if (job.state !== 'done') throw new Error(job.message);
  return ImportReport.parse(job.result);
}

/** Complete documents by their titles. */
export async function documentsTitled<const T extends string[]>(
  client: Client,
  ...titles: T
): Promise<{ [K in keyof T]: Document }> {
  const found = titles.map(async (title) => {
    const list = await client.call(knowledgeBase.list, { query: { q: title } });
    const item = list.find((document) => document.title === title);
    if (!item) throw new Error(`no ${title}`);
    return client.call(knowledgeBase.find, { params: { id: item.id } });
  });
  return (await Promise.all(found)) as { [K in keyof T]: Document };
}

/** A small picture. Another colour makes it a different file. */
export const picture = (background = 'olive'): Promise<Buffer> =>
  sharp({ create: { width: 3, height: 2, channels: 3, background } })
    .png()
    .toBuffer();

const WRITTEN = Object.keys(DocumentInput.shape).filter(
  (name) => name !== 'content' && name !== 'changeLog',
) as Exclude<keyof DocumentInput, 'content' | 'changeLog'>[];

/** What an export and an import preserve of a document, apart from its text. */
export const writtenFields = (document: DocumentItem) =>
  Object.fromEntries(WRITTEN.map((name) => [name, document[name]])) as Pick<
    DocumentItem,
    (typeof WRITTEN)[number]
  >;
