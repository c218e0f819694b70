import type { Outcome } from '../../contract/calls/checks.ts';
import type { ServerStatus } from '../../contract/shared/server-words.ts';

export type StatusCount = { status: ServerStatus; worseInRow: number; badInRow: number };

const NONE = { worseInRow: 0, badInRow: 0 };

/**
 * The status after a result. It rises at once and falls only after `retries` worse results in a row (0 counts as 1), so
 * that one lost packet alerts nobody: to offline when all of them were bad, else to warning. Only people end
 * maintenance. An unknown result changes nothing. While somebody has set a server offline, bad results still count.
 * `isTooEarly`: the warning has not lasted long enough to lower the status.
 */
export function nextStatus(
  before: StatusCount,
  outcome: Outcome,
  retries: number,
  isTooEarly = false,
): StatusCount {
  const { status } = before;
  const unchanged = { status, worseInRow: before.worseInRow, badInRow: before.badInRow };
  if (status === 'maintenance' || outcome === 'unknown' || outcome === 'maintenance') return unchanged;
  if (outcome === 'good') return { status: 'online', ...NONE };
  const enough = Math.max(1, retries);
  const worseInRow = before.worseInRow + 1;
  const badInRow = outcome === 'bad' ? before.badInRow + 1 : 0;
  if (badInRow >= enough) return { status: 'offline', ...NONE };
  if (status === 'offline')
    return outcome === 'warning' ? { status: 'warning', ...NONE } : { status, worseInRow: 0, badInRow };
  if (worseInRow >= enough && !isTooEarly) return { status: 'warning', worseInRow, badInRow };
  return { status, worseInRow, badInRow };
}

/**
 * Whether this result completes the required number of bad ones in a row. The server is then found down, even if
 * somebody had set it offline before.
 */
export const confirmsOutage = (outcome: Outcome, after: StatusCount): boolean =>
  outcome === 'bad' && after.status === 'offline' && after.badInRow === 0;
