import { AGE_PATTERN } from '../../../contract/inventory-query.ts';
import type { Comparison, Condition, Filter, QueryEvent } from '../../../contract/inventory-query.ts';
import type { Figure } from '../../../contract/server-fields.ts';
import { instantOf } from '../../servers/filter-sql.ts';
import type { At } from '../../servers/filter-sql.ts';
import type { TimeSpan } from './dates.ts';
import { isOnlyFiller, meaningOf } from './spans.ts';
import type { Span } from './spans.ts';

/** A condition with the spans that it came from; `group` is shared by those that OR joins. */
export type Part = { condition: Condition; spans: Span[]; group: number };

/**
 * Reads which servers a question means: each reader looks for one shape of phrase, marks the spans that it used and leaves the rest
 * to the next one.
 */
export function readConditions(spans: Span[], at: At): Part[] {
  const parts: Part[] = [];
  const add = (condition: Condition, used: Span[]) => {
    for (const span of used) span.isUsed = true;
    parts.push({ condition, spans: used, group: parts.length });
  };
  readFigures(spans, add);
  readTimes(spans, add, at);
  readFilled(spans, add);
  readAddresses(spans, add);
  readValues(spans, add);
  joinEither(spans, parts);
  readConnectors(spans);
  return parts;
}

export type Add = (condition: Condition, used: Span[]) => void;

/** The next span in a direction, over those that carry nothing. */
function beside(
  spans: Span[],
  from: number,
  step: 1 | -1,
  fits: (span: Span) => boolean,
  reach = 4,
): Span | undefined {
  for (let at = from + step, left = reach; at >= 0 && at < spans.length && left > 0; at += step) {
    const span = spans[at]!;
    if (fits(span)) return span;
    if (
      !isOnlyFiller(span) &&
      !['source', 'and', 'refer'].some((is) => span.meanings.some((one) => one.is === is))
    )
      left = 0;
    left -= isOnlyFiller(span) ? 0.25 : 1;
  }
  return undefined;
}

const isUsedFigure = (span: Span) => span.isUsed && span.meanings.some(({ is }) => is === 'figure');
const figureIn = (span: Span | undefined): Figure | undefined => {
  const meaning = span?.meanings.find(({ is }) => is === 'figure');
  return meaning?.is === 'figure' ? meaning.figure : undefined;
};

/** "cpu over 80 %", "more than 30 days of uptime", "memory between 20 and 70", "disk above 20 and below 80" */
function readFigures(spans: Span[], add: Add): void {
  for (const [index, span] of spans.entries()) {
    const compare = meaningOf(span, 'compare');
    const isBetween = meaningOf(span, 'between') || /^from$/i.test(span.text);
    if (!compare && !isBetween && !span.number) continue;
    const numbers = numbersAfter(spans, index);
    const [first, second] = numbers;
    if (!first?.number || first.isUsed) continue;
    if (isBetween && !second?.number) continue;
    const suffix = compare || isBetween ? undefined : orMore(spans, index);
    const used = [span, first, ...(isBetween && second ? [second] : []), ...(suffix ? [suffix] : [])];
    const owner = figureNear(
      spans,
      index,
      spans.indexOf(isBetween && second ? second : first),
      first.number.unit,
    );
    if (!owner) continue;
    const [figure, ...others] = owner;
    const { value } = first.number;
    const condition = (op: Comparison, bound: number): Condition => ({
      kind: 'figure',
      field: figure,
      op,
      value: bound,
    });
    const all = [...used, ...others];
    if (isBetween && second?.number) {
      add(condition('>=', value), all);
      add(condition('<=', second.number.value), all);
    } else if (compare) add(condition(compare.op, value), all);
    else if (suffix) add(condition(meaningOf(suffix, 'compare')?.op ?? '>=', value), all);
    else if (isExact(spans, index)) {
      add(condition('>=', value), all);
      add(condition('<=', value), all);
    }
  }
}

