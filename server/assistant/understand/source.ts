import type { InventoryQuery } from '../../../contract/inventory-query.ts';
import { isOutageEvent } from '../../servers/incidents.ts';
import type { Part } from './conditions.ts';
import { isRecovery } from './downtimes.ts';
import { is, isOnlyFiller, mark, meaningOf, means, type Span } from './spans.ts';

type Source = InventoryQuery['from'];

/** The subject of the question; undefined when it names none. It may change the conditions. */
export function readSource(
  spans: Span[],
  parts: Part[],
  previous: InventoryQuery | undefined,
): Source | undefined {
  const hasHosts = parts.some(({ condition }) => condition.kind === 'server');
  const sources = spans.flatMap((span) => meaningOf(span, 'source')?.from ?? []);
  mark(...spans.filter((span) => is(span, 'source')));
  const isOfOutages = hasHosts ? asksWhenDown(spans) || parts.some(isOutageTime) : beginsWithWhen(spans);
  if (isOfOutages) return pastOutages(spans, parts);
  if (sources[0] === 'servers' && sources.includes('outages') && isCount(spans))
    return serversWithOutage(parts);
  const from = sources.find((one) => one !== 'servers') ?? sources[0];
  if (from === 'changes' || from === 'outages' || (from && !hasHosts)) return from;
  if (hasHosts) return 'servers';
  const isMember = spans.some((span) => means(span, 'member'));
  const isOfPerson = spans.some((span) => is(span, 'who', 'contact')) || previous?.from === 'members';
  const isWholeName = spans.some((span) => meaningOf(span, 'member')?.text.includes(' '));
  // A whole name alone, and after a question about people also "and Pavel?", is a person.
  return isMember && (isOfPerson || (isWholeName && parts.length === 0)) ? 'members' : undefined;
}

/** What happened in a period. What lasts is a state. */
const isOutageTime = ({ condition }: Part): boolean =>
  condition.kind === 'time' && !condition.not && condition.event !== 'down' && isOutageEvent(condition.event);
const isCount = (spans: Span[]): boolean => spans.some((span) => meaningOf(span, 'ask')?.ask === 'count');

/** "when did it go down?", "how long was it down?": about the past, while "how long has it been down?" is about now. */
const asksWhenDown = (spans: Span[]): boolean =>
  spans.some((span) => means(span, 'down') || isRecovery(span)) &&
  spans.some((span) => means(span, 'when') || (means(span, 'howLong') && / was$/i.test(span.text)));

/** "When did Leeds go down?", but not "when a server goes down, whom do I call?" */
function beginsWithWhen(spans: Span[]): boolean {
  const at = spans.findIndex((span) => !isOnlyFiller(span));
  const isOfPast = means(spans[at], 'howLong') || / (?:was|were)$/i.test(spans[at]?.text ?? '');
  return asksWhenDown(spans) && (isOfPast || (means(spans[at], 'when') && means(spans[at + 1], 'past')));
}

/** The server may be up again, so its status is no condition. */
function pastOutages(spans: Span[], parts: Part[]): Source {
  mark(...spans.filter((span) => is(span, 'howLong')));
  const isStatus = ({ condition }: Part) => condition.kind === 'is' && condition.field === 'status';
  parts.splice(0, parts.length, ...parts.filter((part) => !isStatus(part)));
  return 'outages';
}

/** "how many servers had an outage?" counts servers, and a server with two outages once. */
function serversWithOutage(parts: Part[]): Source {
  const group = Math.max(0, ...parts.map((part) => part.group)) + 1;
  if (!parts.some(isOutageTime))
    parts.push({ condition: { kind: 'filled', field: 'outage' }, spans: [], group });
  return 'servers';
}
