import * as z from 'zod/mini';
import { get, post } from './endpoint.ts';
import { Instant } from '../shared/fields.ts';

const count = z.int();

/** Backups that Ops Hub makes itself, for administrators. Sizes are in bytes. */
export const BackupStatus = z.object({
  /** Null without a schedule. */
  schedule: z.nullable(
    z.object({
      /** Time of day in UTC, such as 02:30. */
      time: z.string(),
      keep: z.object({ days: count, weeks: count, months: count }),
      nextAt: Instant,
    }),
  ),
  /** A folder, or a bucket and its server. */
  where: z.string(),
  /** Whether one failed disk would destroy both the database and its backups. */
  isOnDatabaseDisk: z.boolean(),
  /** Whether images are excluded because they are in a bucket. */
  withoutImages: z.boolean(),
  last: z.nullable(
    z.object({
      at: Instant,
      name: z.string(),
      bytes: count,
      seconds: count,
      /** Why there was no trial restore; null when there was one. */
      unverified: z.nullable(z.string()),
      missingImages: count,
    }),
  ),
  /** The last failure, unless a success followed. */
  failure: z.nullable(z.object({ at: Instant, reason: z.string() })),
  isOverdue: z.boolean(),
  running: z.nullable(z.object({ done: count, total: count })),
  /** The archive for point-in-time recovery; null with DATABASE_URL, whose server has its own. */
  archive: z.nullable(
    z.object({
      /** Null when none is configured. */
      where: z.nullable(z.string()),
      /** Start of the period that can be recovered without a gap; null before the first base. */
      from: z.nullable(Instant),
      until: z.nullable(Instant),
      problem: z.nullable(z.string()),
    }),
  ),
  /** Newest first; null with a reason when the place cannot be read. */
  kept: z.nullable(z.array(z.object({ name: z.string(), at: Instant, bytes: count }))),
  problem: z.nullable(z.string()),
});
export type BackupStatus = z.infer<typeof BackupStatus>;

export const backups = {
  status: get('/api/admin/backups', {
    scope: 'admin',
    summary:
      'When the last backup was made and the next one is due, where they are and whether they were verified',
    result: BackupStatus,
  }),
  start: post('/api/admin/backups', {
    scope: 'admin',
    summary:
      'Make, verify and keep a backup now; the status tells how far it is. 409 while one is being made',
    result: z.object({ id: z.uuid() }),
    status: 202,
  }),
};
