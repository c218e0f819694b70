import * as z from 'zod/mini';
import { get, post, put } from './endpoint.ts';

/** Days that rows of each kind are kept: the default, where null means for good, and the fewest that the product needs. */
export const RETENTION = {
  audit: { days: null, fewest: 90 },
  checks: { days: 400, fewest: 90 },
  notifications: { days: 90, fewest: 7 },
  shareViews: { days: 90, fewest: 7 },
  answers: { days: null, fewest: 7 },
} as const;
export type RetentionKind = keyof typeof RETENTION;

const MOST_DAYS = 36_500;

const daysOf = (fewest: number) =>
  z.nullable(
    z
      .int('Use a whole number of days')
      .check(
        z.minimum(fewest, `Use at least ${fewest} days`),
        z.maximum(MOST_DAYS, `Use at most ${MOST_DAYS} days`),
      ),
  );

/** Days by kind; null keeps rows for good. */
export const Retention = z.object({
  audit: daysOf(RETENTION.audit.fewest),
  checks: daysOf(RETENTION.checks.fewest),
  notifications: daysOf(RETENTION.notifications.fewest),
  shareViews: daysOf(RETENTION.shareViews.fewest),
  answers: daysOf(RETENTION.answers.fewest),
});
export type Retention = z.infer<typeof Retention>;

const Counts = z.object({
  audit: z.int(),
  checks: z.int(),
  notifications: z.int(),
  shareViews: z.int(),
  answers: z.int(),
});

export const retention = {
  show: get('/api/admin/retention', {
    scope: 'admin',
    summary: 'For how many days rows of each kind are kept',
    result: Retention,
  }),
  preview: post('/api/admin/retention/preview', {
    scope: 'admin',
    summary: 'How many rows of each kind a setting would delete now',
    body: Retention,
    result: Counts,
  }),
  update: put('/api/admin/retention', {
    scope: 'admin',
    summary: 'Change for how long rows are kept; older ones are deleted within a minute',
    body: Retention,
    result: Retention,
  }),
};
