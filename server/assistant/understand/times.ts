import { AGE_PATTERN } from '../../../contract/inventory-query.ts';
import type { Comparison, Condition, QueryEvent } from '../../../contract/inventory-query.ts';
import { instantOf } from '../../servers/queries.ts';
import type { At } from '../../servers/queries.ts';
import type { TimeSpan } from '../../text/times-in-words.ts';
import { beside, is, meaningOf, means } from './spans.ts';
import type { Add, Span } from './spans.ts';

const sourceIn = (span: Span): string | undefined => {
  const meaning = span.meanings.find((one) => one.is === 'source');
  return meaning?.is === 'source' ? meaning.from : undefined;
};
const isOfTime = (span: Span): boolean =>
  means(span, 'event', 'down', 'reboot', 'running') || ['outages', 'changes'].includes(sourceIn(span) ?? '');

/** "added this week", "went down yesterday", "rebooted in the last 7 days", "certificates that expire in the next 30 days" */
export function readTimes(spans: Span[], add: Add, at: At): void {
  for (const [index, span] of spans.entries()) {
    const time = meaningOf(span, 'time')?.time;
    const cue = time && (spans.slice(0, index).findLast(isOfTime) ?? spans.slice(index + 1).find(isOfTime));
    if (!time || !cue) continue;
    const not = beside(spans, spans.indexOf(cue), -2, (one) => is(one, 'not'));
    const used = [span, ...(not ? [not] : []), ...(sourceIn(cue) ? [] : [cue])];
    if (means(cue, 'reboot', 'running')) {
      for (const condition of bootedIn(time, not !== undefined, at)) add(condition, used);
      continue;
    }
    const { from, to } = time;
    const event = eventOf(cue);
    // What expires within two weeks does so after now.
    const isAhead = event === 'certificate' && from !== undefined && AGE_PATTERN.test(from);
    const bounds = isAhead ? { to: `+${from}` } : { ...(from && { from }), ...(to && { to }) };
    add({ kind: 'time', event, ...bounds, ...(not && { not: true }) }, used);
  }
  for (const [index, span] of spans.entries()) {
    const next = is(span, 'never') ? beside(spans, index, 2, (one) => is(one, 'event', 'down')) : undefined;
    if (!next) continue;
    if (meaningOf(next, 'event')?.event === 'checked')
      add({ kind: 'filled', field: 'lastHealthCheck', not: true }, [span, next]);
    else if (is(next, 'down')) add({ kind: 'filled', field: 'outage', not: true }, [span, next]);
  }
}

function eventOf(cue: Span): QueryEvent {
  const event = cue.meanings.find((meaning) => meaning.is === 'event');
  if (event?.is === 'event') return event.event;
  return sourceIn(cue) === 'changes' ? 'changed' : 'outage';
}

/** A server that was booted within a time has been up no longer than since its beginning, and as long as since its end. */
function bootedIn({ from, to }: TimeSpan, isNot: boolean, at: At): Condition[] {
  const uptime = (op: Comparison, moment: string): Condition => {
    const seconds = Math.round((at.now.getTime() - instantOf(moment, at).getTime()) / 1_000);
    return { kind: 'figure', field: 'uptime', op, value: Math.max(0, seconds) };
  };
  if (isNot) return from === undefined ? [] : [uptime('>', from)];
  const isOver = to !== undefined && instantOf(to, at) < at.now;
  return [...(from === undefined ? [] : [uptime('<', from)]), ...(isOver ? [uptime('>=', to)] : [])];
}
