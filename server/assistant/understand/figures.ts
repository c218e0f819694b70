import type { Comparison, Condition } from '../../../contract/inventory-query.ts';
import type { Figure } from '../../../contract/server-fields.ts';
import { beside, is, isOnlyFiller, meaningOf, means } from './spans.ts';
import type { Add, Span } from './spans.ts';

const figureIn = (span: Span | undefined): Figure | undefined => {
  const meaning = span?.meanings.find((one) => one.is === 'figure');
  return meaning?.is === 'figure' ? meaning.figure : undefined;
};
const hasNumber = (span: Span) => span.number !== undefined;
const isOrMore = (span: Span | undefined) => is(span, 'compare') && /^or /i.test(span?.text ?? '');

/** "cpu over 80 %", "more than 30 days of uptime", "memory between 20 and 70", "disk above 20 and below 80" */
export function readFigures(spans: Span[], add: Add): void {
  for (const [index, span] of spans.entries()) {
    const compare = meaningOf(span, 'compare');
    const isRange = is(span, 'between') || /^from$/i.test(span.text);
    const first = span.number ? span : compare || isRange ? beside(spans, index, 1, hasNumber) : undefined;
    if (!first?.number || first.isUsed) continue;
    const at = spans.indexOf(first);
    const second = isRange ? beside(spans, at, 2, hasNumber) : undefined;
    if (isRange && !second) continue;
    const last = second ?? first;
    const owner = figureNear(spans, index, spans.indexOf(last), first.number.unit);
    if (!owner) continue;
    const after = compare || isRange ? undefined : [spans[at + 1], spans[at + 2]].find(isOrMore);
    const { value } = first.number;
    const condition = (op: Comparison, bound: number): Condition => ({
      kind: 'figure',
      field: owner.figure,
      op,
      value: bound,
    });
    const used = [span, first, last, ...(after ? [after] : []), ...(owner.span ? [owner.span] : [])];
    const op = compare?.op ?? meaningOf(after, 'compare')?.op;
    if (op) add(condition(op, value), used);
    else if (second?.number || isExact(spans, index)) {
      add(condition('>=', value), used);
      add(condition('<=', second?.number?.value ?? value), used);
    }
  }
}

/** "a cpu usage of exactly 50 %": a bare number is a figure only where it says percent or stands right behind one. */
const isExact = (spans: Span[], index: number): boolean =>
  spans[index]?.number?.unit === '%' || /^(?:exactly|is|at|of|=)$/i.test(spans[index - 1]?.text ?? '');

/** The figure that a comparison is about: before it, behind it, that of a running time, or that of the comparison before. */
function figureNear(
  spans: Span[],
  start: number,
  end: number,
  unit: string,
): { figure: Figure; span?: Span } | undefined {
  const isFigure = (span: Span) => figureIn(span) !== undefined && !span.isUsed;
  const before = beside(spans, start, -3, (span) => isFigure(span) || is(span, 'compare'));
  const figure = figureIn(before);
  if (before && figure && ((unit === 's') === (figure === 'uptime') || unit === ''))
    return { figure, span: before };
  const after = beside(spans, end, 2, isFigure);
  const behind = figureIn(after);
  if (after && behind) return { figure: behind, span: after };
  const isRunning = (span: Span) => is(span, 'running') || /^up$/i.test(span.text);
  const running = unit === 's' ? beside(spans, start, -3, isRunning) : undefined;
  if (running) return { figure: 'uptime', span: running };
  const shared = spans.slice(0, start).findLastIndex((span) => span.isUsed && means(span, 'figure'));
  const gap = spans.slice(shared + 1, start);
  const isNext = gap.every(
    (span) => span.isUsed || isOnlyFiller(span) || is(span, 'and') || span.text === 'but',
  );
  const same = shared >= 0 && isNext ? figureIn(spans[shared]) : undefined;
  return same && { figure: same };
}
