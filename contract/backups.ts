import * as z from 'zod/mini';
import { get, post } from './endpoint.ts';
import { Instant } from './fields.ts';

const count = z.int();

/** What administrators see of the backups that Ops Hub makes itself. Sizes are in bytes. */
export const BackupStatus = z.object({
  /** Null where none is scheduled. */
  schedule: z.nullable(
    z.object({
      /** Of the day, in UTC, such as 02:30. */
      time: z.string(),
      keep: z.object({ days: count, weeks: count, months: count }),
      nextAt: Instant,
    }),
  ),
  /** A folder, or a bucket and its server. */
  where: z.string(),
  /** A failed disk would take the database and its backups. */
  isOnDatabaseDisk: z.boolean(),
  /** Images are in a bucket and not part of a backup. */
  withoutImages: z.boolean(),
  last: z.nullable(
    z.object({
      at: Instant,
      name: z.string(),
      bytes: count,
      seconds: count,
      /** Why it was not restored for a trial; null where it was. */
      unverified: z.nullable(z.string()),
      missingImages: count,
    }),
  ),
  /** The last failure, where no success came after it. */
  failure: z.nullable(z.object({ at: Instant, reason: z.string() })),
  isOverdue: z.boolean(),
  running: z.nullable(z.object({ done: count, total: count })),
  /** The archive for point-in-time recovery; null with DATABASE_URL, whose server has its own. */
  archive: z.nullable(
    z.object({
      /** Null where none is configured. */
      where: z.nullable(z.string()),
      /** The moments that can be recovered without a gap; null until the first base is made. */
      from: z.nullable(Instant),
      until: z.nullable(Instant),
      problem: z.nullable(z.string()),
    }),
  ),
  /** Newest first; null where the place cannot be read, with the reason. */
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