function numbersAfter(spans: Span[], index: number): Span[] {
  if (spans[index]!.number) return [spans[index]!];
  const first = beside(spans, index, 1, (span) => span.number !== undefined, 1);
  if (!first) return [];
  const second = beside(spans, spans.indexOf(first), 1, (span) => span.number !== undefined, 2);
  return second ? [first, second] : [first];
}

/** "90 percent or more", "75 % cpu or more" */
const orMore = (spans: Span[], index: number): Span | undefined =>
  beside(spans, index, 1, (span) => /^or /i.test(span.text) && Boolean(meaningOf(span, 'compare')), 1) ??
  (figureIn(spans[index + 1]) && /^or /i.test(spans[index + 2]?.text ?? '') ? spans[index + 2] : undefined);

/** "a cpu usage of exactly 50 %": a bare number is a figure only where it says percent or stands right behind one. */
const isExact = (spans: Span[], index: number): boolean =>
  spans[index]!.number?.unit === '%' || /^(?:exactly|is|at|of|=)$/i.test(spans[index - 1]?.text ?? '');

/** The figure that a comparison is about, with the span that names it where that is not used yet. */
function figureNear(
  spans: Span[],
  start: number,
  end: number,
  unit: string,
): [Figure, ...Span[]] | undefined {
  const isFigure = (span: Span) => figureIn(span) !== undefined;
  const before = beside(spans, start, -1, (span) => isFigure(span) || Boolean(meaningOf(span, 'compare')), 3);
  if (before && isFigure(before) && !before.isUsed) {
    const figure = figureIn(before)!;
    if ((unit === 's') === (figure === 'uptime') || unit === '') return [figure, before];
  }
  const after = beside(spans, end, 1, isFigure, 2);
  if (after && !after.isUsed) return [figureIn(after)!, after];
  if (unit === 's') {
    const running = beside(
      spans,
      start,
      -1,
      (span) => Boolean(meaningOf(span, 'running')) || /^up$/i.test(span.text),
      3,
    );
    if (running) return ['uptime', running];
  }
  const shared = spans.slice(0, start).findLast(isUsedFigure);
  const gap = shared ? spans.slice(spans.indexOf(shared) + 1, start) : [];
  return shared &&
    gap.every((span) => span.isUsed || isOnlyFiller(span) || meaningOf(span, 'and') || span.text === 'but')
    ? [figureIn(shared)!]
    : undefined;
}

/** "added this week", "went down yesterday", "rebooted in the last 7 days", "certificates that expire in the next 30 days" */
function readTimes(spans: Span[], add: Add, at: At): void {
  for (const [index, span] of spans.entries()) {
    const time = meaningOf(span, 'time')?.time;
    if (!time) continue;
    const { from, to } = time;
    const bounds = { ...(from && { from }), ...(to && { to }) };
    const isCue = (one: Span) =>
      ['event', 'down', 'reboot', 'running'].some((is) =>
        one.meanings.some((meaning) => meaning.is === is),
      ) || ['outages', 'changes'].includes(sourceIn(one) ?? '');
    const cue = spans.slice(0, index).findLast(isCue) ?? spans.slice(index + 1).find(isCue);
    if (!cue) continue;
    const not = negationBefore(spans, spans.indexOf(cue));
    const flag = not ? ({ not: true } as const) : {};
    const used = [span, ...(not ? [not] : []), ...(sourceIn(cue) ? [] : [cue])];
    const event = eventOf(cue);
    if (cue.meanings.some(({ is }) => is === 'reboot' || is === 'running')) {
      for (const condition of bootedIn({ from, to }, not !== undefined, at)) add(condition, used);
    } else {
      // What expires within two weeks does so after now.
      const isAhead = event === 'certificate' && from !== undefined && AGE_PATTERN.test(from);
      add({ kind: 'time', event, ...(isAhead ? { to: `+${from}` } : bounds), ...flag }, used);
    }
  }
  for (const span of spans) {
    if (!meaningOf(span, 'never')) continue;
    const next = beside(
      spans,
      spans.indexOf(span),
      1,
      (one) => Boolean(meaningOf(one, 'event') ?? meaningOf(one, 'down')),
      2,
    );
    const event = meaningOf(next, 'event')?.event;
    if (next && event === 'checked')
      add({ kind: 'filled', field: 'lastHealthCheck', not: true }, [span, next]);
    else if (next && meaningOf(next, 'down'))
      add({ kind: 'filled', field: 'outage', not: true }, [span, next]);
  }
}

