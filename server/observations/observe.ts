import { randomUUID } from 'node:crypto';
import type { ServerStatus } from '../../contract/shared/server-words.ts';
import { readTime } from '../db/clock.ts';
import type { Db } from '../db/open.ts';
import { alertObservations, type alerts, type servers } from '../db/schema.ts';
import type { Observation } from './observation.ts';

type Seen = Pick<Observation, 'subject' | 'kind' | 'isBad' | 'severity' | 'name'> &
  Partial<Pick<Observation, 'serverId' | 'text' | 'labels' | 'confirmations' | 'isRevoked'>> & {
    at: Date;
    /** Of a server, null stands for the interval of the installation. */
    checkSeconds?: number | null;
  };

/** Leaves observations to the engine, in the transaction in which they were made. The next run decides about them. */
export async function observe(tx: Db, seen: Seen[]): Promise<void> {
  if (seen.length === 0) return;
  const rows = seen.map(({ at, ...one }) => ({
    observation: {
      serverId: one.subject.kind === 'server' ? one.subject.id : null,
      text: '',
      labels: {},
      confirmations: 0,
      isRevoked: false,
      checkSeconds: 0,
      ...one,
      id: randomUUID(),
      at: at.getTime(),
    },
  }));
  await tx.insert(alertObservations).values(rows);
}

type StatusSeen = {
  status: ServerStatus;
  text: string;
  at: Date;
  confirmations: number;
  /** The warning is about the certificate, whose day is an alert of its own. */
  isOfCertificate?: boolean;
};

/** The row of a server. */
type SeenServer = Pick<typeof servers.$inferSelect, 'id' | 'name' | 'check'>;

const ofServer = ({ id, name, check }: SeenServer) => ({
  subject: { kind: 'server', id } as const,
  name,
  checkSeconds: check?.intervalSeconds ?? null,
});
const SEVERITY = { down: 'critical', warning: 'warning' } as const;

/** A server got another status by its check, or has it for another reason. While it is down, its warning stays as it was. */
export async function observeStatus(
  tx: Db,
  server: SeenServer,
  { status, text, at, confirmations, isOfCertificate = false }: StatusSeen,
): Promise<void> {
  const seen = (kind: 'down' | 'warning', isBad: boolean) => ({
    ...ofServer(server),
    kind,
    isBad,
    severity: SEVERITY[kind],
    text,
    at,
    confirmations,
  });
  await observe(tx, [
    seen('down', status === 'offline'),
    ...(status === 'offline' ? [] : [seen('warning', status === 'warning' && !isOfCertificate)]),
  ]);
}

/** What was seen of a server is over: a person says so, or it never happened. */
export async function observeEnd(
  tx: Db,
  server: SeenServer,
  { kinds, isRevoked = false }: { kinds: readonly ('down' | 'warning')[]; isRevoked?: boolean },
): Promise<void> {
  if (kinds.length === 0) return;
  const at = await readTime(tx);
  await observe(
    tx,
    kinds.map((kind) => ({
      ...ofServer(server),
      kind,
      isBad: false,
      severity: SEVERITY[kind],
      at,
      isRevoked,
    })),
  );
}

/** What is seen when the alert of another program is over. */
export const endOfExternal = (row: typeof alerts.$inferSelect, at: Date) => ({
  // Its fingerprint begins with its subject (server/alerts/state.ts).
  subject: { kind: 'external' as const, id: row.fingerprint.split(':')[1] ?? '' },
  kind: 'external' as const,
  isBad: false,
  severity: row.severity,
  name: row.subject,
  serverId: row.serverId,
  at,
});
