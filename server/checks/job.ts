import { stopIfAborted, type JobKind } from '../jobs/run.ts';
import { advanceJob } from '../jobs/queries.ts';
import { findServerRow } from '../servers/queries.ts';
import type { Checker } from './checker.ts';
import { countUnchecked, listChecked } from './queries.ts';

export const CHECK_ALL = 'check-servers';

/** Servers checked in parallel. */
const AT_ONCE = 20;

/** Runs every configured check once. The result counts the outcomes and the servers without a check. */
export const checkAllJob =
  (checker: Checker): JobKind =>
  async (job, { db, signal }) => {
    const ids = await listChecked(db);
    const counts: Record<string, number> = {};
    for (let start = 0; start < ids.length; start += AT_ONCE) {
      stopIfAborted(signal);
      const results = await Promise.all(
        ids.slice(start, start + AT_ONCE).map(async (id) => {
          const server = await findServerRow(db, id);
          return server ? checker.check(server) : undefined;
        }),
      );
      for (const result of results) if (result) counts[result.outcome] = (counts[result.outcome] ?? 0) + 1;
      await advanceJob(db, job, { done: Math.min(ids.length, start + AT_ONCE), total: ids.length });
    }
    return { ...counts, withoutCheck: await countUnchecked(db) };
  };
