import type { Ask, Condition } from '../../../contract/inventory-query.ts';
import { isOutageEvent } from '../../servers/queries.ts';
import { manyIn, placeOf } from './ask.ts';
import type { Part } from './conditions.ts';
import { isOffline, isPast, isRecovery } from './downtimes.ts';
import { NOW } from './lexicon.ts';
import { is, mark, meaningOf, means, near, type Span } from './spans.ts';

type Direction = 'asc' | 'desc';
type Rank = { by: 'duration' | 'outages' | 'createdAt'; direction: Direction; cue: Span; used: Span[] };
type Ranking = { from: 'servers' | 'outages'; ask: Ask };

/** Words between an order and what it ranks: "down the most", "offline for the longest time". */
const REACH = 3;
const isCue = (span: Span): boolean => isOffline(span) || isRecovery(span);

/**
 * "which server has been down the longest?", "what went down last?", "what recovers most often?": outages are ranked though
 * the question does not name them. It may change the conditions.
 */
export function readOutageRanking(spans: Span[], parts: Part[]): Ranking | undefined {
  const rank = rankIn(spans);
  if (!rank || spans.some((span) => meaningOf(span, 'source')?.from === 'outages')) return undefined;
  const { by, direction, cue, used } = rank;
  const isState = ({ condition, spans: own }: Part) =>
    condition.kind === 'is' && condition.field === 'status' && own.includes(cue);
  if (parts.some((part) => isState(part) && 'not' in part.condition)) return undefined;
  const hasHosts = parts.some(({ condition }) => condition.kind === 'server');
  const period = parts.find(({ condition }) => isOutageTime(condition));
  const isOpen = by === 'duration' && !period && !isPast(spans, cue);
  const isTotal = by === 'outages' || (by === 'duration' && !isOpen && !isLasting(period?.condition));
  // Servers without any outage have no place in a ranking by their number, and one server has no ranking.
  if (isTotal && (hasHosts || (by === 'outages' && direction === 'asc'))) return undefined;
  const number = spans.find((span) => span.number?.unit === '' && !span.isUsed);
  const place = number?.number ? placeOf(number.number, 1) : { take: manyIn(spans) };
  mark(cue, number, ...used, ...spans.filter((span) => is(span, 'source')));
  parts.splice(0, parts.length, ...parts.filter((part) => !isState(part)));
  const event = isOpen ? 'down' : isRecovery(cue) && !period ? 'recovered' : undefined;
  const group = Math.max(0, ...parts.map((part) => part.group)) + 1;
  if (event) parts.push({ condition: { kind: 'time', event, to: NOW }, spans: [cue], group });
  return { from: isTotal ? 'servers' : 'outages', ask: { kind: 'top', by, direction, ...place } };
}

const isOutageTime = (condition: Condition): boolean =>
  condition.kind === 'time' && !condition.not && isOutageEvent(condition.event);
const isLasting = (condition: Condition | undefined): boolean =>
  condition?.kind === 'time' && condition.event === 'down';

/** The order that the question asks for, and the word for the outages. */
function rankIn(spans: Span[]): Rank | undefined {
  for (const [index, span] of spans.entries()) {
    const extreme = meaningOf(span, 'extreme');
    const isFirst = span.number?.isOrdinal === true && span.number.value === 1;
    const order = meaningOf(span, 'order')?.direction ?? (isFirst ? 'asc' : undefined);
    const cue = near(spans, index, -REACH, isCue) ?? near(spans, index, REACH, isCue);
    const found = { cue: cue ?? spans.find(isCue), used: [span] };
    if (!found.cue) continue;
    // "Longest" means outages wherever it stands, unless the question names a figure.
    const isOfFigure = spans.some((one) => means(one, 'figure'));
    if (extreme?.by === 'duration' && !isOfFigure && isOffline(found.cue))
      return { by: 'duration', direction: extreme.direction, ...found, cue: found.cue };
    if (!cue) continue;
    if (order) return { by: 'createdAt', direction: order, ...found, cue };
    if (extreme && extreme.by === undefined && !isRecovery(cue) && !isOfFigure)
      return { by: 'outages', direction: extreme.direction, ...found, cue };
  }
  return undefined;
}
