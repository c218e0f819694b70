import { eq, sql } from 'drizzle-orm';
import type { CheckResult, Outcome } from '../../contract/calls/checks.ts';
import { isSane, Figure } from '../../contract/shared/server-fields.ts';
import type { ServerStatus } from '../../contract/shared/server-words.ts';
import type { Db } from '../db/open.ts';
import { checkResults, incidents, servers } from '../db/schema.ts';
import { found } from '../http/errors.ts';
import { publish } from '../live/publish.ts';
import { observeStatus } from '../observations/observe.ts';
import { closeNotifications } from '../notifications/queries.ts';
import type { Observation } from '../probe/probe.ts';
import { indexEntries } from '../search/entries.ts';
import { searchEntryOf, type ServerRow } from '../servers/fields.ts';
import { endIncident } from '../servers/incidents.ts';
import { confirmsOutage, nextStatus } from './next-status.ts';

const DEFAULT_RETRIES = 3;
const MAX_MESSAGE = 300;

/** A result with the id of its row in the log. */
export type StoredResult = CheckResult & { resultId: number };

/** Number of worse results in a row that lower the status. */
export const retriesOf = (server: ServerRow): number => server.check?.retries ?? DEFAULT_RETRIES;

/**
 * Stores one result of a server that the transaction has locked: the figures, the result row, the new status, its
 * incident and what alerts follow from. Its time is the database's, so that results of all nodes are in order. The transaction's own
 * time would not do: it may be earlier than a result that the lock waited for.
 */
export async function recordResult(
  tx: Db,
  server: ServerRow,
  observation: Omit<Observation, 'outcome'> & { outcome: Outcome; status?: ServerStatus | undefined },
  { simulated = false, seenBy }: { simulated?: boolean; seenBy?: string } = {},
): Promise<StoredResult> {
  const inMaintenance = server.status === 'maintenance' && observation.status === undefined;
  const outcome = inMaintenance ? 'maintenance' : observation.outcome;
  const message = observation.message.slice(0, MAX_MESSAGE);
  const figures = pick(observation);
  const [row] = await tx
    .insert(checkResults)
    .values({
      serverId: server.id,
      at: sql`clock_timestamp()`,
      outcome,
      latencyMs: observation.latencyMs,
      message,
      cpuUsage: figures.cpuUsage ?? null,
      memoryUsage: figures.memoryUsage ?? null,
      diskUsage: figures.diskUsage ?? null,
      simulated,
      seenBy: seenBy ?? null,
      line: observation.line ?? null,
    })
    .returning({ id: checkResults.id, at: checkResults.at });
  const { id: resultId, at: checkedAt } = found(row, 'Result');
  const worseSince = server.worseInRow > 0 ? (server.worseSince ?? checkedAt) : checkedAt;
  const lastedSeconds = (checkedAt.getTime() - worseSince.getTime()) / 1000;
  const isTooEarly = outcome === 'warning' && lastedSeconds < (observation.warnAfterSeconds ?? 0);
  const after = observation.status
    ? { status: observation.status, worseInRow: 0, badInRow: 0 }
    : nextStatus(server, outcome, retriesOf(server), isTooEarly);
  const isKept = !simulated && (outcome === 'bad' || outcome === 'unknown');
  const isMeasured = !simulated && !isKept && Object.keys(figures).length > 0;
  await tx
    .update(servers)
    .set({
      ...(server.simulated && !simulated ? NO_FIGURES : withoutNonsense(server)),
      // A successful check replaces the figures that it measured. A failed one keeps the last known ones, which show
      // their age.
      ...(isKept ? {} : figures),
      ...after,
      worseSince,
      simulated,
      lastMessage: message,
      lastHealthCheck: checkedAt,
      ...(simulated && { measuredAt: null }),
      ...(isMeasured && { measuredAt: checkedAt }),
      ...(observation.certificateExpiresAt ? { certificateExpiresAt: observation.certificateExpiresAt } : {}),
      ...(observation.scrape ? { scrape: observation.scrape } : {}),
    })
    .where(eq(servers.id, server.id));
  const beganIncident =
    !simulated && confirmsOutage(outcome, after) && (await beginIncident(tx, server.id, message, checkedAt));
  const hasChanged = after.status !== server.status || beganIncident;
  if (hasChanged) await publishStatus(tx, server, after.status);
  // A server can stay in its state for another reason.
  const isOther = outcome === 'warning' && after.status === 'warning' && message !== server.lastMessage;
  if (!simulated && (hasChanged || isOther))
    await noteStatus(tx, server, {
      status: after.status,
      text: message,
      at: checkedAt,
      isOfCertificate: outcome === 'warning' && observation.isOfCertificate === true,
    });
  return {
    resultId,
    outcome,
    status: after.status,
    latencyMs: observation.latencyMs,
    message,
    ...figures,
    ...(observation.certificateExpiresAt
      ? { certificateExpiresAt: observation.certificateExpiresAt.toISOString() }
      : {}),
    simulated,
    checkedAt: checkedAt.toISOString(),
  };
}

type Figures = Pick<Observation, 'cpuUsage' | 'memoryUsage' | 'diskUsage' | 'uptime'>;

/** Drops NaN, which the database would accept but no chart can show, and rounds tiny values, which the database rejects. */
const pick = ({ cpuUsage, memoryUsage, diskUsage, uptime }: Figures) => ({
  ...(isSane('cpuUsage', cpuUsage) ? { cpuUsage: rounded(cpuUsage) } : {}),
  ...(isSane('memoryUsage', memoryUsage) ? { memoryUsage: rounded(memoryUsage) } : {}),
  ...(isSane('diskUsage', diskUsage) ? { diskUsage: rounded(diskUsage) } : {}),
  ...(isSane('uptime', uptime) ? { uptime: Math.round(uptime) } : {}),
});

/** To a millionth. */
const rounded = (value: number) => Math.round(value * 1e6) / 1e6;

/** Simulated figures end with the first result of a real check, which may have measured none. */
const NO_FIGURES = { cpuUsage: null, memoryUsage: null, diskUsage: null, uptime: null };

/** Removes impossible values of earlier releases, which would break every reader. */
const withoutNonsense = (server: ServerRow) =>
  Object.fromEntries(
    Figure.options
      .filter((figure) => server[figure] !== null && !isSane(figure, server[figure]))
      .map((figure) => [figure, null]),
  );

/** Returns false when the server has an open incident: it has been offline for longer already. */
async function beginIncident(tx: Db, serverId: string, message: string, startedAt: Date): Promise<boolean> {
  const rows = await tx
    .insert(incidents)
    .values({ serverId, startedAt, message })
    .onConflictDoNothing()
    .returning({ id: incidents.id });
  return rows.length > 0;
}

type Noted = { status: ServerStatus; text: string; at: Date; isOfCertificate: boolean };

async function noteStatus(tx: Db, server: ServerRow, noted: Noted) {
  if (server.status === 'offline' && noted.status !== 'offline') await endIncident(tx, server.id, noted.at);
  await observeStatus(tx, server, { ...noted, confirmations: retriesOf(server) });
}

/** Publishes a new status to the search index and to open screens. Notifications of the status before are over. */
export async function publishStatus(tx: Db, server: ServerRow, status: ServerStatus): Promise<void> {
  await closeNotifications(tx, 'server.status', server.id);
  await indexEntries(tx, [searchEntryOf({ ...server, status })]);
  await publish(tx, { type: 'changed', topic: 'servers', id: server.id });
}
