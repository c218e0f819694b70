import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { documentImports, knowledgeBaseImports } from '../../../contract/document-imports.ts';
import { documents, knowledgeBase } from '../../../contract/documents.ts';
import { pastedText } from '../../../contract/pasted-text.ts';
import type { Mount } from '../../http/endpoint.ts';
import { isDatabaseUnavailable, refuse, tooLarge } from '../../http/errors.ts';
import { uploadedFile } from '../../http/uploaded-file.ts';
import type { JobEngine } from '../../jobs/engine.ts';
import { createJob } from '../../jobs/queries.ts';
import type { Storage } from '../../storage/storage.ts';
import { BadArchive, openArchive } from './archive.ts';
import { listImports, undoImport } from './undo.ts';

/** Kind of import jobs, and name of the lock that allows one at a time. */
export const IMPORT = 'import';

export function importRoutes(mount: Mount, storage: Storage, jobs: Pick<JobEngine, 'start'>) {
  for (const calls of [documents, knowledgeBase]) {
    mount(
      calls.import,
      async ({ write, actor, query, request }) => {
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
          name: nameOf(file.filename),
          dryRun: query.dryRun === 'true' || query.dryRun === '1',
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

/** Stores an uploaded zip and reads its table of contents. An unusable zip is deleted. */
export async function keepArchive(
  storage: Storage,
  file: Readable,
): Promise<{ key: string } | { problem: string }> {
  const key = `imports/${randomUUID()}.zip`;
  await storage.put(key, file);
  const stored = await storage.asFile(key);
  try {
    const archive = await openArchive(stored?.path ?? '');
    await archive.close();
    return { key };
  } catch (error) {
    await storage.remove(key);
    if (error instanceof BadArchive) return { problem: error.message };
    throw error;
  } finally {
    await stored?.done();
  }
}
