import * as z from 'zod/mini';
import { CHECK_KINDS, readTarget } from './check-target.ts';
import { line } from './fields.ts';

/** Seconds: a hundred years. */
export const MAX_UPTIME = 3_155_760_000;

const CHECK_LIMITS = {
  intervalSeconds: [10, 86_400],
  timeoutMs: [100, 60_000],
  retries: [0, 10],
} as const;

const whole = ([min, max]: readonly [number, number]) =>
  z.int().check(z.minimum(min, `Use ${min} to ${max}`), z.maximum(max, `Use ${min} to ${max}`));

/** How the product checks a server. */
export const Check = z
  .object({
    kind: z.enum(CHECK_KINDS),
    /** tcp: host:port. http: an address. Exporters: host, host:port or an address. */
    target: line(500).check(z.minLength(1, 'Say what is to be checked')),
    /** Default: CHECK_INTERVAL_SECONDS. */
    intervalSeconds: z.optional(whole(CHECK_LIMITS.intervalSeconds)),
    timeoutMs: z._default(whole(CHECK_LIMITS.timeoutMs), 10_000),
    /** Consecutive bad results that lower the status. */
    retries: z._default(whole(CHECK_LIMITS.retries), 3),
    /** http only; by default any 2xx is good. */
    expectStatus: z.nullish(z.int().check(z.minimum(100), z.maximum(599))),
    /** http only; a word in the response. */
    expectText: z.nullish(line(200)),
  })
  .check(
    z.superRefine((check, context) => {
      const target = readTarget(check.kind, check.target);
      if ('problem' in target)
        context.addIssue({ code: 'custom', path: ['target'], message: target.problem });
    }),
  );
export type Check = z.output<typeof Check>;
