import type { FastifyInstance } from 'fastify';
import { MAX_CSV_BYTES, ServerFilters, servers as calls } from '../../../contract/servers.ts';
import type { Db } from '../../db/open.ts';
import type { Mount } from '../../http/endpoint.ts';
import { refuse, sendRefusal, validationFailed } from '../../http/errors.ts';
import { readerAt } from '../matching.ts';
import { listForExport } from '../queries.ts';
import type { Schedule } from '../save.ts';
import { decodeCsv } from './decode.ts';
import { toCsv } from './export.ts';
import { planImport, reportOf, runImport } from './import.ts';
import { readCsv } from './read.ts';

export function csvRoutes(app: FastifyInstance, mount: Mount, db: Db, schedule: Schedule) {
  mount(
    calls.import,
    async ({ db: within, actor, query, request }) => {
      const file = request.isMultipart()
        ? await request.file({ limits: { fileSize: MAX_CSV_BYTES } })
        : undefined;
      if (!file) return wrongFile('Choose a CSV file');
      const bytes = await file.toBuffer().catch(() => undefined);
      if (bytes === undefined)
        return refuse(413, 'too_large', 'The file is too large: at most 20 MB are taken');
      const text = decodeCsv(bytes);
      const csv = typeof text === 'string' ? readCsv(text) : text;
      if ('problem' in csv) return wrongFile(csv.problem);
      const dryRun = query.dryRun === 'true' || query.dryRun === '1';
      return within.transaction(async (tx) => {
        const plan = await planImport(tx, csv.rows);
        const failed = plan.some(({ action }) => action === 'error');
        const batchId = dryRun || failed ? null : await runImport(tx, actor, plan, schedule);
        return reportOf(plan, { dryRun, batchId, ignoredColumns: csv.ignoredColumns, renames: csv.renames });
      });
    },
    { ownTransaction: true },
  );
  app.get(calls.export.path, { config: { endpoint: calls.export } }, async (request, reply) => {
    const filters = ServerFilters.safeParse(request.query);
    if (filters.error) return sendRefusal(reply, validationFailed(filters.error));
    const at = await readerAt(db, { userId: request.actor?.userId ?? '' }, filters.data);
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="servers.csv"')
      .send(toCsv(await listForExport(db, filters.data, at)));
  });
}

const wrongFile = (text: string) =>
  refuse(400, 'validation_failed', `file: ${text}`, { fields: { file: text } });
