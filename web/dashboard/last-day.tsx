import { useState, type KeyboardEvent } from 'react';
import type { DayCell, DayOfEnvironment } from '../../contract/calls/analytics.ts';
import { exactTime } from '../../contract/shared/dates.ts';
import type { ServerStatus } from '../../contract/shared/server-words.ts';
import { classNames } from '../lib/class-names.ts';
import { useTimeStyle } from '../lib/preferences.ts';
import { ENVIRONMENT } from '../servers/server-values.tsx';

type State = ServerStatus | 'simulated';

/** States of servers, the worst first. The height of a bar repeats what its colour shows. */
const STATES: { state: State; look: string }[] = [
  { state: 'offline', look: 'h-full bg-red-fill' },
  { state: 'warning', look: 'h-3/4 bg-yellow-fill' },
  { state: 'unknown', look: 'h-1/2 bg-grey-fill' },
  { state: 'maintenance', look: 'h-1/2 bg-blue-fill' },
  { state: 'online', look: 'h-1/3 bg-green-fill' },
  { state: 'simulated', look: 'h-1/3 border border-dashed border-border-strong' },
];
/** The worst states that fit beside a strip. */
const WORDS_OF_NOW = 2;
const NO_SERVERS = 'h-0.75 bg-grey-line';

/** '2 offline, 1 warning', 'all 40 online'. */
function wordsOf(cell: DayCell, most: number = STATES.length): string {
  const present = STATES.filter(({ state }) => cell[state] > 0);
  const troubled = present.filter(({ state }) => state !== 'online');
  if (present.length === 0) return 'no servers';
  if (troubled.length === 0)
    return cell.online === 1 ? 'the only server online' : `all ${cell.online} online`;
  return troubled
    .slice(0, most)
    .map(({ state }) => `${cell[state]} ${state}`)
    .join(', ');
}

type Pointed = { environment: string; index: number } | undefined;

/** The last 24 hours of all servers: a bar for each half hour, by environment, in the colour of the worst state. */
export function LastDay({ day }: { day: DayOfEnvironment[] }) {
  const [pointed, setPointed] = useState<Pointed>();
  const timeStyle = useTimeStyle();
  const row = day.find(({ environment }) => environment === pointed?.environment);
  const cell = pointed && row?.cells[pointed.index];
  return (
    <>
      {day.map((each) => (
        <Strip
          key={each.environment}
          day={each}
          pointed={pointed?.environment === each.environment ? pointed.index : undefined}
          onPoint={(index) =>
            setPointed(index === undefined ? undefined : { environment: each.environment, index })
          }
        />
      ))}
      <p className="mt-1 min-h-4 text-xs text-muted">
        {row && cell
          ? `${ENVIRONMENT[row.environment].label}, half an hour from ${exactTime(cell.from, timeStyle)}: ${wordsOf(cell)}`
          : 'Point at a half hour, or use the arrow keys, to see what happened in it.'}
      </p>
    </>
  );
}

type StripProps = {
  day: DayOfEnvironment;
  pointed: number | undefined;
  onPoint: (index: number | undefined) => void;
};

function Strip({ day: { environment, cells }, pointed, onPoint }: StripProps) {
  const timeStyle = useTimeStyle();
  const last = cells.length - 1;
  const index = pointed ?? last;
  const current = cells[index];
  const { label } = ENVIRONMENT[environment];
  const press = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: last };
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    onPoint(Math.min(last, Math.max(0, next)));
  };
  return (
    <div className="mb-1 grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 md:grid-cols-[6.5rem_minmax(0,1fr)_11rem]">
      <span className="text-sm text-muted max-md:text-xs">{label}</span>
      <span
        role="slider"
        tabIndex={0}
        aria-label={`Last 24 hours of ${label}`}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={index}
        aria-valuetext={current && `${exactTime(current.from, timeStyle)}: ${wordsOf(current)}`}
        onKeyDown={press}
        onBlur={() => onPoint(undefined)}
        onPointerLeave={() => onPoint(undefined)}
        className="flex h-6 items-end gap-px max-md:order-3 max-md:col-span-2"
      >
        {cells.map((cell, at) => (
          <span
            key={cell.from}
            onPointerEnter={() => onPoint(at)}
            className={classNames('flex h-full min-w-px flex-1 items-end', at === pointed && 'bg-active')}
          >
            <span
              className={classNames(
                'w-full',
                STATES.find(({ state }) => cell[state] > 0)?.look ?? NO_SERVERS,
              )}
            />
          </span>
        ))}
      </span>
      <span className="truncate text-right text-xs md:text-left">
        {cells[last] && `Now ${wordsOf(cells[last], WORDS_OF_NOW)}`}
      </span>
    </div>
  );
}
