import * as z from 'zod/mini';
import { get, post } from './endpoint.ts';
import { InstanceContents } from './exports.ts';
import { Instant } from '../shared/fields.ts';

const count = z.int();

/** A file system with data of Ops Hub. Sizes are in bytes. */
export const Disk = z.object({
  folder: z.string(),
  /** What stops when it is full; empty for a DATA_DIR that only contains mails. */
  holds: z.array(z.enum(['database', 'files'])),
  free: count,
  size: count,
  /** Each file needs an inode. Null where the file system has no limit. */
  freeInodes: z.nullable(count),
  inodes: z.nullable(count),
  /** low: administrators are warned. full: calls that store data are refused, so that PostgreSQL can continue. */
  level: z.enum(['enough', 'low', 'full']),
});
export type Disk = z.infer<typeof Disk>;

/** Below one GB in MB, for easy comparison. */
export function sizeInWords(bytes: number): string {
  if (bytes < MIB) return `${Math.ceil(bytes / 1024)} KB`;
  return bytes < GIB ? `${Math.floor(bytes / MIB)} MB` : `${(bytes / GIB).toFixed(1)} GB`;
}

/** Inodes are named when few are left: few files fit, however much space is free. */
export function freeInWords({ free, size, freeInodes, inodes }: Disk): string {
  const space = `${sizeInWords(free)} of ${sizeInWords(size)} are free`;
  const isShort = inodes !== null && freeInodes !== null && freeInodes < inodes * LOW_INODES;
  return isShort ? `${space}, and ${freeInodes} of ${inodes} inodes` : space;
}
const LOW_INODES = 0.1;
const MIB = 1024 ** 2;
const GIB = 1024 ** 3;

/** What a receiver of the audit log has not got yet. */
export const ForwardingStatus = z.object({
  receiver: z.enum(['syslog', 'webhook']),
  waiting: count,
  /** Time of the oldest of these entries. */
  waitingSince: z.nullable(Instant),
  /** Why the last attempt failed. */
  problem: z.nullable(z.string()),
  sentAt: z.nullable(Instant),
});
export type ForwardingStatus = z.infer<typeof ForwardingStatus>;

/** The setup of Ops Hub, for operators. Shows only whether secrets are set, never their values. */
export const SystemStatus = z.object({
  version: z.string(),
  publicUrl: z.string(),
  database: z.object({
    kind: z.enum(['embedded', 'server']),
    version: z.string(),
    /** Bytes. */
    size: count,
  }),
  mail: z.object({
    via: z.enum(['smtp', 'outbox']),
    from: z.nullable(z.string()),
    waiting: count,
    /** Waiting mails with at least one failed attempt. */
    failing: count,
    /** Mails that may have arrived: the mail server took them and did not reply. They are not sent again. */
    unclear: count,
    /** Why the last of these failed: the reply of the mail server, if there was one. */
    problem: z.nullable(z.string()),
    lastSentAt: z.nullable(Instant),
  }),
  google: z.object({ isConfigured: z.boolean(), issuer: z.string(), redirectUrl: z.string() }),
  ai: z.object({ provider: z.string(), model: z.nullable(z.string()) }),
  storage: z.enum(['disk', 's3']),
  /** Data folders on this machine. */
  disks: z.array(Disk),
  /** Whether changes are refused because a disk is full: one of these, or the database server's. */
  refusesChanges: z.boolean(),
  /** The standby for reads (READ_DATABASE_URL); null without one. `problem`: why reads use the database. */
  standby: z.nullable(
    z.object({ isUsed: z.boolean(), behindSeconds: z.nullable(z.number()), problem: z.nullable(z.string()) }),
  ),
  /** How often the launcher started this server again since its own start, and why the last time. */
  restarts: z.object({
    count,
    since: z.nullable(Instant),
    last: z.nullable(z.object({ at: Instant, reason: z.string() })),
  }),
  /** Contents of an export of the whole instance. */
  exportContents: InstanceContents,
  /** Receivers of the audit log (AUDIT_SYSLOG, AUDIT_WEBHOOK_URL). */
  forwarding: z.array(ForwardingStatus),
  /** Messages about alerts that their channels have not got yet, and the time of the oldest. */
  alertMessages: z.object({ waiting: count, waitingSince: z.nullable(Instant) }),
  checks: z.object({
    /** Seconds; 0 disables scheduled checks. */
    intervalSeconds: count,
    configured: count,
    allow: z.array(z.string()),
  }),
  contents: z.object({ servers: count, documents: count, members: count, accounts: count }),
  hasDemoData: z.boolean(),
});
export type SystemStatus = z.infer<typeof SystemStatus>;

export const system = {
  status: get('/api/admin/status', {
    scope: 'admin',
    summary: 'How mail, sign-in, AI, storage and checks are set up, and what is in the database',
    result: SystemStatus,
  }),
  testMail: post('/api/admin/mail-test', {
    scope: 'admin',
    summary: 'Send a mail to one’s own address; the status tells whether it went',
    result: z.object({ to: z.string(), via: SystemStatus.shape.mail.shape.via }),
    status: 202,
  }),
};
