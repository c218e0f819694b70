import type { Meaning, Span } from './meaning.ts';

/**
 * A pattern is written as its parts: `[kind]` is a phrase with this meaning, `[kind:of]` one with this kind and detail, `[a|b]`
 * either. `?` makes a part optional, `+` repeats it with "and", "or" or nothing between. Filler words between two parts are skipped, and
 * `…` skips whatever else is there.
 */
type Part = {
  wanted: { is: string; of: string | undefined }[];
  isOptional: boolean;
  isList: boolean;
  isBehindGap: boolean;
};

const PART = /^\[(?<wanted>[^\]]+)\](?<sign>[?+]?)$/;
const GAP = '…';

export function partsOf(shape: string): Part[] {
  let isBehindGap = false;
  return shape.split(' ').flatMap((written): Part[] => {
    if (written === GAP) {
      isBehindGap = true;
      return [];
    }
    const { wanted = '', sign } = PART.exec(written)?.groups ?? {};
    if (wanted === '') throw new Error(`${shape}: ${written} is no part of a pattern`);
    const kinds = wanted.split('|').map((one) => {
      const [is = '', of] = one.split(':');
      return { is, of };
    });
    const part = { wanted: kinds, isOptional: sign === '?', isList: sign === '+', isBehindGap };
    isBehindGap = false;
    return [part];
  });
}

/** The phrases that a pattern found, in order, with the meaning that each has in it. */
export type Found = { at: number; span: Span; meaning: Meaning };
export type Match<Row> = {
  row: Row;
  found: Found[];
  /** Places of the spans that it reads, among them the joints of lists. */
  taken: number[];
  /** Spans that its gaps skip. */
  skipped: number;
};

/** Spans that a gap may skip. */
const WIDEST_GAP = 14;
type Step = Pick<Match<unknown>, 'found' | 'taken' | 'skipped'>;

/** Every way in which a pattern fits, at any place. */
export function matchesOf<Row extends { parts: Part[] }>(row: Row, spans: Span[]): Match<Row>[] {
  return spans.flatMap((_, at) =>
    stepsFrom(row.parts, spans, at, { found: [], taken: [], skipped: 0 }).flatMap((step) =>
      step.taken.length > 0 && step.taken[0] === at ? [{ row, ...step }] : [],
    ),
  );
}

function stepsFrom(parts: Part[], spans: Span[], at: number, step: Step): Step[] {
  const [part, ...rest] = parts;
  if (!part) return [step];
  const without = part.isOptional ? stepsFrom(rest, spans, at, step) : [];
  const widest = part.isBehindGap ? WIDEST_GAP : 0;
  const isFirst = step.taken.length === 0;
  const withIt: Step[] = [];
  for (let place = at, skipped = 0; place < spans.length && skipped <= widest; place++) {
    const span = spans[place];
    if (!span) break;
    for (const meaning of fitting(span, part))
      for (const list of listsFrom(part, spans, { at: place, span, meaning })) {
        const { found, taken } = list;
        const next = {
          found: [...step.found, ...found],
          taken: [...step.taken, ...taken],
          skipped: step.skipped + skipped,
        };
        withIt.push(...stepsFrom(rest, spans, (taken.at(-1) ?? place) + 1, next));
      }
    if (isFirst) break;
    if (!span.isFiller) skipped += 1;
  }
  return [...withIt, ...without];
}

const fitting = ({ meanings }: Span, { wanted }: Part): Meaning[] =>
  meanings.filter((meaning) =>
    wanted.some(({ is, of }) => meaning.is === is && (of === undefined || meaning.of === of)),
  );

const JOINTS = ['or', 'and'];
const isJoint = ({ meanings, isFiller }: Span) => isFiller || meanings.some(({ is }) => JOINTS.includes(is));

