import type { Ask, Condition } from '../../../contract/inventory-query.ts';
import { isOutageEvent } from '../../servers/incidents.ts';
import { placeIn } from './ask.ts';
import type { Part } from './conditions.ts';
import { isOffline, isPast, isRecovery } from './downtimes.ts';
import { NOW } from './lexicon.ts';
import { asksFor, is, mark, meaningOf, means, near, type Span } from './spans.ts';

type Direction = 'asc' | 'desc';
type Rank = { by: 'duration' | 'outages' | 'createdAt'; direction: Direction; cue: Span; used: Span[] };
type Ranking = { from: 'servers' | 'outages'; ask: Ask };

/** Words between an order and what it ranks: "down the most", "offline for the longest time". */
const REACH = 3;
const isOutage = (span: Span): boolean =>
  span.meanings.some((one) => one.is === 'source' && one.from === 'outages');
const isCue = (span: Span): boolean => isOffline(span) || isRecovery(span);

/**
 * "which server has been down the longest?", "what went down last?", "what recovers most often?": outages are ranked though
 * the question does not name them. It may change the conditions.
 */
export function readOutageRanking(spans: Span[], parts: Part[]): Ranking | undefined {
  const rank = rankIn(spans);
  if (!rank) return undefined;
  const { by, direction, cue, used } = rank;
  const isState = stateOf(cue);
  if (parts.some((part) => isState(part) && 'not' in part.condition)) return undefined;
  const hasHosts = parts.some(({ condition }) => condition.kind === 'server');
  const period = parts.find(({ condition }) => isOutageTime(condition));
  const isOpen = by === 'duration' && !period && !isPast(spans, cue);
  const isTotal = by === 'outages' || (by === 'duration' && !isOpen && !isLasting(period?.condition));
  // Servers without any outage have no place in a ranking by their number, and one server has no ranking.
  if (isTotal && (hasHosts || (by === 'outages' && direction === 'asc'))) return undefined;
  const place = placeIn(spans);
  // The reply shows the length of each outage.
  mark(cue, ...used, ...spans.filter((span) => is(span, 'source', 'howLong')));
  parts.splice(0, parts.length, ...parts.filter((part) => !isState(part)));
  const event = isOpen ? 'down' : isRecovery(cue) && !period ? 'recovered' : undefined;
  const group = Math.max(0, ...parts.map((part) => part.group)) + 1;
  if (event) parts.push({ condition: { kind: 'time', event, to: NOW }, spans: [cue], group });
  return { from: isTotal ? 'servers' : 'outages', ask: { kind: 'top', by, direction, ...place } };
}

/** "how many times did web-1 go down?", "how often was it offline?": the number of outages. */
export function readOutageCount(spans: Span[], parts: Part[]): Ranking | undefined {
  const asked = spans.find((span) => is(span, 'manual') && asksFor(span, 'count'));
  const cue = asked && spans.find((span) => isOffline(span) || isOutage(span));
  if (!cue) return undefined;
  const isState = stateOf(cue);
  mark(asked, cue, ...spans.filter((span) => is(span, 'source')));
  parts.splice(0, parts.length, ...parts.filter((part) => !isState(part)));
  return { from: 'outages', ask: { kind: 'count' } };
}

/** Whether a condition on the status comes from this word. */
const stateOf =
  (cue: Span) =>
  ({ condition, spans }: Part): boolean =>
    condition.kind === 'is' && condition.field === 'status' && spans.includes(cue);

const isOutageTime = (condition: Condition): boolean =>
  condition.kind === 'time' && !condition.not && isOutageEvent(condition.event);
const isLasting = (condition: Condition | undefined): boolean =>
  condition?.kind === 'time' && condition.event === 'down';

/** The order that the question asks for, and the word for the outages. */
function rankIn(spans: Span[]): Rank | undefined {
  const isNamed = spans.some(isOutage);
  for (const [index, span] of spans.entries()) {
    const extreme = meaningOf(span, 'extreme');
    const isFirst = span.number?.isOrdinal === true && span.number.value === 1;
    const order = meaningOf(span, 'order')?.direction ?? (isFirst ? 'asc' : undefined);
    // "The last 3 outages", but "last outages" are all of them.
    const number = spans[index + 1]?.number;
    const isRanked = (one: Span) =>
      isCue(one) || (isOutage(one) && (number ?? !/s$/i.test(one.text)) !== false);
    const cue =
      near(spans, index, -REACH, isRanked) ?? near(spans, number ? index + 1 : index, REACH, isRanked);
    if (order && cue) return { by: 'createdAt', direction: order, cue, used: [span] };
    // "Longest outage" names what is ranked.
    const word = isNamed ? undefined : (cue ?? spans.find(isCue));
    if (!extreme || !word || spans.some((one) => means(one, 'figure'))) continue;
    // "Longest" means outages wherever it stands.
    const isAmount = extreme.by === 'duration' || (extreme.by === undefined && cue);
    if (isAmount && isOffline(word))
      return {
        by: extreme.by ? 'duration' : 'outages',
        direction: extreme.direction,
        cue: word,
        used: [span],
      };
  }
  return undefined;
}
