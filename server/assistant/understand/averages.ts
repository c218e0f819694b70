import type { Ask } from '../../../contract/inventory-query.ts';
import type { Part } from './conditions.ts';
import { isOffline } from './downtimes.ts';
import { asksFor, figureLeft, groupLeft, is, isGroup, mark, meaningOf, means, type Span } from './spans.ts';

type Average = Extract<Ask, { kind: 'average' }>;

/** "average cpu per team", "median memory", "95th percentile of the response time" */
export function readAverage(spans: Span[]): Average | undefined {
  const response = spans.find((span) => meaningOf(span, 'measure')?.of === 'responseTime');
  const asked = spans.filter((span) => is(span, 'ask') && asksFor(span, 'average'));
  const of = response ? 'responseTime' : asked.length > 0 ? figureLeft(spans) : undefined;
  // "Which server has the highest response time?" ranks servers, "which team" groups them.
  const isOfGroups = spans.some((span) => isGroup(meaningOf(span, 'field')?.field));
  const isRanking = !isOfGroups && spans.some((span) => is(span, 'extreme'));
  if (!of || (response && isRanking)) return undefined;
  mark(response);
  return averageOf(of, spans, asked);
}

/** "average outage length", "how long is a server down on average?", "total downtime this month". It may change the conditions. */
export function readOutageLength(spans: Span[], parts: Part[]): { from: 'outages'; ask: Ask } | undefined {
  const asked = spans.filter((span) => is(span, 'ask') && asksFor(span, 'average'));
  const source = spans.filter((span) => meaningOf(span, 'source')?.from === 'outages');
  const length = spans.filter((span) => meaningOf(span, 'measure')?.of === 'duration' || is(span, 'howLong'));
  const isState = ({ condition, spans: own }: Part) =>
    condition.kind === 'is' && condition.field === 'status' && !condition.not && own.some(isOffline);
  // "How long have the offline servers been up" asks for another time.
  const isOfOther = spans.some((span) => means(span, 'figure', 'running', 'reboot'));
  const isOfOutages = source.length > 0 || (spans.some(isOffline) && !isOfOther);
  if (asked.length === 0 || length.length === 0 || !isOfOutages) return undefined;
  mark(...source, ...length, ...spans.filter((span) => is(span, 'source')));
  parts.splice(0, parts.length, ...parts.filter((part) => !isState(part)));
  return { from: 'outages', ask: averageOf('duration', spans, asked) };
}

function averageOf(of: Average['of'], spans: Span[], asked: Span[]): Average {
  const percentile = percentileIn(spans);
  const by = groupLeft(spans);
  // Without a place, "percentile" stays unread.
  mark(...asked.filter((one) => percentile !== undefined || !is(one, 'percentile')));
  // Averages are listed from the highest.
  if (by) mark(...spans.filter((one) => is(one, 'each') || meaningOf(one, 'extreme')?.direction === 'desc'));
  return { kind: 'average', of, ...(percentile && { percentile }), ...(by && { by }) };
}

function percentileIn(spans: Span[]): number | undefined {
  const at = spans.findIndex((span) => is(span, 'percentile'));
  const written = meaningOf(spans[at], 'percentile')?.place;
  if (at < 0 || written !== undefined) return written;
  const number = [spans[at - 1], spans[at + 1]].find((span) => PLACE.test(span?.text ?? ''));
  mark(number);
  return number && Number.parseInt(number.text, 10);
}

const PLACE = /^[1-9]\d?(?:st|nd|rd|th)?$/;
