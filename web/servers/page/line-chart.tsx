import { useEffect, useRef } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

const HEIGHT = 140;

type Point = { at: number; value: number | null };
export type Chart = { label: string; unit: string; max: number | undefined; points: Point[] };

/** One figure over time. The picture is for eyes; its last, lowest and highest value are said in words. */
export function LineChart({ label, unit, max, points }: Chart) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const chart = new UPlot(
      optionsOf(element, label, unit, max),
      [points.map(({ at }) => at), points.map(({ value }) => value)],
      element,
    );
    const observer = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: HEIGHT }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      chart.destroy();
    };
  }, [label, unit, max, points]);
  const values = points.flatMap(({ value }) => (value === null ? [] : [value]));
  const text = (value: number) => `${Math.round(value)}${unit}`;
  return (
    <figure className="mb-4">
      <figcaption className="flex justify-between text-sm">
        <span className="font-medium">{label}</span>
        <span className="tabular-nums">
          {text(values.at(-1) ?? 0)}
          <span className="text-muted">
            {' '}
            (lowest {text(Math.min(...values))}, highest {text(Math.max(...values))})
          </span>
        </span>
      </figcaption>
      <div ref={box} aria-hidden className="mt-1" style={{ height: HEIGHT }} />
    </figure>
  );
}

function optionsOf(
  element: HTMLElement,
  label: string,
  unit: string,
  max: number | undefined,
): UPlot.Options {
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
    scales: { y: max === undefined ? { range: (_, __, high) => [0, high * 1.1 || 1] } : { range: [0, max] } },
    axes: [axis, { ...axis, size: 40, values: (_, splits) => splits.map((value) => `${value}`) }],
    series: [
      {},
      {
        label,
        stroke: colour('--accent'),
        fill: `color-mix(in oklch, ${colour('--accent')} 7%, transparent)`,
        width: 1.5,
        points: { show: false },
        value: (_, value) => (value === null ? '—' : `${Math.round(value)}${unit}`),
      },
    ],
    cursor: { y: false },
  };
}