/** One phrase, or as many of the same kind and detail as a list joins. */
function listsFrom(part: Part, spans: Span[], first: Found): Pick<Step, 'found' | 'taken'>[] {
  const lists = [{ found: [first], taken: [first.at] }];
  if (!part.isList) return lists;
  let { found, taken } = { found: [first], taken: [first.at] };
  for (let at = first.at + 1; at < spans.length; at++) {
    const span = spans[at];
    if (!span) break;
    const same = fitting(span, part).filter(({ is }) => is === first.meaning.is);
    const meaning = same.find(({ of }) => of === first.meaning.of) ?? same[0];
    const last = taken.at(-1) ?? first.at;
    const gap = spans.slice(last + 1, at);
    const joints = gap.flatMap((one, place) =>
      one.isFiller && !one.meanings.some(({ is }) => JOINTS.includes(is)) ? [] : [last + 1 + place],
    );
    if (meaning && (gap.length === 0 || joints.length > 0)) {
      found = [...found, { at, span, meaning }];
      taken = [...taken, ...joints, at];
      lists.push({ found, taken });
    } else if (!isJoint(span)) break;
  }
  return lists;
}

/** A choice of matches that read different spans, and the content words that none of them reads. */
export type Cover<Row> = { matches: Match<Row>[]; unread: number[] };
type Weighing<Row> = {
  /** Words that matter if nothing reads them. */
  weightOf: (span: Span) => number;
  /** The less the better, for covers with as few unread words. */
  costOf: (match: Match<Row>) => number;
  /** Whether these may stand together. */
  isAllowed: (matches: Match<Row>[]) => boolean;
  /** Whether these may be all. */
  isComplete: (matches: Match<Row>[]) => boolean;
};

/** Choices that are looked at. Questions need some hundreds. */
const MOST_STEPS = 20_000;

/** All covers with the fewest unread words, and among them the lowest cost. Several are a tie. */
export function bestCovers<Row>(spans: Span[], matches: Match<Row>[], weighing: Weighing<Row>): Cover<Row>[] {
  const { weightOf, costOf, isAllowed, isComplete } = weighing;
  const byFirst = Map.groupBy(matches, ({ taken }) => Math.min(...taken));
  const order = [...byFirst.values()];
  for (const some of order) some.sort((a, b) => b.taken.length - a.taken.length || a.skipped - b.skipped);
  let best = { unread: Infinity, cost: Infinity, covers: [] as Cover<Row>[] };
  let steps = 0;
  const look = (
    at: number,
    taken: Set<number>,
    cover: Cover<Row>,
    sums: { unread: number; cost: number },
  ): void => {
    steps += 1;
    const { unread, cost } = sums;
    if (steps > MOST_STEPS || unread > best.unread || (unread === best.unread && cost > best.cost + TIE))
      return;
    const span = spans[at];
    if (!span) {
      if (!isComplete(cover.matches)) return;
      const isBetter = unread < best.unread || cost < best.cost - TIE;
      best = {
        unread,
        cost: isBetter ? cost : Math.min(cost, best.cost),
        covers: isBetter ? [cover] : [...best.covers, cover],
      };
      return;
    }
    for (const match of byFirst.get(at) ?? []) {
      if (match.taken.some((place) => taken.has(place))) continue;
      const next = [...cover.matches, match];
      if (!isAllowed(next)) continue;
      look(
        at + 1,
        new Set([...taken, ...match.taken]),
        { ...cover, matches: next },
        { unread, cost: cost + costOf(match) },
      );
    }
    if (taken.has(at)) return look(at + 1, taken, cover, sums);
    const weight = weightOf(span);
    const left = weight > 0 ? { ...cover, unread: [...cover.unread, at] } : cover;
    return look(at + 1, taken, left, { unread: unread + weight, cost });
  };
  look(0, new Set(), { matches: [], unread: [] }, { unread: 0, cost: 0 });
  // A text with so many phrases is no question, and nothing of it is read.
  const unread = spans.flatMap((span, at) => (weightOf(span) > 0 ? [at] : []));
  return best.covers.length > 0 ? best.covers : [{ matches: [], unread }];
}

/** Costs that differ by less are equal. */
const TIE = 1e-9;