function eventOf(cue: Span): QueryEvent {
  const event = cue.meanings.find((meaning) => meaning.is === 'event');
  if (event?.is === 'event') return event.event;
  return sourceIn(cue) === 'changes' ? 'changed' : 'outage';
}

const sourceIn = (span: Span): string | undefined => {
  const meaning = span.meanings.find(({ is }) => is === 'source');
  return meaning?.is === 'source' ? meaning.from : undefined;
};

/** A server that was booted within a time has been up no longer than since its beginning, and as long as since its end. */
function bootedIn({ from, to }: Pick<TimeSpan, 'from' | 'to'>, isNot: boolean, at: At): Condition[] {
  const since = (moment: string) =>
    Math.max(0, Math.round((at.now.getTime() - instantOf(moment, at).getTime()) / 1_000));
  const uptime = (op: Comparison, moment: string): Condition => ({
    kind: 'figure',
    field: 'uptime',
    op,
    value: since(moment),
  });
  if (isNot) return from === undefined ? [] : [uptime('>', from)];
  const isOver = to !== undefined && instantOf(to, at) < at.now;
  return [...(from === undefined ? [] : [uptime('<', from)]), ...(isOver ? [uptime('>=', to)] : [])];
}

/** "without an owner", "has no hardware model", "whose notes are missing", "with a linked document" */
function readFilled(spans: Span[], add: Add): void {
  for (const [index, span] of spans.entries()) {
    if (meaningOf(span, 'nobody')) add({ kind: 'filled', field: 'teamOwner', not: true }, [span]);
    const isNone = meaningOf(span, 'none') ?? meaningOf(span, 'never');
    const isWith = meaningOf(span, 'with');
    if (!isNone && !isWith) continue;
    const isField = (one: Span) =>
      filledField(one) !== undefined && !one.meanings.some(({ is }) => is === 'value');
    const named =
      beside(spans, index, 1, isField, 3) ?? (isNone ? beside(spans, index, -1, isField, 1) : undefined);
    const field = named && filledField(named);
    if (!named || !field) continue;
    const value = spans[spans.indexOf(named) + 1];
    if (isWith && value && (meaningOf(value, 'value') ?? value.number ?? meaningOf(value, 'compare')))
      continue;
    const used = spans
      .slice(Math.min(index, spans.indexOf(named)), Math.max(index, spans.indexOf(named)) + 1)
      .filter((one) => one === span || one === named || isOnlyFiller(one));
    add({ kind: 'filled', field, ...(isNone && { not: true as const }) }, used);
    const other =
      meaningOf(spans[spans.indexOf(named) + 1], 'or') ?? meaningOf(spans[spans.indexOf(named) + 1], 'and');
    const next = spans[spans.indexOf(named) + 2];
    const second = next && filledField(next);
    if (other && second && isField(next))
      add({ kind: 'filled', field: second, ...(isNone && { not: true as const }) }, [next]);
  }
}

function filledField(span: Span) {
  if (span.isUsed) return undefined;
  for (const meaning of span.meanings) {
    if (meaning.is === 'figure') return meaning.figure;
    if (meaning.is === 'source' && meaning.from === 'outages') return 'outage' as const;
    if (meaning.is !== 'field') continue;
    if (meaning.field === 'createdAt' || meaning.field === 'updatedAt') return undefined;
    return meaning.field;
  }
  return undefined;
}

