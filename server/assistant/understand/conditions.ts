import { AGE_PATTERN } from '../../../contract/inventory-query.ts';
import type {
  Condition,
  FilledField,
  Filter,
  Comparison,
  QueryEvent,
} from '../../../contract/inventory-query.ts';
import { instantOf } from '../../servers/filter-sql.ts';
import type { At } from '../../text/time-zone.ts';
import type { Vocabulary } from './entities.ts';
import { isOffline, isPast, lastingSince, readDowntimes } from './downtimes.ts';
import { readMissingReleases, readReleases, readValues } from './values.ts';
import { NOW } from './lexicon.ts';
import { hasNumber, near, is, isOnlyFiller, meaningOf, mark, means, type Add, type Span } from './spans.ts';
import { Figure, groupFields } from '../../../contract/server-fields.ts';
import { FULL } from '../../../contract/checks.ts';
import type { TimeSpan } from '../../text/times-in-words.ts';

/** A condition with the spans that it came from. Conditions joined by OR share a `group`. */
export type Part = { condition: Condition; spans: Span[]; group: number };

/**
 * Reads which servers a question means. Each reader recognises one kind of phrase, marks the spans that it used and
 * leaves the rest to the next reader.
 */
export function readConditions(spans: Span[], at: At, vocabulary: Vocabulary): Part[] {
  const parts: Part[] = [];
  const add: Add = (condition, used, either) => {
    mark(either, ...used);
    const group = either ? parts.at(-1)?.group : undefined;
    parts.push({ condition, spans: used, group: group ?? parts.length });
  };
  for (const span of spans) {
    const condition = meaningOf(span, 'filter')?.condition;
    if (condition) add(condition, [span]);
  }
  readReleases(spans, vocabulary, add);
  readMissingReleases(spans, add);
  readDowntimes(spans, add);
  readFigures(spans, add);
  readLevels(spans, add);
  readTimes(spans, add, at);
  readFilled(spans, add);
  readAddresses(spans, parts);
  readValues(spans, add);
  joinEither(spans, parts);
  readConnectors(spans);
  return parts;
}

export const filterOf = (parts: Part[]): Filter =>
  [...Map.groupBy(parts, ({ group }) => group).values()].map((group) =>
    group.map(({ condition }) => condition),
  );

/** "without an owner", "has no hardware model", "whose notes are missing", "with a linked document" */
function readFilled(spans: Span[], add: Add): void {
  for (const [index, span] of spans.entries()) {
    if (is(span, 'nobody')) add({ kind: 'filled', field: 'teamOwner', not: true }, [span]);
    const isNone = is(span, 'none', 'never');
    if (!isNone && !is(span, 'with') && !isHaving(spans, index)) continue;
    const isField = (one: Span) => filledField(one) !== undefined && !is(one, 'value');
    const named = near(spans, index, 3, isField) ?? (isNone ? near(spans, index, -1, isField) : undefined);
    const field = named && filledField(named);
    if (!named || !field) continue;
    const at = spans.indexOf(named);
    const next = spans[at + 1];
    if (!isNone && next && (is(next, 'value', 'compare') || next.number)) continue;
    const negated = isNone ? ({ not: true } as const) : {};
    add({ kind: 'filled', field, ...negated }, [span, named]);
    const other = is(next, 'or', 'and') ? spans[at + 2] : undefined;
    const second = other && isField(other) ? filledField(other) : undefined;
    if (other && second) add({ kind: 'filled', field: second, ...negated }, [other]);
  }
}

/** "have notes", "with notes". But "with location" names a column of the list, because servers are grouped by it. */
function isHaving(spans: Span[], index: number): boolean {
  const next = spans[index + 1];
  const field = next && filledField(next);
  if (!field || field === 'name' || field === 'ipAddress') return false;
  const isColumn = groupFields.some((one) => one === field) || Figure.safeParse(field).success;
  const word = spans[index]?.text ?? '';
  return /^(?:have|has|having)$/i.test(word) || (/^with$/i.test(word) && !isColumn);
}

function filledField(span: Span): FilledField | undefined {
  const figure = meaningOf(span, 'figure')?.figure;
  if (figure) return figure;
  if (meaningOf(span, 'source')?.from === 'outages') return 'outage';
  // "Has a health check" is about the configured one.
  const isOfCheck = span.meanings.some((one) => one.is === 'field' && one.field === 'check');
  const field = isOfCheck ? 'check' : meaningOf(span, 'field')?.field;
  return field === 'createdAt' || field === 'updatedAt' ? undefined : field;
}

