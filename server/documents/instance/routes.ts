import type { FastifyInstance } from 'fastify';
import { instanceExport } from '../../../contract/system.ts';
import { record } from '../../audit/record.ts';
import type { Database } from '../../db/open.ts';
import { ignoreFullDisk, refuse, RefusalError, validationFailed } from '../../http/errors.ts';
import type { Storage } from '../../storage/storage.ts';
import type { exportInstance } from './export.ts';
import { watchedExport } from './progress.ts';

/** Returns a file instead of JSON, so it is not mounted. The access check still recognises it by its endpoint. */
export function instanceRoutes(app: FastifyInstance, database: Database, storage: Storage) {
  const { zip } = instanceExport;
  app.get(zip.path, { config: { endpoint: zip }, exposeHeadRoute: false }, async (request, reply) => {
    const query = zip.query.safeParse(request.query);
    if (query.error) throw new RefusalError(validationFailed(query.error));
    const { actor } = request;
    if (!actor) throw new RefusalError(refuse(401, 'signed_out', 'Sign in first'));
    const run = async (watch: Parameters<typeof exportInstance>[2]) =>
      (await import('./export.ts')).exportInstance(database, storage, watch);
    const made = await watchedExport(database, actor.userId, query.data.job, run);
    // A full export is recorded in the audit log, even if the download breaks off.
    const event = { action: 'system.export', kind: 'system', after: made.contents };
    await ignoreFullDisk(record(database.db, actor, event));
    return reply
      .type('application/zip')
      .header('content-disposition', `attachment; filename="${fileName(new Date())}"`)
      .send(made.zip);
  });
}

const fileName = (now: Date): string => `ops-hub-${now.toISOString().slice(0, 10)}.zip`;