/** "servers in 10.20.0.0/16" */
function readAddresses(spans: Span[], add: Add): void {
  for (const [index, span] of spans.entries()) {
    const cidr = meaningOf(span, 'range')?.cidr;
    if (cidr === undefined) continue;
    const not = negationBefore(spans, index);
    add({ kind: 'address', cidr, ...(not && { not: true as const }) }, [span, ...(not ? [not] : [])]);
  }
}

const negationBefore = (spans: Span[], index: number): Span | undefined =>
  beside(spans, index, -1, (span) => Boolean(meaningOf(span, 'not')), 2);

/** Named values, also several of one field and what is left out: "not in Leeds or Dublin". */
function readValues(spans: Span[], add: Add): void {
  const before: { condition: Condition & { kind: 'is' }; at: number; not: boolean }[] = [];
  let not: Span | undefined;
  let notLeft = 0;
  for (const [index, span] of spans.entries()) {
    if (meaningOf(span, 'not') ?? (meaningOf(span, 'none') && valueNear(spans, index) ? span : undefined)) {
      not = span;
      notLeft = 6;
      continue;
    }
    if (notLeft > 0) notLeft -= 1;
    const read = valueOf(spans, index) ?? (not && notRunning(spans, index));
    if (!read) {
      if (!isOnlyFiller(span) && !isConnector(span) && !CARRIES.some((is) => meaningOf(span, is)))
        not = undefined;
      continue;
    }
    const last = before.at(-1);
    const isLinked = last !== undefined && isList(spans, last.at, index);
    const isNot =
      (not !== undefined && notLeft > 0 && !read.isState) ||
      (isLinked && last.not && last.condition.field === read.condition.field);
    const { condition, used } = read;
    const flagged: typeof condition = isNot ? { ...condition, not: true } : condition;
    if (isLinked && last.condition.field === condition.field && last.not === isNot) {
      last.condition.values = [...new Set([...last.condition.values, ...condition.values])];
      for (const one of used) one.isUsed = true;
      last.at = index;
      if (not) not.isUsed = true;
      continue;
    }
    add(flagged, not && (isNot || read.isState) ? [not, ...used] : used);
    before.push({ condition: flagged, at: index, not: isNot });
    not = undefined;
  }
}

type ValueReading = { condition: Condition & { kind: 'is' }; used: Span[]; isState?: boolean };

/** "not running" is a state, unless what is not run follows: "not running Windows". */
function notRunning(spans: Span[], index: number): ValueReading | undefined {
  const span = spans[index]!;
  if (!meaningOf(span, 'up') || beside(spans, index, 1, (one) => Boolean(meaningOf(one, 'value')), 2))
    return undefined;
  return {
    condition: { kind: 'is', field: 'status', values: ['offline'], exact: true },
    used: [span],
    isState: true,
  };
}

