import { FIGURE_LABELS, figureText } from '../../../contract/filter-labels.ts';
import type { Ask, Filter, Measure } from '../../../contract/inventory-query.ts';
import { shortLabel } from '../../../contract/server-fields.ts';
import type { Db } from '../../db/open.ts';
import { averageOf, OUTAGE_EVENTS, type At, type Average } from '../../servers/queries.ts';
import { counted, literal } from '../../text/markdown.ts';
import { outagesLabel, periodOf, withoutTime } from './outages.ts';
import { about, LISTED, listText, onlyText, placeText, type QueryResult } from './result.ts';
import { those } from './servers.ts';

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
export async function answerAverage(
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
