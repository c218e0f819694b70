import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import type { ImportReport } from '../../contract/calls/imports.ts';
import {
  administratorFor,
  CommandRefused,
  configOfCommand,
  databaseForCommand,
  runCommand,
} from '../command.ts';
import type { Config } from '../config.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { openDatabase, type Database } from '../db/open.ts';
import { IMPORT, keepArchive } from '../imports/routes.ts';
import { jobKinds } from '../job-kinds.ts';
import { checkInstallation } from '../installation.ts';
import { createJob, findJob } from '../jobs/queries.ts';
import { runJob } from '../jobs/run.ts';
import { createLog } from '../log.ts';
import { keysOf } from '../secret.ts';
import { openStorage } from '../storage/open.ts';
import { escapeControls } from '../text/escape-controls.ts';

const USAGE = 'Usage: npm run import -- FILE.zip [--as EMAIL]';

/**
 * Creates the same job as an upload and runs it here. If the command is killed, the server continues the job at its
 * next start.
 */
async function importFile(
  path: string,
  email: string | undefined,
  open: Database,
  config: Config,
): Promise<ImportReport> {
  const warn = (problem: string) => console.error(problem);
  const storage = await openStorage(config, warn);
  await checkInstallation(open, { keys: keysOf(config), storage }, warn);
  const owner = (await administratorFor(open, email)).id;
  const upload = await keepArchive(storage, createReadStream(path));
  if ('problem' in upload) throw new CommandRefused(`${path}: ${upload.problem}.`);
  const id = randomUUID();
  await createJob(open.db, {
    id,
    kind: IMPORT,
    ownerId: owner,
    input: { key: upload.key, name: basename(path) },
  });
  const progress = setInterval(() => void showProgress(open, id), 1_000);
  try {
    await runJob(open, jobKinds(storage, { intervalSeconds: config.CHECK_INTERVAL_SECONDS }), id, {
      signal: new AbortController().signal,
      log: createLog('error'),
    });
  } finally {
    clearInterval(progress);
  }
  const job = await findJob(open.db, id);
  if (job?.state !== 'done')
    throw new CommandRefused(`${path}: ${job?.message ?? 'the import did not end'}.`);
  return job.result as ImportReport;
}

async function showProgress({ db }: Database, id: string) {
  const job = await findJob(db, id);
  if (job?.total) console.log(`${job.done} of ${job.total} files`);
}

function readArguments(): { path: string; as: string | undefined } {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { as: { type: 'string' } },
    });
    const [path] = positionals;
    if (path && positionals.length === 1) return { path, as: values.as };
  } catch {
    // The usage lists the valid options and their values.
  }
  throw new CommandRefused(USAGE);
}

async function main() {
  const { path, as } = readArguments();
  if (!(await stat(path).catch(() => undefined))?.isFile())
    throw new CommandRefused(`There is no file ${path}.`);
  const config = configOfCommand();
  const { connection, stop } = await databaseForCommand(config);
  const open = openDatabase(connection, (message) => console.error(message));
  try {
    await migrateDatabase(open);
    const report = await importFile(path, as, open, config);
    const { created, updated, skipped, problems, servers, members } = report;
    for (const { path: file, reason } of problems) console.log(escapeControls(`problem: ${file}: ${reason}`));
    if (report.versions > 0)
      console.log(
        `${report.versions} versions; servers: ${servers.created} created, ${servers.present} ` +
          `here already; members: ${members.created} created, ${members.present} here already`,
      );
    console.log(`${created} created, ${updated} updated, ${skipped} skipped, ${problems.length} problems`);
  } finally {
    await open.close();
    await stop();
  }
}

await runCommand(main);
