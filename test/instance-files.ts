import { strFromU8, unzipSync } from 'fflate';
import { expect } from 'vitest';
import { ImportReport } from '../contract/calls/imports.ts';
import { documents } from '../contract/calls/documents.ts';
import { withApp, type Client, type TestApp } from './app.ts';
import { importJobOf, zipOf, type Files } from './imports.ts';

/** The export of an administrator, changed by a test. */
export async function exported(
  client: Client,
  change: (files: Files) => void = () => undefined,
): Promise<Files> {
  const files: Files = unzipSync((await client.send({ url: '/api/export' })).rawPayload);
  change(files);
  return files;
}

/** Imports the files and expects that every one is counted. */
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

const PEOPLE = { firstName: 'Ann', lastName: 'Smith', email: 'ann@example.com', role: 'admin' } as const;

/** An instance that exports and another one that imports. */
export function withTwoInstances() {
  const from = withApp();
  const into = withApp();
  let count = 0;
  /** Creates an administrator of both, so that tests share only the instances. */
  async function both() {
    count += 1;
    const person = { ...PEOPLE, email: `ann-${count}@example.com` };
    return { here: await from.current.signedIn(person), there: await into.current.signedIn(person) };
  }
  /** Deletes all content of an instance. */
  const clear = async ({ database }: TestApp) =>
    void (await database.pool.query('truncate documents, servers, team_members, objects, imports cascade'));
  return { from, into, both, clear };
}

export const find = (client: Client, id: string) => client.call(documents.find, { params: { id } });
export const versionsOf = (client: Client, id: string) => client.call(documents.versions, { params: { id } });
