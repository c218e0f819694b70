import type { FastifyInstance } from 'fastify';
import { documentExport, knowledgeBaseExport } from '../../contract/calls/exports.ts';
import type { Database } from '../db/open.ts';
import { takeLongTurn } from '../http/budgets.ts';
import { refuse, RefusalError, validationFailed } from '../http/errors.ts';
import type { Storage } from '../storage/storage.ts';
import { instanceRoutes } from './instance/routes.ts';

/** Returns a file instead of JSON, so it is not mounted. The access check still recognises it by its endpoint. */
export function exportRoutes(app: FastifyInstance, database: Database, storage: Storage) {
  instanceRoutes(app, database, storage);
  for (const { zip } of [documentExport, knowledgeBaseExport]) {
    app.get(zip.path, { config: { endpoint: zip } }, async (request, reply) => {
      const filters = zip.query.safeParse(request.query);
      if (filters.error) throw new RefusalError(validationFailed(filters.error));
      if (!request.actor) throw new RefusalError(refuse(401, 'signed_out', 'Sign in first'));
      await takeLongTurn(request, reply);
      const { zipOfDocuments } = await import('./documents-zip.ts');
      return reply
        .type('application/zip')
        .header('content-disposition', 'attachment; filename="knowledge-base.zip"')
        .send(zipOfDocuments(database.db, storage, request.actor, filters.data));
    });
  }
}
