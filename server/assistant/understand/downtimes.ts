import type { Condition } from '../../../contract/inventory-query.ts';
import type { TimeSpan } from '../../text/times-in-words.ts';
import { hasNumber, near, is, meaningOf, means, type Add, type Span } from './spans.ts';

/** "down", "offline", "unreachable" */
export const isOffline = (span: Span) =>
  means(span, 'down') ||
  span.meanings.some((one) => one.is === 'value' && one.field === 'status' && one.values.includes('offline'));

/** "recovered", "came back" */
export const isRecovery = (span: Span): boolean =>
  span.meanings.some((one) => one.is === 'event' && one.event === 'recovered');

/**
 * "down for 2 days", "offline since Monday": an outage that lasts and is that old. "Was down since Monday" includes outages
 * that ended.
 */
export function lastingSince(
  spans: Span[],
  cue: Span,
  { from, isDuration, since }: Pick<TimeSpan, 'from' | 'isDuration' | 'since'>,
): Condition | undefined {
  const to = isDuration ? from : isPast(spans, cue) ? undefined : since;
  return isOffline(cue) && to !== undefined ? { kind: 'time', event: 'down', to } : undefined;
}

/** Whether the question is about what was, not about what is. */
export const isPast = (spans: Span[], cue: Span): boolean =>
  spans.slice(0, spans.indexOf(cue) + 1).some((span) => means(span, 'past', 'began'));

/** "down for more than 2 hours", "offline for at least 30 minutes" */
export function readDowntimes(spans: Span[], add: Add): void {
  for (const [index, span] of spans.entries()) {
    const compare = isOffline(span) ? near(spans, index, 3, (one) => is(one, 'compare')) : undefined;
    const length = compare && near(spans, spans.indexOf(compare), 1, hasNumber);
    const { op } = meaningOf(compare, 'compare') ?? {};
    // No condition says how long an outage was that ended.
    if (!compare || !op || length?.number?.unit !== 's' || isPast(spans, span)) continue;
    // "Offline servers with more than 30 days of uptime" says how long they ran.
    const isOfUptime = near(spans, spans.indexOf(length), 2, (one) => is(one, 'figure')) !== undefined;
    if (isOfUptime) continue;
    const age = ageOf(length.number.value);
    const period = op.startsWith('<') ? { from: age } : { to: age };
    add({ kind: 'time', event: 'down', ...period }, [span, compare, length]);
  }
}

/** Seconds as an age, in the largest unit that counts them without a rest. */
function ageOf(seconds: number): string {
  const sizes: [number, string][] = [
    [86_400, 'd'],
    [3_600, 'h'],
    [60, 'm'],
  ];
  const [size, unit] = sizes.find(([one]) => seconds % one === 0 && seconds / one < 10_000) ?? [86_400, 'd'];
  return `${Math.min(9_999, Math.ceil(seconds / size))}${unit}`;
}
