import { useQuery } from '@tanstack/react-query';
import { checks, type RecordedResult } from '../../../contract/calls/checks.ts';
import { exactTime } from '../../../contract/shared/dates.ts';
import { query } from '../../api/query.ts';
import { ReadFailed } from '../../api/read-failed.tsx';
import { useTimeStyle } from '../../lib/preferences.ts';
import { classNames } from '../../lib/class-names.ts';
import { Section } from './section.tsx';
import { Suspense, useState, useCallback, useMemo } from 'react';
import { fetchedPart, Part } from '../../ui/feedback/part.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import type { Chart } from './line-chart.tsx';

const HOUR = 3_600_000;
const DAYS_SHOWN = 30;

const since = (days: number): string =>
  new Date(Math.floor(Date.now() / HOUR) * HOUR - days * 24 * HOUR).toISOString();

/** Start of the results on the page. Rounded to the hour, so that the address of the call stays the same for an hour. */
export const monthUntil = (): string => since(DAYS_SHOWN);

/** Results of the last days, at most a month, oldest first. All are taken from the one response for the page. */
export function useResults(serverId: string, days: number) {
  const [month] = useState(monthUntil);
  const from = since(days);
  return useQuery({
    ...query(checks.list, { params: { id: serverId }, query: { from: month } }),
    select: useCallback((results: RecordedResult[]) => results.filter(({ at }) => at >= from), [from]),
  });
}

const SPANS = [
  { key: 'h24', label: '24 h', hours: 24, cells: 48 },
  { key: 'd7', label: '7 d', hours: 168, cells: 42 },
  { key: 'd30', label: '30 d', hours: 720, cells: 30 },
] as const;

const percentText = (value: number | null) => (value === null ? '—' : `${value.toFixed(2)}%`);