/** "servers in 10.20.0.0/16". The networks of a range are alternatives. */
function readAddresses(spans: Span[], parts: Part[]): void {
  for (const [index, span] of spans.entries()) {
    const cidrs = meaningOf(span, 'range')?.cidrs;
    if (!cidrs) continue;
    const not = near(spans, index, -2, (one) => is(one, 'not'));
    const used = not ? [span, not] : [span];
    mark(...used);
    const group = parts.length;
    for (const [place, cidr] of cidrs.entries())
      parts.push({
        condition: { kind: 'address', cidr, ...(not && { not: true as const }) },
        spans: used,
        group: not ? group + place : group,
      });
  }
}

/** "in production or in Auburn": conditions joined by OR without AND form one group. "Neither … nor" does not. */
function joinEither(spans: Span[], parts: Part[]): void {
  const isNegated = ({ condition }: Part) => 'not' in condition && condition.not === true;
  for (const [index, span] of spans.entries()) {
    if (!is(span, 'or')) continue;
    const left = parts
      .filter((part) => endOf(spans, part) < index)
      .toSorted((a, b) => endOf(spans, b) - endOf(spans, a))[0];
    const right = parts
      .filter((part) => startOf(spans, part) > index)
      .toSorted((a, b) => startOf(spans, a) - startOf(spans, b))[0];
    if (!left || !right || left.group === right.group) continue;
    const gap = spans.slice(endOf(spans, left) + 1, startOf(spans, right));
    if (
      !gap.every(
        (one) => one === span || one.isUsed || isOnlyFiller(one) || is(one, 'with', 'field', 'source'),
      )
    )
      continue;
    mark(span);
    if (isNegated(left) && isNegated(right)) continue;
    for (const part of parts) if (part.group === right.group) part.group = left.group;
  }
}

/** A joining word belongs to the conditions on both sides of it, and "have a" to the condition behind it. */
function readConnectors(spans: Span[]): void {
  const isRead = (one: Span) => one.isUsed === true;
  for (const [index, span] of spans.entries())
    if (
      near(spans, index, 2, isRead) &&
      (is(span, 'with') ||
        /^both$/i.test(span.text) ||
        (is(span, 'or', 'and') && near(spans, index, -2, isRead)))
    )
      mark(span);
}

const placesOf = (spans: Span[], part: Part) =>
  part.spans.map((span) => spans.indexOf(span)).filter((at) => at >= 0);
export const startOf = (spans: Span[], part: Part): number => Math.min(...placesOf(spans, part));
export const endOf = (spans: Span[], part: Part): number => Math.max(...placesOf(spans, part));

const figureIn = (span: Span | undefined): Figure | undefined => {
  const meaning = span?.meanings.find((one) => one.is === 'figure');
  return meaning?.is === 'figure' ? meaning.figure : undefined;
};
const isOrMore = (span: Span | undefined) => is(span, 'compare') && /^or /i.test(span?.text ?? '');

/**
 * "cpu over 80 %", "more than 30 days of uptime", "memory between 20 and 70", "disk above 20 and below 80", "over 65 %
 * cpu or 75 % memory"
 */
function readFigures(spans: Span[], add: Add): void {
  let previous: { op: Comparison; at: number } | undefined;
  for (const [index, span] of spans.entries()) {
    const compare = meaningOf(span, 'compare');
    const isRange = is(span, 'between') || /^from$/i.test(span.text);
    const first = span.number ? span : compare || isRange ? near(spans, index, 1, hasNumber) : undefined;
    if (!first?.number || first.isUsed) continue;
    const at = spans.indexOf(first);
    const second = isRange ? near(spans, at, 2, hasNumber) : undefined;
    if (isRange && !second) continue;
    const last = second ?? first;
    const after = compare || isRange ? undefined : [spans[at + 1], spans[at + 2]].find(isOrMore);
    const unit = (second ?? first).number?.unit ?? '';
    const owner = figureNear(spans, index, spans.indexOf(after ?? last), unit);
    if (!owner) continue;
    // "Between 10 and 20 days": the unit counts for both.
    const value = first.number.value * (first.number.unit === '' ? (second?.number?.seconds ?? 1) : 1);
    const named = [span, first, last, ...(after ? [after] : []), ...(owner.span ? [owner.span] : [])];
    const free = owner.figure === 'uptime' ? undefined : beside(spans, named, 'free');
    const conditionOn = (field: Figure, op: Comparison, bound: number): Condition => ({
      kind: 'figure',
      field,
      ...(free ? { op: INVERSE[op], value: Math.max(0, 100 - bound) } : { op, value: bound }),
    });
    const used = [...named, free, beside(spans, named, 'full')].filter((one) => one !== undefined);
    const own = compare?.op ?? meaningOf(after, 'compare')?.op;
    const op = own ?? (previous && !second && isListed(spans, previous.at, index) ? previous.op : undefined);
    if (op) {
      add(conditionOn(owner.figure, op, value), used);
      for (const { figure, from, either } of listedFigures(spans, owner, named))
        add(conditionOn(figure, op, value), [from], either);
      previous = { op, at: Math.max(...used.map((one) => spans.indexOf(one))) };
    } else if (second?.number || isExact(spans, index)) {
      add(conditionOn(owner.figure, '>=', value), used);
      add(conditionOn(owner.figure, '<=', second?.number?.value ?? value), used);
    }
  }
}

