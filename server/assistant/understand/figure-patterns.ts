import { FULL } from '../../../contract/calls/checks.ts';
import type { Comparison, Condition } from '../../../contract/shared/inventory-query.ts';
import { Figure } from '../../../contract/shared/server-fields.ts';
import type { Matched, Pattern, Piece } from './pattern.ts';

const INVERSE: Record<Comparison, Comparison> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

/** One comparison of figures, with the rest of a figure turned round: "less than 10 % free" is over 90 % used. */
function compared(
  match: Matched,
  figures: string[],
  op: Comparison | undefined,
  place = 0,
): Condition[] | undefined {
  const number = match.all('number')[place];
  if (!number?.number || !op) return undefined;
  const isFree = match.has('free');
  const conditions = figures.flatMap((name): Condition[] => {
    const field = Figure.parse(name);
    const isOfTime = number.of === 'time';
    if ((field === 'uptime') !== isOfTime || number.of === 'place' || (isFree && isOfTime)) return [];
    const { value = 0 } = number.number ?? {};
    return [
      {
        kind: 'figure',
        field,
        ...(isFree ? { op: INVERSE[op], value: Math.max(0, 100 - value) } : { op, value }),
      },
    ];
  });
  return conditions.length === figures.length ? conditions : undefined;
}

const figuresOf = (match: Matched): string[] => match.all('figure').flatMap(({ of }) => of ?? []);
const opOf = (match: Matched, place = 0) =>
  match.all('compare', 'above')[place]?.of as Comparison | undefined;

/** "CPU or memory above 90 %" joins by the word between the figures. */
function figures(match: Matched): Piece | undefined {
  const where = compared(match, figuresOf(match), opOf(match));
  const [first, last] = [
    match.found.findIndex(({ meaning }) => meaning.is === 'figure'),
    match.found.findLastIndex(({ meaning }) => meaning.is === 'figure'),
  ];
  const gap = match.context.spans.slice(match.found[first]?.at, match.found[last]?.at);
  const isEither = gap.some(({ meanings }) => meanings.some(({ is }) => is === 'or'));
  return where && { where, ...(isEither && where.length > 1 && { isEither: true }) };
}

/** Two comparisons of which one is not said whole. */
function twice(match: Matched): Piece | undefined {
  const all = figuresOf(match);
  const [one, other] = [all[0], all[1] ?? all[0]];
  const first = one && compared(match, [one], opOf(match));
  const second = other && compared(match, [other], opOf(match, 1) ?? opOf(match), 1);
  if (!first || !second) return undefined;
  return { where: [...first, ...second], ...(match.has('or') && { isEither: true }) };
}

function between(match: Matched): Piece | undefined {
  const all = figuresOf(match);
  const [low, high] = match.all('number');
  // "Between 10 and 20 days": the unit counts for both.
  const seconds = low?.of === 'plain' && high?.of === 'time' ? (high.number?.seconds ?? 1) : undefined;
  const from =
    seconds && low?.number ? scaled(match, low.number.value * seconds) : compared(match, all, '>=');
  const to = compared(match, all, '<=', 1);
  return from && to && { where: [...from, ...to] };
}

const scaled = (match: Matched, value: number): Condition[] | undefined =>
  figuresOf(match).every((name) => name === 'uptime')
    ? [{ kind: 'figure', field: 'uptime', op: '>=', value }]
    : undefined;

function exactly(match: Matched): Piece | undefined {
  const all = figuresOf(match);
  const [low, high] = [compared(match, all, '>='), compared(match, all, '<=')];
  return low && high && { where: [...low, ...high] };
}

/** Above the limit from which a check warns. The product has no limit for a low usage or for the uptime. */
function nearLimit(match: Matched): Piece | undefined {
  const field = Figure.safeParse(match.one('figure', 'space')?.of).data;
  return field && field !== 'uptime'
    ? { where: [{ kind: 'figure', field, op: '>', value: FULL[field] }] }
    : undefined;
}

/** "Longer than 30 days up", "not rebooted for over a year" */
function ranFor(match: Matched): Piece | undefined {
  const number = match.number();
  const op = match.has('compare') ? opOf(match) : '>=';
  return number && op && { where: [{ kind: 'figure', field: 'uptime', op, value: number.value }] };
}

/** Figures of servers: usage in percent, and the time since the last boot. */
export const FIGURE_PATTERNS: Pattern[] = [
  ['[figure]+ [compare] [number] [full]?', 'cpu over 80 %', figures],
  ['[compare] [number] [figure]+ [full]?', 'over 80 % cpu', figures],
  ['[compare] [figure]+ [number]', 'exceeding cpu 80 %', figures],
  ['[figure]+ [number] [above]', 'disk of 90 percent or more', figures],
  ['[number] [figure]+ [above]', '75% cpu or more', figures],
  ['[number] [above] [figure]+', '60% or more disk', figures],
  ['[figure] [free] [compare] [number]', 'disk free below 20 percent', figures],
  ['[free] [figure] [compare] [number]', 'free disk below 20 percent', figures],
  ['[figure] [compare] [number] [free]', 'disks with less than 20 % left', figures],
  ['[compare] [number] [free] [figure]', 'less than 20 % free memory', figures],
  ['[compare] [number] [figure] [free]', 'less than 20 % memory left', figures],
  ['[figure] [compare] [number] [or|and] [compare] [number]', 'disk above 20 and below 80', twice],
  ['[figure] [compare] [number] [or|and] [figure] [number]', 'cpu over 65% or memory 75%', twice],
  [
    '[compare] [number] [figure] [or|and] [number] [figure]',
    'more than 65 percent cpu or 75 percent memory',
    twice,
  ],
  ['[figure] [between] [number] [through] [number]', 'memory between 20 and 70 percent', between],
  ['[between] [number] [through] [number] [figure] [free]?', 'between 20 and 70 % memory', between],
  ['[between] [number] [through] [number] [free] [figure]', 'between 20 and 40% free memory', between],
  ['[figure] [exactly] [number]', 'cpu of exactly 50 %', exactly],
  ['[number:%] [figure]', 'exactly 50 % cpu', exactly, 1.1],
  [
    '[figure] … [compare] [number]',
    'is the cpu of web-1 over 80 %?',
    (m) => (m.context.isOfHost ? figures(m) : undefined),
    1.1,
  ],
  [
    '[figure] … [full]',
    'is the disk of web-1 full?',
    (m) => (m.context.isOfHost ? nearLimit(m) : undefined),
    1.1,
  ],
  ['[full] [figure]', 'high cpu', nearLimit],
  ['[figure] [full]', 'memory almost full', nearLimit],
  ['[low] [space] [free]?', 'low disk space', nearLimit],
  ['[space] [free]? [low]', 'disk space is low', nearLimit],
  ['[running|up] [compare] [number:time]', 'servers that are up for more than 30 days', ranFor],
  ['[not|never] [reboot] [compare] [number:time]', 'servers not rebooted for over a year', ranFor],
];
