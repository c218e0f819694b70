import { FIGURE_LABELS, figureText, labelOf } from '../../../contract/shared/filter-labels.ts';
import { Measure, READABLE, type Ask, type Filter } from '../../../contract/shared/inventory-query.ts';
import { Figure, shortLabel } from '../../../contract/shared/server-fields.ts';
import type { Db } from '../../db/open.ts';
import { fieldLabel, fieldText, fieldValue, plainRow } from '../../servers/field-text.ts';
import { OUTAGE_EVENTS } from '../../servers/incidents.ts';
import {
  averageOf,
  countServers,
  rankServers,
  type NamedServer,
  type RankKey,
  type Average,
} from '../../servers/statistics.ts';
import type { At } from '../../../contract/shared/time-zone.ts';
import { counted, literal, serverLink } from '../../text/written-markdown.ts';
import { periodOf, withoutTime, outagesLabel } from './outages.ts';
import { about, LISTED, listText, noServer, onlyText, placeText, type QueryResult } from './result.ts';
import { those } from './servers.ts';

type FigureAsk = Extract<Ask, { kind: 'share' | 'compare' | 'top' | 'average' | 'why' | 'availability' }>;

/** Shares, rankings and averages of the matching servers. */
export async function answerFigures(db: Db, where: Filter, ask: FigureAsk, at: At): Promise<QueryResult> {
  switch (ask.kind) {
    case 'share':
      return answerShare(db, where, ask.of, at);
    case 'compare':
      return answerComparison(db, where, ask, at);
    case 'top':
      return answerTop(db, where, ask, at);
    case 'average':
      return answerAverage(db, where, ask, at);
    case 'why':
    case 'availability':
      return noServer(where, at);
  }
}

async function answerShare(db: Db, where: Filter, of: Filter, at: At): Promise<QueryResult> {
  const all = await countServers(db, those(where, at));
  const part = await countServers(db, those([...where, ...of], at));
  if (all === 0) return noServer(where, at);
  const percent = Math.round((part / all) * 10_000) / 100;
  const text = `**${percent} %**: ${part} of ${counted(all, 'server')}${about(where, at)} fit${about(of, at)}.`;
  return { rows: [{ percent, part, all }], total: part, text };
}

/** The sides from the highest, with the lead of the first. */
async function answerComparison(
  db: Db,
  where: Filter,
  { sides, of }: Extract<Ask, { kind: 'compare' }>,
  at: At,
): Promise<QueryResult> {
  const rows = await Promise.all(
    sides.map(async (side) => {
      const matching = those([...where, [side]], at);
      const [mean] = of ? await averageOf(db, matching, { of }, periodOf({}, at)) : [];
      const servers = of ? (mean?.total ?? 0) : await countServers(db, matching);
      return { side: labelOf(side, at), value: of ? (mean?.mean ?? null) : servers, servers };
    }),
  );
  const sorted = rows.toSorted((a, b) => (b.value ?? -1) - (a.value ?? -1));
  const lines = sorted.map(({ side, value, servers }) =>
    value === null
      ? `- ${literal(side)}: not measured`
      : `- ${literal(side)}: **${of ? figureText(of, value) : value}**${of ? ` (${servers})` : ''}`,
  );
  const head = `${of ? `Average ${FIGURE_LABELS[of]}` : 'Number'} of servers${about(where, at)}, the highest first:`;
  return { rows: sorted, total: sorted.length, text: listText(head, lines) };
}

async function answerTop(
  db: Db,
  where: Filter,
  ask: Extract<Ask, { kind: 'top' }>,
  at: At,
): Promise<QueryResult> {
  const { by, direction, take, nth, fields = [] } = ask;
  const label = labelOfRank(by);
  const outages = periodOf(withoutTime(where, ...OUTAGE_EVENTS), at);
  const limit = Math.max(LISTED, nth ?? 0);
  const rows = await rankServers(db, those(where, at), { by, direction, limit, outages });
  if (rows.length === 0)
    return onlyText(`Nothing is recorded to rank servers${about(where, at)} by ${label}.`);
  if (nth !== undefined && nth > rows.length)
    return onlyText(`Only ${counted(rows.length, 'server')}${about(where, at)} can be ranked by ${label}.`);
  // Servers that tie with the last one are included.
  const last = String(rows[Math.min(nth ?? take, rows.length) - 1]?.key);
  const shown = rows.filter((row, index) => String(row.key) === last || (index < take && nth === undefined));
  const lines = shown.map((row) => {
    const value = rankText(row, by, at.timeZone);
    const others = fields.filter((field) => field !== by).map((field) => fieldText(row, field, at.timeZone));
    return [`- ${serverLink(row)}: **${value}**`, row.environment, row.status, ...others].join(' · ');
  });
  const isAmount = isOfOutages(by) || Measure.safeParse(by).success;
  const words = isAmount ? ['Highest', 'Lowest'] : ['Latest', 'Earliest'];
  const word = words[direction === 'desc' ? 0 : 1] ?? '';
  const order = nth === undefined ? word : `${placeText(nth)} ${word.toLowerCase()}`;
  const head = `${order} ${label}${where.length > 0 ? ` of servers${about(where, at)}` : ''}:`;
  return {
    rows: shown.map((row) => plainRow(row, READABLE, at.timeZone)),
    total: shown.length,
    text: listText(head, lines),
  };
}