type Owner = { figure: Figure; span?: Span | undefined };

/** "CPU or memory above 90 %": further figures with the same comparison, beside the one that has it. */
function listedFigures(spans: Span[], { figure: own, span }: Owner, named: Span[]) {
  if (!span || own === 'uptime') return [];
  const isOfOther = (one: Span | undefined) =>
    one !== undefined &&
    !one.isUsed &&
    !named.includes(one) &&
    (one.number !== undefined || is(one, 'compare'));
  return [-1, 1].flatMap((step) => {
    const listed: { figure: Figure; from: Span }[] = [];
    let joiner: Span | undefined;
    for (let at = spans.indexOf(span) + step; spans[at]; at += step) {
      const one = spans[at] as Span;
      const figure = is(one, 'figure') ? meaningOf(one, 'figure')?.figure : undefined;
      if (figure && figure !== 'uptime' && !isOfOther(spans[at - 1]) && !isOfOther(spans[at + 1]))
        listed.push({ figure, from: one });
      else if (is(one, 'or', 'and')) joiner ??= one;
      else break;
    }
    const either = is(joiner, 'or') ? joiner : undefined;
    return joiner ? listed.map((one) => ({ ...one, either })) : [];
  });
}

/**
 * "high CPU", "disk almost full", "low disk space": above the limit from which a check warns. The product has no limit for
 * a low usage or for the uptime, so "low CPU" only ranks.
 */
function readLevels(spans: Span[], add: Add): void {
  for (const [index, span] of spans.entries()) {
    if (!is(span, 'full', 'low')) continue;
    const isFigure = (one: Span) => is(one, 'figure');
    const named = near(spans, index, 2, isFigure) ?? near(spans, index, -2, isFigure);
    const field = meaningOf(named, 'figure')?.figure;
    if (!named || !field || field === 'uptime') continue;
    const free = beside(spans, [span, named], 'free');
    const isOfSpace = field !== 'cpuUsage' && (free !== undefined || !/usage|load|util/i.test(named.text));
    if (is(span, 'full') ? free === undefined : isOfSpace)
      add({ kind: 'figure', field, op: '>', value: FULL[field] }, free ? [span, named, free] : [span, named]);
  }
}

const INVERSE: Record<Comparison, Comparison> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

/** A word beside those of a figure: "less than 10 % free disk space", "with the least memory left", "90 % full" */
export function beside(spans: Span[], named: (Span | undefined)[], kind: 'free' | 'full'): Span | undefined {
  const places = named.flatMap((span) => (span ? [spans.indexOf(span)] : []));
  return spans.find(
    (span, at) => is(span, kind) && at >= Math.min(...places) - 2 && at <= Math.max(...places) + 2,
  );
}

/** Whether a number follows a comparison in a list, so that the comparison counts for it too. */
function isListed(spans: Span[], from: number, to: number): boolean {
  const gap = spans.slice(from + 1, to);
  return gap.some((one) => is(one, 'or', 'and')) && gap.every((one) => is(one, 'or', 'and', 'figure'));
}

/** "a cpu usage of exactly 50 %": a bare number counts only as a percentage or right after a figure. */
const isExact = (spans: Span[], index: number): boolean =>
  spans[index]?.number?.unit === '%' || /^(?:exactly|is|at|of|=)$/i.test(spans[index - 1]?.text ?? '');

/** The figure of a comparison: before it, after it, an uptime, or that of the previous comparison. */
function figureNear(
  spans: Span[],
  start: number,
  end: number,
  unit: string,
): { figure: Figure; span?: Span } | undefined {
  const isFigure = (span: Span) => figureIn(span) !== undefined && !span.isUsed;
  const before = near(spans, start, -3, (span) => isFigure(span) || is(span, 'compare'));
  const figure = figureIn(before);
  if (before && figure && ((unit === 's') === (figure === 'uptime') || unit === ''))
    return { figure, span: before };
  const after = near(spans, end, 2, isFigure);
  const behind = figureIn(after);
  if (after && behind) return { figure: behind, span: after };
  const isRunning = (span: Span) => is(span, 'running') || /(?:^| )up$/i.test(span.text);
  const running = unit === 's' ? near(spans, start, -3, isRunning) : undefined;
  if (running) return { figure: 'uptime', span: running };
  const shared = spans.slice(0, start).findLastIndex((span) => span.isUsed && means(span, 'figure'));
  const gap = spans.slice(shared + 1, start);
  const isNext = gap.every(
    (span) => span.isUsed || isOnlyFiller(span) || is(span, 'and') || span.text === 'but',
  );
  const same = shared >= 0 && isNext ? figureIn(spans[shared]) : undefined;
  return same && { figure: same };
}

