import type { Condition } from '../../../contract/inventory-query.ts';
import { groupFields, type GroupField } from '../../../contract/server-fields.ts';
import { isFiller } from './lexicon.ts';
import type { Meaning } from './meaning.ts';
import type { Host } from './entities.ts';

/**
 * A phrase of the question with its possible meanings. It has none when neither the lexicon nor the inventory knows the
 * word.
 */
export type Span = {
  /** As typed. */
  text: string;
  start: number;
  end: number;
  meanings: (
    | Meaning
    | { is: 'host'; hosts: Host[] }
    | { is: 'member'; text: string }
    | { is: 'range'; cidrs: string[] }
  )[];
  /** A number with its unit: `80 %`, `30 days`. A time is in seconds; `seconds` are those of one unit. */
  number?: { value: number; unit: '' | '%' | 's'; seconds?: number; isOrdinal?: true };
  isUsed?: boolean;
};

/**
 * Adds a condition with the spans that it came from. Nothing else may use those spans. With `either`, an "or", it suffices
 * instead of the condition that was added before.
 */
export type Add = (condition: Condition, used: Span[], either?: Span) => void;

type Kind = Span['meanings'][number]['is'];
type Of<K extends Kind> = Extract<Span['meanings'][number], { is: K }>;

/** A meaning of this kind, if the span has one and is unused. */
export function meaningOf<K extends Kind>(span: Span | undefined, is: K): Of<K> | undefined {
  if (!span || span.isUsed) return undefined;
  return span.meanings.find((meaning): meaning is Of<K> => meaning.is === is);
}
/** Whether an unused span has one of the kinds. */
export const is = (span: Span | undefined, ...kinds: Kind[]): boolean =>
  span !== undefined && !span.isUsed && means(span, ...kinds);
/** The same for used and unused spans. */
export const means = (span: Span | undefined, ...kinds: Kind[]): boolean =>
  span?.meanings.some((meaning) => kinds.includes(meaning.is)) ?? false;
/** Whether a used or unused span asks for this. */
export const asksFor = (span: Span, what: Extract<Meaning, { is: 'ask' }>['ask']): boolean =>
  span.meanings.some((meaning) => meaning.is === 'ask' && meaning.ask === what);
export const isOnlyFiller = (span: Span): boolean => means(span, 'filler');
export const mark = (...spans: (Span | undefined)[]): void => {
  for (const span of spans) if (span) span.isUsed = true;
};

/**
 * The nearest matching span, at most `reach` spans after `from`, or before it when `reach` is negative. Filler spans
 * hardly count.
 */
export function near(
  spans: Span[],
  from: number,
  reach: number,
  fits: (span: Span) => boolean,
): Span | undefined {
  const step = Math.sign(reach);
  let left = Math.abs(reach);
  for (let at = from + step; left > 0; at += step) {
    const span = spans[at];
    if (!span) return undefined;
    if (fits(span)) return span;
    if (!isOnlyFiller(span) && !means(span, 'source', 'and', 'refer', 'free', 'host')) return undefined;
    left -= isOnlyFiller(span) ? 0.25 : 1;
  }
  return undefined;
}

/** Unused content words; adjacent ones form one phrase. */
export function unreadIn(spans: Span[]): string[] {
  const phrases: string[] = [];
  let last = -1;
  for (const [index, span] of spans.entries()) {
    if (span.isUsed || isOnlyFiller(span) || isFiller(span.text.toLowerCase())) continue;
    if (last === index - 1 && phrases.length > 0) phrases[phrases.length - 1] += ` ${span.text}`;
    else phrases.push(span.text);
    last = index;
  }
  return phrases;
}

/** The figure that nothing else used. */
export function figureLeft(spans: Span[]) {
  const span = spans.find((one) => is(one, 'figure'));
  const figure = meaningOf(span, 'figure')?.figure;
  mark(span);
  return figure;
}

export const isGroup = (field: string | undefined): field is GroupField =>
  groupFields.some((one) => one === field);

/** The field to group by. */
export function groupLeft(spans: Span[]): GroupField | undefined {
  const span = spans.find((one) => isGroup(meaningOf(one, 'field')?.field));
  const field = meaningOf(span, 'field')?.field;
  mark(span);
  return isGroup(field) ? field : undefined;
}

export const hasNumber = (span: Span): boolean => span.number !== undefined;
