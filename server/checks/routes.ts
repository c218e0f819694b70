import { randomUUID } from 'node:crypto';
import { checks as calls, type Metrics, type Outcome } from '../../contract/calls/checks.ts';
import type { ServerStatus } from '../../contract/shared/server-words.ts';
import { servers as serverCalls } from '../../contract/calls/servers.ts';
import type * as z from 'zod';
import type { Config } from '../config.ts';
import { record } from '../audit/record.ts';
import type { Db } from '../db/open.ts';
import type { Mount } from '../http/endpoint.ts';
import { found, refuse } from '../http/errors.ts';
import type { JobEngine } from '../jobs/engine.ts';
import { createJob } from '../jobs/queries.ts';
import { publish } from '../live/publish.ts';
import { hit } from '../http/rate-limit.ts';
import { findServer, findServerRow, lockServer, isWatching, listHistory } from '../servers/queries.ts';
import { listLinkedDocuments } from '../servers/links.ts';
import { listMentions } from '../servers/mentions.ts';
import type { Schedule } from '../servers/schedule.ts';
import type { Checker } from './checker.ts';
import { CHECK_ALL } from './job.ts';
import { findLimits } from '../servers/limits.ts';
import { findNeeds } from '../servers/needs.ts';
import { availabilityOf, listIncidents, listResults } from './queries.ts';
import { recordResult } from './record.ts';
import { CHANGES_SHOWN, serverOverview } from '../../contract/calls/server-overview.ts';

/** One call with everything for the page of a server. */
function overviewRoutes(mount: Mount, schedule: Schedule) {
  mount(serverOverview.read, async ({ db, actor, params: { id }, query }) => {
    const server = found(await findServer(db, id, schedule), 'Server');
    const [watching, availability, results, incidents, documents, needs, limits, mentions, changes] =
      await Promise.all([
        isWatching(db, actor, id),
        availabilityOf(db, id),
        listResults(db, id, query),
        listIncidents(db, id),
        listLinkedDocuments(db, actor, id),
        findNeeds(db, id),
        findLimits(db, id),
        listMentions(db, actor, server),
        listHistory(db, actor, id, { limit: CHANGES_SHOWN }),
      ]);
    return {
      server,
      watching,
      availability,
      results,
      incidents,
      documents,
      needs,
      limits,
      mentions,
      changes: changes.items,
    };
  });
}

/** A check on demand sends traffic to another machine, so its rate is limited. */
const BY_ACCOUNT = { name: 'check-server', times: 30, seconds: 60 };

export function checkRoutes(
  mount: Mount,
  checker: Pick<Checker, 'check'>,
  jobs: Pick<JobEngine, 'start'>,
  config: Config,
) {
  const schedule = { intervalSeconds: config.CHECK_INTERVAL_SECONDS };
  const theServer = async (db: Db, id: string) => found(await findServerRow(db, id), 'Server');

  mount(
    calls.run,
    async ({ db, actor, params }) => {
      const server = await theServer(db, params.id);
      const { name, check } = server;
      if (!check)
        return refuse(409, 'no_check', 'No check is configured for this server. Edit it to add one.');
      const tooOften = await hit(db, BY_ACCOUNT, actor.userId, config.RATE_LIMIT_SCALE);
      if (tooOften) return tooOften;
      await record(db, actor, {
        action: 'server.check',
        kind: 'server',
        subjectId: server.id,
        after: { name },
      });
      const result = await checker.check(server);
      if (!result) return refuse(409, 'changed_meanwhile', 'The server was changed meanwhile. Try again.');
      // The figures changed even if the status did not: notify other screens of this check.
      await publish(db, { type: 'changed', topic: 'servers', id: server.id });
      return result;
    },
    { transaction: 'own' },
  );
  mount(
    calls.runAll,
    async ({ db, write, actor }) => {
      const tooOften = await hit(db, BY_ACCOUNT, actor.userId, config.RATE_LIMIT_SCALE);
      if (tooOften) return tooOften;
      const created = await write(async (tx) => {
        const jobId = randomUUID();
        await createJob(tx, { id: jobId, kind: CHECK_ALL, ownerId: actor.userId, input: {} });
        return { jobId };
      });
      await jobs.start(created.jobId);
      return created;
    },
    { transaction: 'write' },
  );
  mount(calls.list, async ({ db, params, query }) => {
    await theServer(db, params.id);
    return listResults(db, params.id, query);
  });
  mount(calls.availability, async ({ db, params }) => {
    await theServer(db, params.id);
    return availabilityOf(db, params.id);
  });
  mount(calls.incidents, async ({ db, params }) => {
    await theServer(db, params.id);
    return listIncidents(db, params.id);
  });
  overviewRoutes(mount, schedule);
  mount(serverCalls.metrics, async ({ db, params, body }) => {
    const server = found(await lockServer(db, params.id), 'Server');
    if (server.check)
      return refuse(409, 'checked_by_probe', 'This server has a check of its own; its figures are measured.');
    await recordResult(db, server, simulated(body), { simulated: true });
    await publish(db, { type: 'changed', topic: 'servers', id: server.id });
    return found(await findServer(db, params.id, schedule), 'Server');
  });
}

const OUTCOMES = {
  online: 'good',
  warning: 'warning',
  offline: 'bad',
  maintenance: 'maintenance',
  unknown: 'unknown',
} as const satisfies Record<ServerStatus, Outcome>;

/** Figures simulated by a browser (decision 3). They are stored in the same way, but marked and never counted. */
function simulated({ status, ...figures }: z.output<typeof Metrics>) {
  const given = Object.fromEntries(Object.entries(figures).filter(([, value]) => value !== undefined));
  return {
    outcome: OUTCOMES[status ?? 'online'],
    latencyMs: null,
    message: 'Simulated figures',
    status,
    ...given,
  };
}
