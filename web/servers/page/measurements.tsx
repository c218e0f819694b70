import { useQuery } from '@tanstack/react-query';
import { checks, type RecordedResult } from '../../../contract/calls/checks.ts';
import { exactTime } from '../../../contract/shared/dates.ts';
import { query } from '../../api/query.ts';
import { ReadFailed } from '../../api/read-failed.tsx';
import { useTimeStyle } from '../../lib/preferences.ts';
import { classNames } from '../../lib/class-names.ts';
import { Section } from './section.tsx';
import { Suspense, useState, useCallback } from 'react';
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

type Cell = { from: number; good: number; bad: number };

/**
 * Bars: all successful, some failed, all failed, not checked. The percentage next to them gives the same information as
 * text.
 */
function Strip({ results, hours, cells }: { results: RecordedResult[]; hours: number; cells: number }) {
  const timeStyle = useTimeStyle();
  return (
    <span aria-hidden className="flex h-7 items-end gap-0.5">
      {cellsOf(results, hours, cells).map(({ from, good, bad }) => {
        const all = good + bad;
        const summary = all === 0 ? 'not checked' : `${good} of ${all} checks answered`;
        return (
          <span
            key={from}
            title={`${exactTime(new Date(from), timeStyle)}: ${summary}`}
            className={classNames(
              'min-w-px flex-1',
              all === 0 && 'h-0.75 bg-grey-line',
              all > 0 && bad === 0 && 'h-full bg-green-fill',
              bad > 0 && good > 0 && 'h-3/5 bg-yellow-fill',
              bad > 0 && good === 0 && 'h-1/3 bg-red-fill',
            )}
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
    bad: 0,
  }));
  for (const { at, good, bad } of results) {
    const cell = cells[Math.floor((Date.parse(at) - start) / width)];
    if (!cell) continue;
    cell.good += good;
    cell.bad += bad;
  }
  return cells;
}

const LineChart = fetchedPart<Chart>(() => import('./line-chart.tsx'), 'LineChart');
/** Reserves the height of the caption and chart, so that the content below does not move. */
const CHART_HEIGHT = 'mb-4 h-41';

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

/** The recorded figures over time, one chart per figure; figures without measurements are omitted. */
export function Charts({ serverId }: { serverId: string }) {
  const [span, setSpan] = useState<Span>('1');
  const results = useResults(serverId, Number(span));
  const measured = (results.data ?? []).filter(({ simulated }) => !simulated);
  const shown = METRICS.filter(({ key }) => measured.some((result) => result[key] !== null));
  return (
    <Section
      title="Usage"
      end={<Segmented label="Time span" value={span} onChange={setSpan} choices={[...CHART_SPANS]} />}
    >
      {results.isError && <ReadFailed read={results} title="The figures could not be loaded" />}
      {results.data && shown.length === 0 && (
        <p className="py-4 text-sm text-muted">No measurements in this period.</p>
      )}
      {shown.map(({ key, label, unit, max }) => (
        <Part key={key} name={`The chart of ${label}`} of={[span]}>
          <Suspense fallback={<div className={CHART_HEIGHT} />}>
            <LineChart label={label} unit={unit} max={max} points={pointsOf(measured, key)} />
          </Suspense>
        </Part>
      ))}
    </Section>
  );
}

const pointsOf = (results: RecordedResult[], key: (typeof METRICS)[number]['key']) =>
  results.map((result) => ({ at: Date.parse(result.at) / 1000, value: result[key] }));
