import { analytics } from '../../contract/analytics.ts';
import type { Mount } from '../endpoint.ts';
import { countStats } from './queries.ts';

export function analyticsRoutes(mount: Mount) {
  mount(analytics.stats, ({ db }) => countStats(db));
}
