import { useEffect, useRef, useState } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { exactTime, timeParts, type TimeStyle } from '../../../contract/shared/dates.ts';
import { useTimeStyle } from '../../lib/preferences.ts';

const HEIGHT = 104;
/** Charts with this key share their cursor. */
const TOGETHER = 'server';

/** Times are in seconds. */
type Point = { at: number; value: number | null };
type Period = { from: number; to: number };
export type Chart = {
  label: string;
  unit: string;
  max: number | undefined;
  points: Point[];
  /** The time axis. */
  span: Period;
  /** Shaded. */
  outages: Period[];
};

/** One figure over time. Screen readers get its last, lowest and highest values as text. */
export function LineChart({ label, unit, max, points, span, outages }: Chart) {
  const box = useRef<HTMLDivElement>(null);
  const timeStyle = useTimeStyle();
  const [pointed, setPointed] = useState<{ index: number; left: number }>();
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const chart = new UPlot(
      optionsOf(element, { label, max, timeStyle, span, outages, onPoint: setPointed }),
      [points.map(({ at }) => at), points.map(({ value }) => value)],
      element,
    );
    const observer = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: HEIGHT }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      chart.destroy();
    };
  }, [label, max, points, timeStyle, span, outages]);
  const values = points.flatMap(({ value }) => (value === null ? [] : [value]));
  const text = (value: number) => `${Math.round(value)}${unit}`;
  const point = pointed && points[pointed.index];
  return (
    <figure className="min-w-0">
      <figcaption className="flex flex-wrap justify-between gap-x-2 text-sm">
        <span className="font-medium">{label}</span>
        <span className="tabular-nums">
          {text(values.at(-1) ?? 0)}
          <span className="text-muted">
            {' '}
            ({text(Math.min(...values))} to {text(Math.max(...values))})
          </span>
        </span>
      </figcaption>
      <div aria-hidden className="relative mt-1">
        <div ref={box} style={{ height: HEIGHT }} />
        {point && (
          <div
            data-chart-tip
            className={
              'pointer-events-none absolute top-0 z-10 -translate-x-1/2 rounded border border-border ' +
              'bg-surface px-2 py-1 text-xs whitespace-nowrap tabular-nums'
            }
            style={{ left: `clamp(6rem, ${pointed.left}px, 100% - 6rem)` }}
          >
            {exactTime(new Date(point.at * 1000), timeStyle)}{' '}
            <span className="font-medium">{point.value === null ? '—' : text(point.value)}</span>
          </div>
        )}
      </div>
    </figure>
  );
}

type Look = {
  label: string;
  max: number | undefined;
  timeStyle: TimeStyle;
  span: Period;
  outages: Period[];
  /** The point under the pointer and its horizontal position in pixels; undefined if there is none. */
  onPoint: (point: { index: number; left: number } | undefined) => void;
};

function optionsOf(element: HTMLElement, look: Look): UPlot.Options {
  const { label, max, timeStyle, span, outages, onPoint } = look;
  const colour = (name: string) => getComputedStyle(element).getPropertyValue(name);
  const axis: UPlot.Axis = {
    stroke: colour('--muted'),
    font: '11px sans-serif',
    grid: { stroke: colour('--border'), width: 1 },
    ticks: { show: false },
  };
  return {
    width: element.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    padding: [6, 0, 0, 0],
    tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1000), timeStyle.timeZone),
    scales: {
      x: { range: [span.from, span.to] },
      y: max === undefined ? { range: (_, __, high) => [0, high * 1.1 || 1] } : { range: [0, max] },
    },
    axes: [
      { ...axis, size: 24, values: (...[, splits, , , step]) => timeLabels(splits, step, timeStyle) },
      { ...axis, size: 36, values: (_, splits) => splits.map((value) => `${value}`) },
    ],
    series: [
      {},
      {
        label,
        stroke: colour('--accent'),
        fill: `color-mix(in oklch, ${colour('--accent')} 7%, transparent)`,
        width: 1.5,
        points: { show: false },
      },
    ],
    cursor: { y: false, sync: { key: TOGETHER }, drag: { x: false } },
    hooks: {
      drawClear: [(chart) => shade(chart, outages, colour('--red-soft'))],
      setCursor: [
        ({ cursor: { idx, left }, bbox }) =>
          onPoint(
            idx === null || idx === undefined || left === undefined || left < 0
              ? undefined
              : { index: idx, left: left + bbox.left / devicePixelRatio },
          ),
      ],
    },
  };
}

/** Fills periods of the time axis, at least as wide as a pixel. */
function shade({ ctx, bbox, valToPos }: UPlot, periods: Period[], colour: string): void {
  ctx.save();
  ctx.fillStyle = colour;
  for (const { from, to } of periods) {
    const start = Math.max(bbox.left, valToPos(from, 'x', true));
    const end = Math.min(bbox.left + bbox.width, valToPos(to, 'x', true));
    if (end >= start) ctx.fillRect(start, bbox.top, Math.max(devicePixelRatio, end - start), bbox.height);
  }
  ctx.restore();
}

/** Seconds. */
const DAY = 86_400;

/**
 * Labels of a time axis in the account's time zone: the date if the steps are days or at midnight, else the time.
 * Repeated labels are omitted, as with steps below a minute.
 */
export function timeLabels(instants: number[], step: number, timeStyle: TimeStyle): string[] {
  const labels = instants.map((seconds) => {
    const { date, time } = timeParts(new Date(seconds * 1000), timeStyle);
    const day = date.split('/').slice(0, 2).join('/');
    return step >= DAY || /^(?:12:00 am|00:00)$/.test(time) ? day : time;
  });
  return labels.map((label, index) => (label === labels[index - 1] ? '' : label));
}
