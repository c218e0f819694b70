import { eq } from 'drizzle-orm';
import type { CheckResult, Outcome } from '../../contract/checks.ts';
import { isSane } from '../../contract/sane-figure.ts';
import { Figure } from '../../contract/server-fields.ts';
import type { ServerStatus } from '../../contract/server-words.ts';
import type { Db } from '../db/open.ts';
import { checkResults, incidents, servers } from '../db/schema.ts';
import { found } from '../http/errors.ts';
import { publish } from '../live/publish.ts';
import { notify } from '../notifications/notify.ts';
import type { Observation } from '../probe/probe.ts';
import { indexEntries } from '../search/entries.ts';
import { endIncident, serverSearchEntry, type ServerRow } from '../servers/queries.ts';
import { isFoundDown, nextStatus } from './next-status.ts';
import { listToBeTold } from './queries.ts';

const FALL_AFTER = 3;
const MAX_MESSAGE = 300;

/** A result with the id of its row in the log. */
export type StoredResult = CheckResult & { resultId: number };

/** So many worse results in a row make a server fall. */
export const retriesOf = (server: ServerRow): number => server.check?.retries ?? FALL_AFTER;

/**
 * Stores one result of a server that the transaction holds: the figures, the row of the log, the status that follows, its
 * incident and whom to tell. `checkedAt` is when the look was over.
 */
export async function recordResult(
  tx: Db,
  server: ServerRow,
  seen: Omit<Observation, 'outcome'> & { outcome: Outcome; status?: ServerStatus | undefined },
  {
    simulated = false,
    checkedAt = new Date(),
    seenBy,
  }: { simulated?: boolean; checkedAt?: Date; seenBy?: string } = {},
): Promise<StoredResult> {
  const inMaintenance = server.status === 'maintenance' && seen.status === undefined;
  const outcome = inMaintenance ? 'maintenance' : seen.outcome;
  const after = seen.status
    ? { status: seen.status, worseInRow: 0, badInRow: 0 }
    : nextStatus(server, outcome, retriesOf(server));
  const message = seen.message.slice(0, MAX_MESSAGE);
  const figures = pick(seen);
  const [row] = await tx
    .insert(checkResults)
    .values({
      serverId: server.id,
      at: checkedAt,
      outcome,
      latencyMs: seen.latencyMs,
      message,
      cpuUsage: figures.cpuUsage ?? null,
      memoryUsage: figures.memoryUsage ?? null,
      diskUsage: figures.diskUsage ?? null,
      simulated,
      seenBy: seenBy ?? null,
      line: seen.line ?? null,
    })
    .returning({ id: checkResults.id });
  await tx
    .update(servers)
    .set({
      ...withoutNonsense(server),
      // A look that was good replaces the figures it measured; a bad one leaves the last known ones, which have an age.
      ...(!simulated && (outcome === 'bad' || outcome === 'unknown') ? {} : figures),
      ...after,
      simulated,
      lastMessage: message,
      lastHealthCheck: checkedAt,
      ...(seen.certificateExpiresAt ? { certificateExpiresAt: seen.certificateExpiresAt } : {}),
      ...(seen.scrape ? { scrape: seen.scrape } : {}),
    })
    .where(eq(servers.id, server.id));
  const isNews =
    !simulated && isFoundDown(outcome, after) && (await beginIncident(tx, server.id, message, checkedAt));
  if (after.status !== server.status || isNews)
    await changedStatus(tx, server, { status: after.status, message, simulated, at: checkedAt });
  return {
    resultId: found(row, 'Result').id,
    outcome,
    status: after.status,
    latencyMs: seen.latencyMs,
    message,
    ...figures,
    ...(seen.certificateExpiresAt ? { certificateExpiresAt: seen.certificateExpiresAt.toISOString() } : {}),
    simulated,
    checkedAt: checkedAt.toISOString(),
  };
}

type Figures = Pick<Observation, 'cpuUsage' | 'memoryUsage' | 'diskUsage' | 'uptime'>;

/** The database takes NaN for a number, and no screen could be drawn of it; what is next to nothing it does not take at all. */
const pick = ({ cpuUsage, memoryUsage, diskUsage, uptime }: Figures) => ({
  ...(isSane('cpuUsage', cpuUsage) ? { cpuUsage: rounded(cpuUsage) } : {}),
  ...(isSane('memoryUsage', memoryUsage) ? { memoryUsage: rounded(memoryUsage) } : {}),
  ...(isSane('diskUsage', diskUsage) ? { diskUsage: rounded(diskUsage) } : {}),
  ...(isSane('uptime', uptime) ? { uptime: Math.round(uptime) } : {}),
});

/** To a millionth. */
const rounded = (value: number) => Math.round(value * 1e6) / 1e6;

/** What an earlier release stored, and every reader of the table would stumble over. */
const withoutNonsense = (server: ServerRow) =>
  Object.fromEntries(
    Figure.options
      .filter((figure) => server[figure] !== null && !isSane(figure, server[figure]))
      .map((figure) => [figure, null]),
  );

/** False where the server has one that is open: it is offline for longer already. */
async function beginIncident(tx: Db, serverId: string, message: string, startedAt: Date): Promise<boolean> {
  const begun = await tx
    .insert(incidents)
    .values({ serverId, startedAt, message })
    .onConflictDoNothing()
    .returning({ id: incidents.id });
  return begun.length > 0;
}

async function changedStatus(
  tx: Db,
  server: ServerRow,
  { status, message, simulated, at }: { status: ServerStatus; message: string; simulated: boolean; at: Date },
) {
  await showStatus(tx, server, status);
  if (simulated) return;
  if (server.status === 'offline' && status !== 'offline') await endIncident(tx, server.id, at);
  // The first result of all is no change that anybody waits for.
  if (server.status === 'unknown' && status === 'online') return;
  await tellOf(tx, server, `${server.name} is ${status}: ${message}`);
}

/** A new status, for the search and for open screens. */
export async function showStatus(tx: Db, server: ServerRow, status: ServerStatus): Promise<void> {
  await indexEntries(tx, [serverSearchEntry({ ...server, status })]);
  await publish(tx, { type: 'changed', topic: 'servers', id: server.id });
}

/** For whoever manages or watches a server, in the ways they want. */
export async function tellOf(tx: Db, server: ServerRow, title: string): Promise<void> {
  const link = `/infrastructure?server=${server.id}`;
  for (const userId of await listToBeTold(tx, server))
    await notify(tx, userId, { kind: 'server.status', title: title.slice(0, 255), link });
}
