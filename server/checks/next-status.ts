import type { Outcome } from '../../contract/checks.ts';
import type { ServerStatus } from '../../contract/server-words.ts';

export type Standing = { status: ServerStatus; worseInRow: number };

const BY_OUTCOME: Partial<Record<Outcome, ServerStatus>> = {
  good: 'online',
  warning: 'warning',
  bad: 'offline',
};
const BADNESS: Record<ServerStatus, number> = {
  online: 0,
  unknown: 0,
  warning: 1,
  offline: 2,
  maintenance: 0,
};

/**
 * The status after a result. It rises at once and falls only after `retries` worse results in a row (0 counts as 1), so
 * that one lost packet wakes nobody. Maintenance is left by people alone; an unknown result changes nothing.
 */
export function nextStatus({ status, worseInRow }: Standing, outcome: Outcome, retries: number): Standing {
  const seen = BY_OUTCOME[outcome];
  if (seen === undefined || status === 'maintenance') return { status, worseInRow };
  if (BADNESS[seen] <= BADNESS[status]) return { status: seen, worseInRow: 0 };
  const fallen = worseInRow + 1 >= Math.max(1, retries);
  return fallen ? { status: seen, worseInRow: 0 } : { status, worseInRow: worseInRow + 1 };
}
