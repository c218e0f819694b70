import * as z from 'zod/mini';
import { requiredLine } from './fields.ts';

/** From which percent a check warns, and for how many seconds that must last. */
const Threshold = z.object({
  percent: z
    .int('Enter a whole number')
    .check(z.minimum(1, 'Enter 1 or more'), z.maximum(100, 'Enter 100 or less')),
  seconds: z._default(
    z.int('Enter a number').check(z.minimum(0, 'Enter 0 or more'), z.maximum(86_400, 'Use at most a day')),
    0,
  ),
});

const threshold = z.optional(Threshold);
/** Disks of one server that have a limit of their own. */
export const MOST_DISKS = 20;
/** `place` is a mount point such as /backup, or a drive such as D:. */
const DiskThreshold = z.extend(Threshold, { place: requiredLine(100, 'Mount point or drive') });
const day = z.optional(z.iso.date({ error: 'Use a day such as 2027-03-31' }));

/** What a server has instead of the limits of the product, and days on which something of it expires. */
export const ServerLimits = z.object({
  thresholds: z._default(
    z.object({
      cpuUsage: threshold,
      memoryUsage: threshold,
      /** Of the disks that have no own limit. */
      diskUsage: threshold,
      disks: z.optional(z.array(DiskThreshold).check(z.maxLength(MOST_DISKS))),
    }),
    {},
  ),
  expires: z._default(z.object({ licence: day, warranty: day, domain: day, contract: day }), {}),
  /** How many days before, for these days and its certificate. */
  leadDays: z._default(
    z
      .int('Enter a whole number')
      .check(z.minimum(1, 'Enter 1 or more'), z.maximum(366, 'Use at most 366 days')),
    30,
  ),
});
export type ServerLimits = z.output<typeof ServerLimits>;

export const NO_LIMITS: ServerLimits = { thresholds: {}, expires: {}, leadDays: 30 };
