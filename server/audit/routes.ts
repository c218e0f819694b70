import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { administration } from '../../contract/calls/administration.ts';
import type { Db } from '../db/open.ts';
import { takeLongTurn } from '../http/budgets.ts';
import type { Mount } from '../http/endpoint.ts';
import { sendRefusal, validationFailed } from '../http/errors.ts';
import { EXPORTS } from './export.ts';
import { listAuditEntries, listInPortions } from './queries.ts';

export function auditRoutes(app: FastifyInstance, mount: Mount, db: Db) {
  mount(administration.audit, ({ db: within, query }) => listAuditEntries(within, query));

  // Returns a file instead of JSON, so it is not mounted. The access check still recognises it by its endpoint.
  const { exportAudit } = administration;
  app.get(exportAudit.path, { config: { endpoint: exportAudit } }, async (request, reply) => {
    const query = exportAudit.query.safeParse(request.query);
    if (query.error) return sendRefusal(reply, validationFailed(query.error));
    const { format, ...filters } = query.data;
    await takeLongTurn(request, reply);
    const { type, write } = EXPORTS[format];
    return reply
      .type(type)
      .header('content-disposition', `attachment; filename="audit-log.${format}"`)
      .send(Readable.from(write(listInPortions(db, filters)), { highWaterMark: 1 }));
  });
}