const sourceIn = (span: Span): string | undefined => {
  const meaning = span.meanings.find((one) => one.is === 'source');
  return meaning?.is === 'source' ? meaning.from : undefined;
};
const isLastCheck = (span: Span) =>
  span.meanings.some((one) => one.is === 'field' && one.field === 'lastHealthCheck');
const isOfTime = (span: Span): boolean =>
  isLastCheck(span) ||
  means(span, 'event', 'down', 'reboot', 'running') ||
  ['outages', 'changes'].includes(sourceIn(span) ?? '');
/** "added this week", "went down yesterday", "rebooted in the last 7 days", "certificates that expire in the next 30 days" */
function readTimes(spans: Span[], add: Add, at: At): void {
  for (const [index, span] of spans.entries()) {
    const time = meaningOf(span, 'time')?.time;
    const cue =
      time &&
      (spans.slice(0, index + 1).findLast(isOfTime) ??
        spans.slice(index + 1).find(isOfTime) ??
        spans.slice(0, index).findLast(isOffline));
    if (!time || !cue) continue;
    // "Without outages this month", "never down this month"
    const not = near(spans, spans.indexOf(cue), -2, (one) => is(one, 'not', 'none', 'never'));
    const used = [span, ...(not ? [not] : []), ...(sourceIn(cue) && !not ? [] : [cue])];
    if (means(cue, 'reboot', 'running')) {
      // What runs since Monday did not boot within the time, but before it.
      const isNot = (not !== undefined) !== means(cue, 'running');
      for (const condition of bootedIn(time, isNot, at)) add(condition, used);
      continue;
    }
    const { from, to } = time;
    // No condition says how long an outage was that ended.
    if (time.isDuration && !not && isOffline(cue) && isPast(spans, cue)) continue;
    const lasting = not ? undefined : lastingSince(spans, cue, time);
    if (lasting) {
      add(lasting, used);
      continue;
    }
    const event = eventOf(cue);
    const isOver = means(cue, 'time');
    // Nothing but the end of a certificate is known in advance.
    if (to?.startsWith('+') && event !== 'certificate') continue;
    // "Expires within two weeks" is in the future.
    const isAhead = event === 'certificate' && !isOver && from !== undefined && AGE_PATTERN.test(from);
    const until = isAhead ? `+${from}` : to;
    // What expires in the next days has not expired yet.
    const since = until?.startsWith('+') && !isOver ? (not ? undefined : NOW) : from;
    const bounds = { ...(since && { from: since }), ...(until && { to: until }) };
    add({ kind: 'time', event, ...bounds, ...(not && { not: true }) }, used);
    if (not && event === 'certificate') add({ kind: 'filled', field: 'certificate' }, []);
  }
  for (const [index, span] of spans.entries()) {
    if (meaningOf(span, 'extreme')?.by === 'certificate')
      add({ kind: 'time', event: 'certificate', from: NOW }, []);
    const next = is(span, 'never') ? near(spans, index, 2, (one) => is(one, 'event', 'down')) : undefined;
    if (!next) continue;
    if (meaningOf(next, 'event')?.event === 'checked')
      add({ kind: 'filled', field: 'lastHealthCheck', not: true }, [span, next]);
    else if (is(next, 'down')) add({ kind: 'filled', field: 'outage', not: true }, [span, next]);
  }
}

function eventOf(cue: Span): QueryEvent {
  const event = cue.meanings.find((meaning) => meaning.is === 'event');
  if (event?.is === 'event') return event.event;
  if (isLastCheck(cue)) return 'checked';
  if (means(cue, 'began')) return 'failed';
  return sourceIn(cue) === 'changes' ? 'changed' : 'outage';
}

/**
 * A server that booted within a period has been up no longer than since the start of the period, and at least since its
 * end.
 */
function bootedIn({ from, to }: Pick<TimeSpan, 'from' | 'to'>, isNot: boolean, at: At): Condition[] {
  const uptime = (op: Comparison, moment: string): Condition => {
    const seconds = Math.round((at.now.getTime() - instantOf(moment, at).getTime()) / 1_000);
    return { kind: 'figure', field: 'uptime', op, value: Math.max(0, seconds) };
  };
  if (isNot) return from === undefined ? [] : [uptime('>', from)];
  const isOver = to !== undefined && instantOf(to, at) < at.now;
  return [...(from === undefined ? [] : [uptime('<', from)]), ...(isOver ? [uptime('>=', to)] : [])];
}
