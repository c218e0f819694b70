import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { and, count, eq, inArray, sql } from 'drizzle-orm';
import { documentImports, knowledgeBaseImports } from '../../contract/calls/imports.ts';
import { documents, knowledgeBase } from '../../contract/calls/documents.ts';
import { pastedText } from '../../contract/calls/pasted-text.ts';
import type { Db } from '../db/open.ts';
import { jobs as rows } from '../db/schema.ts';
import { takeUploadTurn } from '../http/budgets.ts';
import type { Mount } from '../http/endpoint.ts';
import { isDatabaseUnavailable, refuse, tooLarge, type Refusal } from '../http/errors.ts';
import { uploadedFile } from '../http/uploaded-file.ts';
import type { JobEngine } from '../jobs/engine.ts';
import { createJob } from '../jobs/queries.ts';
import type { Storage } from '../storage/storage.ts';
import { BadArchive, openArchive } from './archive.ts';
import { listImports, undoImport } from './undo.ts';

/** Kind of import jobs, and name of the lock that allows one at a time. */
export const IMPORT = 'import';

export function importRoutes(mount: Mount, storage: Storage, jobs: Pick<JobEngine, 'start'>) {
  for (const calls of [documents, knowledgeBase]) {
    mount(
      calls.import,
      async ({ db, write, actor, query, request, reply }) => {
        await takeUploadTurn(request, reply);
        const refusal = await tooManyImports(
          db,
          actor.userId,
          Number(request.headers['content-length'] ?? 0),
        );
        if (refusal) return refusal;
        const file = await uploadedFile(request);
        if (!file)
          return refuse(400, 'validation_failed', 'file: Choose a zip of markdown files', {
            fields: { file: 'Choose a zip of markdown files' },
          });
        const upload = await keepArchive(storage, file.file);
        if (file.file.truncated) {
          if ('key' in upload) await storage.remove(upload.key);
          return tooLarge('file', calls.import.upload.maxBytes);
        }
        if ('problem' in upload) return refuse(400, 'invalid_archive', upload.problem);
        const input = {
          key: upload.key,
          bytes: upload.bytes,
          name: nameOf(file.filename),
          dryRun: query.dryRun === 'true' || query.dryRun === '1',
          publish: query.publish ?? 'as-written',
        };
        const created = await write(async (tx) => {
          const jobId = randomUUID();
          await createJob(tx, { id: jobId, kind: IMPORT, ownerId: actor.userId, input });
          return { jobId };
        }).catch(async (error: unknown) => {
          // After a lost connection the job may exist, and it needs the file.
          if (!isDatabaseUnavailable(error)) await storage.remove(upload.key);
          throw error;
        });
        await jobs.start(created.jobId);
        return created;
      },
      { transaction: 'write' },
    );
  }
  mount(
    pastedText.convert,
    async ({ body }) => {
      const { markdownOfPaste } = await import('./html/pasted.ts');
      return { markdown: await markdownOfPaste(body.html) };
    },
    { transaction: 'own' },
  );
  for (const calls of [documentImports, knowledgeBaseImports]) {
    mount(calls.list, ({ db, actor }) => listImports(db, actor));
    mount(calls.undo, ({ db, actor, params, body }) => undoImport(db, actor, params.id, body));
  }
}

/** The browser's file name, without characters that the database cannot store. */
const nameOf = (filename: string): string => filename.replace(/\p{Cc}/gu, '').slice(0, 255);

/** Imports of one person that wait or run, and their bytes together. */
const OPEN_IMPORTS = { times: 8, bytes: 1024 ** 3 };

async function tooManyImports(db: Db, ownerId: string, more: number): Promise<Refusal | undefined> {
  const [open = { count: 0, bytes: 0 }] = await db
    .select({
      count: count(),
      bytes: sql<number>`coalesce(sum((${rows.input}->>'bytes')::bigint), 0)::float8`,
    })
    .from(rows)
    .where(
      and(eq(rows.ownerId, ownerId), eq(rows.kind, IMPORT), inArray(rows.state, ['waiting', 'running'])),
    );
  if (open.count < OPEN_IMPORTS.times && open.bytes + more <= OPEN_IMPORTS.bytes) return undefined;
  const text = `Your imports that wait or run (${open.count}) are too many or too large. Try again when one is done.`;
  return refuse(429, 'too_many_imports', text, { retryAfterSeconds: 60 });
}

/** Stores an uploaded zip and reads its table of contents. An unusable zip is deleted. */
export async function keepArchive(
  storage: Storage,
  file: Readable,
): Promise<{ key: string; bytes: number } | { problem: string }> {
  const key = `imports/${randomUUID()}.zip`;
  await storage.put(key, file);
  const stored = await storage.asFile(key);
  try {
    const path = stored?.path ?? '';
    const archive = await openArchive(path);
    await archive.close();
    return { key, bytes: (await stat(path)).size };
  } catch (error) {
    await storage.remove(key);
    if (error instanceof BadArchive) return { problem: error.message };
    throw error;
  } finally {
    await stored?.done();
  }
}