const valueNear = (spans: Span[], index: number): boolean => {
  const next = spans[index + 1];
  return Boolean(next && meaningOf(next, 'value') && !meaningOf(next, 'field'));
};
/** What may stand between a negation and what it negates. */
const CARRIES = ['field', 'source', 'owns'] as const;
const isConnector = (span: Span): boolean => Boolean(meaningOf(span, 'or') ?? meaningOf(span, 'and'));
/** Nothing but small words and connectors stands between two values. */
const isList = (spans: Span[], from: number, to: number): boolean => {
  const gap = spans.slice(from + 1, to);
  return (
    gap.every(
      (span) =>
        span.isUsed ||
        isOnlyFiller(span) ||
        isConnector(span) ||
        meaningOf(span, 'not') ||
        meaningOf(span, 'field'),
    ) &&
    (gap.length === 0 || gap.some(isConnector) || gap.every((span) => span.isUsed))
  );
};
/** The value that a span means here: a neighbour that names a field, or "owned by", decides between several. */
function valueOf(spans: Span[], index: number): ValueReading | undefined {
  const span = spans[index]!;
  if (span.isUsed) return undefined;
  if (meaningOf(span, 'attention')) {
    const condition = {
      kind: 'is' as const,
      field: 'status' as const,
      values: ['offline', 'warning'],
      exact: true as const,
    };
    return /^(?:ok|okay|fine|not ok)$/i.test(span.text) &&
      !spans.some((one) => /^everything$/i.test(one.text))
      ? undefined
      : { condition, used: [span] };
  }
  if (meaningOf(span, 'down'))
    return { condition: { kind: 'is', field: 'status', values: ['offline'], exact: true }, used: [span] };
  const values = span.meanings.filter((meaning) => meaning.is === 'value');
  if (values.length === 0) return undefined;
  const [previous, next] = [besideField(spans, index, -1), besideField(spans, index, 1)];
  const owner =
    beside(spans, index, -1, (one) => Boolean(meaningOf(one, 'owns')), 2) ??
    beside(spans, index, 1, (one) => Boolean(meaningOf(one, 'owns')), 2);
  const named = [previous, next].find((one) => one && values.some(({ field }) => field === one.field));
  const chosen =
    values.find(({ field }) => field === named?.field) ??
    (owner ? values.find(({ field }) => field === 'teamOwner' || field === 'managedBy') : undefined) ??
    values[0]!;
  // A word that is also the name of a field means the field, unless a neighbour says otherwise: "by network".
  const isFieldToo = span.meanings.some(({ is }) => is === 'field' || is === 'figure');
  if (isFieldToo && !named && !(owner && chosen.field === 'teamOwner')) return undefined;
  const { field, values: all, exact } = chosen;
  const used = [span, ...(named && named.field === field ? [named.span] : [])];
  if (owner && field === 'teamOwner') used.push(owner);
  return { condition: { kind: 'is', field, values: [...all], ...(exact && { exact }) }, used };
}

function besideField(spans: Span[], index: number, step: 1 | -1) {
  const span = beside(spans, index, step, (one) => Boolean(meaningOf(one, 'field')), 1);
  const meaning = meaningOf(span, 'field');
  return span && meaning && !meaning.isPlural ? { span, field: meaning.field } : undefined;
}

/** "in production or in Auburn": what OR joins, and no AND, is one group. */
function joinEither(spans: Span[], parts: Part[]): void {
  for (const [index, span] of spans.entries()) {
    if (!meaningOf(span, 'or')) continue;
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
        (one) =>
          one === span ||
          one.isUsed ||
          isOnlyFiller(one) ||
          meaningOf(one, 'with') ||
          meaningOf(one, 'field') ||
          meaningOf(one, 'source'),
      )
    )
      continue;
    span.isUsed = true;
    const isNegated = (part: Part) => 'not' in part.condition && part.condition.not === true;
    if (isNegated(left) && isNegated(right)) continue;
    for (const part of parts) if (part.group === right.group) part.group = left.group;
  }
}

/** A word that only joins what was read on both of its sides is read with it. */
function readConnectors(spans: Span[]): void {
  for (const [index, span] of spans.entries()) {
    if (!isConnector(span)) continue;
    const isRead = (one: Span) => one.isUsed === true;
    if (beside(spans, index, -1, isRead, 2) && beside(spans, index, 1, isRead, 2)) span.isUsed = true;
  }
}

const placesOf = (spans: Span[], part: Part) =>
  part.spans.map((span) => spans.indexOf(span)).filter((at) => at >= 0);
export const startOf = (spans: Span[], part: Part): number => Math.min(...placesOf(spans, part));
const endOf = (spans: Span[], part: Part): number => Math.max(...placesOf(spans, part));

export const filterOf = (parts: Part[]): Filter =>
  [...Map.groupBy(parts, ({ group }) => group).values()].map((group) =>
    group.map(({ condition }) => condition),
  );
