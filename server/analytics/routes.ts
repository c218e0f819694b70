import { analytics } from '../../contract/calls/analytics.ts';
import type { Config } from '../config.ts';
import { listRecentCards } from '../documents/queries.ts';
import type { Mount } from '../http/endpoint.ts';
import { readFirstSteps } from './first-steps.ts';
import { readLastDay } from './last-day.ts';
import { countStats } from './queries.ts';

export function analyticsRoutes(mount: Mount, config: Config, areBackupsElsewhere: () => Promise<boolean>) {
  mount(analytics.stats, async ({ db, actor, query: { recent, day, steps } }) => ({
    ...(await countStats(db, actor)),
    ...(day && { day: await readLastDay(db) }),
    ...(recent && { recent: await listRecentCards(db, actor, recent) }),
    ...(steps &&
      actor.role === 'admin' && {
        steps: {
          ...(await readFirstSteps(db)),
          mail: config.SMTP_URL !== undefined,
          backups: await areBackupsElsewhere(),
        },
      }),
  }));
}
