import { eq, isNotNull, sql } from 'drizzle-orm';
import type { SystemStatus } from '../../contract/calls/system.ts';
import type { Config } from '../config.ts';
import { notInBin } from '../db/bin.ts';
import type { Db } from '../db/open.ts';
import { documents, servers, teamMembers, users } from '../db/schema.ts';
import { hasDemoData } from '../demo/queries.ts';
import { findMailQueue } from '../mail-queue/queries.ts';

/** Status values from the settings and the database. */
export async function findStatus(
  db: Db,
  config: Config,
  version: string,
): Promise<
  Omit<
    SystemStatus,
    'disks' | 'refusesChanges' | 'standby' | 'restarts' | 'exportContents' | 'forwarding' | 'alertMessages'
  >
> {
  const { rows } = await db.execute<{ version: string; size: string }>(
    sql`select current_setting('server_version') as version, pg_database_size(current_database()) as size`,
  );
  const queue = await findMailQueue(db);
  return {
    version,
    publicUrl: config.PUBLIC_URL,
    database: {
      kind: config.DATABASE_URL ? 'server' : 'embedded',
      version: rows[0]?.version ?? '',
      size: Number(rows[0]?.size ?? 0),
    },
    mail: {
      via: config.SMTP_URL ? 'smtp' : 'outbox',
      from: config.MAIL_FROM ?? null,
      waiting: queue?.waiting ?? 0,
      failing: queue?.failing ?? 0,
      unclear: queue?.unclear ?? 0,
      problem: queue?.problem ?? null,
      lastSentAt: queue?.lastSentAt ? new Date(queue.lastSentAt).toISOString() : null,
    },
    google: {
      isConfigured: Boolean(config.GOOGLE_CLIENT_ID),
      issuer: config.GOOGLE_ISSUER,
      redirectUrl: `${config.PUBLIC_URL}/auth/google/callback`,
    },
    ai: { provider: config.AI_PROVIDER, model: config.AI_MODEL ?? null },
    storage: config.S3_BUCKET ? 's3' : 'disk',
    checks: {
      intervalSeconds: config.CHECK_INTERVAL_SECONDS,
      configured: await db.$count(servers, sql`${notInBin(servers)} and ${isNotNull(servers.check)}`),
      allow: config.CHECK_ALLOW,
    },
    contents: {
      servers: await db.$count(servers, notInBin(servers)),
      documents: await db.$count(documents, notInBin(documents)),
      members: await db.$count(teamMembers, notInBin(teamMembers)),
      accounts: await db.$count(users, eq(users.accountStatus, 'active')),
    },
    hasDemoData: await hasDemoData(db),
  };
}
