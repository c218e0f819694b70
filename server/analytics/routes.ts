import { analytics } from '../../contract/calls/analytics.ts';
import { listRecentCards } from '../documents/queries.ts';
import type { Mount } from '../http/endpoint.ts';
import { readLastDay } from './last-day.ts';
import { countStats } from './queries.ts';

export function analyticsRoutes(mount: Mount) {
  mount(analytics.stats, async ({ db, query: { recent, day } }) => ({
    ...(await countStats(db)),
    ...(day && { day: await readLastDay(db) }),
    ...(recent && { recent: await listRecentCards(db, recent) }),
  }));
}
