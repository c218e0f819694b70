import { strFromU8, unzipSync } from 'fflate';
import { expect } from 'vitest';
import { ImportReport } from '../contract/document-imports.ts';
import type { Client } from './app.ts';
import { importJobOf, zipOf } from './imports.ts';
import type { Files } from './imports.ts';

/** What an administrator exports, changed as a test wants it. */
export async function exported(
  client: Client,
  change: (files: Files) => void = () => undefined,
): Promise<Files> {
  const files: Files = unzipSync((await client.send({ url: '/api/export' })).rawPayload);
  change(files);
  return files;
}

/** Brings the files in; every one of them is counted. */
export async function imported(client: Client, files: Files): Promise<ImportReport> {
  const job = await importJobOf(client, zipOf(files));
  if (job.state !== 'done') throw new Error(job.message);
  const report = ImportReport.parse(job.result);
  const paths = new Set(
    report.problems.filter(({ path, isLeftOut }) => isLeftOut && files[path]).map(({ path }) => path),
  );
  expect(report.created + report.updated + report.skipped + paths.size).toBe(Object.keys(files).length);
  return report;
}

export const change = (files: Files, path: string, edit: (text: string) => string) => {
  const bytes = files[path];
  if (!bytes || typeof bytes === 'string') throw new Error(`no ${path}`);
  files[path] = edit(strFromU8(bytes));
};