const isOfOutages = (by: RankKey) => by === 'outages' || by === 'duration';

function labelOfRank(by: RankKey): string {
  if (by === 'outages') return 'number of outages';
  if (by === 'responseTime') return 'response time in the last 24 hours';
  return by === 'duration' ? 'total time down' : fieldLabel(by);
}

function rankText(row: NamedServer & { key: number | null }, by: RankKey, timeZone: string) {
  if (by === 'outages') return row.key;
  if (by === 'duration' || by === 'responseTime') return measureText(by, Number(row.key));
  const figure = Figure.safeParse(by).data;
  return figure ? figureText(figure, Number(row.key)) : fieldValue(row, by, timeZone);
}

/** The label of a measure, and what it is measured on. */
const MEASURES: Record<Measure, { label: string; unit: string }> = {
  cpuUsage: { label: FIGURE_LABELS.cpuUsage, unit: 'server' },
  memoryUsage: { label: FIGURE_LABELS.memoryUsage, unit: 'server' },
  diskUsage: { label: FIGURE_LABELS.diskUsage, unit: 'server' },
  uptime: { label: FIGURE_LABELS.uptime, unit: 'server' },
  duration: { label: 'outage length', unit: 'outage' },
  responseTime: { label: 'response time', unit: 'check' },
};

/** The average, median or another percentile of a measure, in total or per value of a field. */
async function answerAverage(
  db: Db,
  filter: Filter,
  ask: Extract<Ask, { kind: 'average' }>,
  at: At,
): Promise<QueryResult> {
  const { of, by, percentile } = ask;
  const isOfOutages = of === 'duration';
  const { where, ...period } = isOfOutages ? withoutTime(filter, ...OUTAGE_EVENTS) : { where: filter };
  const means = await averageOf(db, those(where, at), ask, periodOf(period, at));
  const { label, unit } = MEASURES[of];
  const kind = kindText(percentile);
  const day = of === 'responseTime' ? ' in the last 24 hours' : '';
  const whose = isOfOutages ? outagesLabel(where, period, at) : `${about(where, at)}${day}`;
  const [only] = means;
  if (!only)
    return onlyText(
      isOfOutages ? `No outage${whose} is recorded.` : `${capital(label)} of no server${whose} was measured.`,
    );
  const rows = means.map(({ value, mean, total }) => ({
    ...(by && { [by]: value }),
    [percentile ? `percentile${percentile}` : 'average']: mean,
    [`${unit}s`]: total,
  }));
  if (!by) {
    const sum = isOfOutages ? `, together **${figureText('uptime', only.sum)}**` : '';
    const text = `The ${kind} ${label} is **${measureText(of, only.mean)}**, measured on ${counted(only.total, unit)}${whose}${sum}.`;
    return { rows, total: only.total, text };
  }
  const lines = means.slice(0, LISTED).map((one) => lineOf(of, one));
  const things = isOfOutages ? whose : ` of servers${whose}`;
  const head = `${capital(kind)} ${label}${things} by ${shortLabel(by)}:`;
  return { rows, total: means.length, text: listText(head, lines, means.length - lines.length) };
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const lineOf = (of: Measure, { value, mean, total }: Average): string =>
  `- ${literal(value ?? 'not recorded')}: **${measureText(of, mean)}** (${total})`;

function kindText(percentile: number | undefined): string {
  if (percentile === undefined) return 'average';
  return percentile === 50 ? 'median' : `${placeText(percentile)} percentile of the`;
}

function measureText(of: Measure, value: number): string {
  if (of === 'responseTime') return `${Math.round(value * 10) / 10} ms`;
  return figureText(of === 'duration' ? 'uptime' : of, value);
}
