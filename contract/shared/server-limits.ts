import * as z from 'zod/mini';

/** From which percent a check warns, and for how many seconds that must last. */
const Threshold = z.object({
  percent: z.int().check(z.minimum(1), z.maximum(100)),
  seconds: z._default(z.int().check(z.minimum(0), z.maximum(86_400)), 0),
});

const threshold = z.optional(Threshold);
const day = z.optional(z.iso.date({ error: 'Use a day such as 2027-03-31' }));

/** What a server has instead of the limits of the product, and days on which something of it expires. */
export const ServerLimits = z.object({
  thresholds: z._default(z.object({ cpuUsage: threshold, memoryUsage: threshold, diskUsage: threshold }), {}),
  expires: z._default(z.object({ licence: day, warranty: day, domain: day, contract: day }), {}),
  /** How many days before, for these days and its certificate. */
  leadDays: z._default(z.int().check(z.minimum(1), z.maximum(366)), 30),
});
export type ServerLimits = z.output<typeof ServerLimits>;

export const NO_LIMITS: ServerLimits = { thresholds: {}, expires: {}, leadDays: 30 };