/** Share of successful checks over a day, a week and a month. */
export function Availability({ serverId }: { serverId: string }) {
  const read = useQuery(query(checks.availability, { params: { id: serverId } }));
  const results = useResults(serverId, 30);
  return (
    <Section title="Availability">
      <ul className="flex flex-col gap-2">
        {SPANS.map(({ key, label, hours, cells }) => (
          <li key={key} className="grid grid-cols-[2.5rem_minmax(0,1fr)_4.5rem] items-center gap-3 text-sm">
            <span className="text-muted">{label}</span>
            <Strip results={results.data ?? []} hours={hours} cells={cells} />
            <span className="text-right font-medium tabular-nums">
              {read.data ? percentText(read.data[key]) : ' '}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

type Cell = { from: number; good: number; warnings: number; bad: number };

/** What happened in a cell, the worst first: its bar, and its words. The height repeats what the colour shows. */
const BARS: { is: (cell: Cell) => boolean; look: string; text: (cell: Cell) => string }[] = [
  { is: ({ good, bad }) => good + bad === 0, look: 'h-0.75 bg-grey-line', text: () => 'not checked' },
  { is: ({ good }) => good === 0, look: 'h-1/3 bg-red-fill', text: ({ bad }) => `all ${bad} checks failed` },
  {
    is: ({ bad }) => bad > 0,
    look: 'h-3/5 bg-red-fill',
    text: ({ good, bad }) => `${bad} of ${good + bad} checks failed`,
  },
  {
    is: ({ warnings }) => warnings > 0,
    look: 'h-4/5 bg-yellow-fill',
    text: ({ good, warnings }) => `${warnings} of ${good} checks warned`,
  },
  { is: () => true, look: 'h-full bg-green-fill', text: ({ good }) => `${good} checks answered` },
];

/** A bar for each part of the time. The percentage next to them gives the same information as text. */
function Strip({ results, hours, cells }: { results: RecordedResult[]; hours: number; cells: number }) {
  const timeStyle = useTimeStyle();
  return (
    <span aria-hidden className="flex h-7 items-end gap-px">
      {cellsOf(results, hours, cells).map((cell) => {
        const bar = BARS.find(({ is }) => is(cell));
        return (
          <span
            key={cell.from}
            title={`${exactTime(new Date(cell.from), timeStyle)}: ${bar?.text(cell)}`}
            className={classNames('min-w-px flex-1', bar?.look)}
          />
        );
      })}
    </span>
  );
}

function cellsOf(results: RecordedResult[], hours: number, count: number): Cell[] {
  const end = Math.ceil(Date.now() / HOUR) * HOUR;
  const width = (hours * HOUR) / count;
  const start = end - hours * HOUR;
  const cells = Array.from({ length: count }, (_, index): Cell => ({
    from: start + index * width,
    good: 0,
    warnings: 0,
    bad: 0,
  }));
  for (const { at, good, warnings, bad } of results) {
    const cell = cells[Math.floor((Date.parse(at) - start) / width)];
    if (!cell) continue;
    cell.good += good;
    cell.warnings += warnings;
    cell.bad += bad;
  }
  return cells;
}

const LineChart = fetchedPart<Chart>(() => import('./line-chart.tsx'), 'LineChart');
/** Reserves the height of the caption and chart, so that the content below does not move. */
const CHART_HEIGHT = 'h-31';

const CHART_SPANS = [
  { value: '1', label: '24 h' },
  { value: '7', label: '7 d' },
  { value: '30', label: '30 d' },
] as const;
type Span = (typeof CHART_SPANS)[number]['value'];

const METRICS = [
  { key: 'cpuUsage', label: 'CPU', unit: '%', max: 100 },
  { key: 'memoryUsage', label: 'Memory', unit: '%', max: 100 },
  { key: 'diskUsage', label: 'Disk', unit: '%', max: 100 },
  { key: 'latencyMs', label: 'Response time', unit: ' ms', max: undefined },
] as const;

/**
 * The recorded figures over time, side by side with the same time axis and a common cursor; figures without measurements
 * are omitted. Outages are shaded.
 */
export function Charts({ serverId }: { serverId: string }) {
  const [span, setSpan] = useState<Span>('1');
  const { results, charts, hasOutages } = useCharts(serverId, Number(span));
  return (
    <Section
      title="Usage"
      end={
        <span className="flex flex-wrap items-center justify-end gap-x-3">
          {hasOutages && (
            <span className="flex items-center gap-1.5 text-xs text-muted">
              <span aria-hidden className="h-3 w-3 border border-red-line bg-red-soft" />
              Offline
            </span>
          )}
          <Segmented label="Time span" value={span} onChange={setSpan} choices={[...CHART_SPANS]} />
        </span>
      }
    >
      {results.isError && <ReadFailed read={results} title="The figures could not be loaded" />}
      {results.data && charts.length === 0 && (
        <p className="py-4 text-sm text-muted">No measurements in this period.</p>
      )}
      <div className="grid gap-x-6 gap-y-3 md:grid-cols-2">
        {charts.map((chart) => (
          <Part key={chart.label} name={`The chart of ${chart.label}`} of={[span]}>
            <Suspense fallback={<div className={CHART_HEIGHT} />}>
              <LineChart {...chart} />
            </Suspense>
          </Part>
        ))}
      </div>
    </Section>
  );
}

/** Seconds. */
const seconds = (instant: string) => Date.parse(instant) / 1000;

/** The charts of the last days. The same objects until new results arrive, because a chart is drawn anew for others. */
function useCharts(serverId: string, days: number) {
  const results = useResults(serverId, days);
  const incidents = useQuery(query(checks.incidents, { params: { id: serverId } }));
  const charts = useMemo((): Chart[] => {
    const measured = (results.data ?? []).filter(({ simulated }) => !simulated);
    const now = results.dataUpdatedAt / 1000;
    const span = { from: now - days * 86_400, to: now };
    const outages = (incidents.data ?? [])
      .map(({ startedAt, endedAt }) => ({ from: seconds(startedAt), to: endedAt ? seconds(endedAt) : now }))
      .filter(({ to }) => to > span.from);
    return METRICS.filter(({ key }) => measured.some((result) => result[key] !== null)).map(
      ({ key, ...metric }) => ({
        ...metric,
        span,
        outages,
        points: measured.map((result) => ({ at: seconds(result.at), value: result[key] })),
      }),
    );
  }, [results.data, results.dataUpdatedAt, incidents.data, days]);
  return { results, charts, hasOutages: charts.some(({ outages }) => outages.length > 0) };
}
