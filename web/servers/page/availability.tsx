import { useQuery } from '@tanstack/react-query';
import { checks, type RecordedResult } from '../../../contract/checks.ts';
import { exactTime } from '../../../contract/dates.ts';
import { query } from '../../api/query.ts';
import { useTimeZone } from '../../lib/preferences.ts';
import { classNames } from '../../lib/class-names.ts';
import { Section } from './section.tsx';
import { useResults } from './use-results.ts';

const HOUR = 3_600_000;
const SPANS = [
  { key: 'h24', label: '24 h', hours: 24, cells: 48 },
  { key: 'd7', label: '7 d', hours: 168, cells: 42 },
  { key: 'd30', label: '30 d', hours: 720, cells: 30 },
] as const;

const percentText = (value: number | null) => (value === null ? '—' : `${value.toFixed(2)}%`);

/** How much of its checks the server answered, over a day, a week and a month. */
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

/** Bars: all answered, some failed, all failed, not checked. What they say is in the percentage beside them. */
function Strip({ results, hours, cells }: { results: RecordedResult[]; hours: number; cells: number }) {
  const timeZone = useTimeZone();
  return (
    <span aria-hidden className="flex h-7 items-end gap-0.5">
      {cellsOf(results, hours, cells).map(({ from, good, bad }) => {
        const all = good + bad;
        const said = all === 0 ? 'not checked' : `${good} of ${all} checks answered`;
        return (
          <span
            key={from}
            title={`${exactTime(new Date(from), timeZone)}: ${said}`}
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
