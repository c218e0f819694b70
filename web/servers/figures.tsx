import { type Figure, type Server } from '../../contract/server-fields.ts';
import { relativeTime } from '../../contract/dates.ts';
import { classNames } from '../lib/class-names.ts';
import { RelativeTime } from '../ui/feedback/relative-time.tsx';

const DAY = 86_400;
const HOUR = 3_600;

/** '41d 6h' */
export const uptimeText = (seconds: number): string =>
  `${Math.floor(seconds / DAY)}d ${Math.floor((seconds % DAY) / HOUR)}h`;

/** Days and hours, else when it was last checked, else 'N/A'. */
export function Uptime({ server }: { server: Server }) {
  if (server.uptime > 0)
    return <span className="whitespace-nowrap tabular-nums">{uptimeText(server.uptime)}</span>;
  if (server.lastHealthCheck)
    return <RelativeTime value={server.lastHealthCheck} className="whitespace-nowrap" />;
  return <span>N/A</span>;
}

export const usageInk = (percent: number): string =>
  percent >= 90 ? 'font-semibold text-red' : percent >= 75 ? 'font-semibold text-yellow' : '';
export const usageFill = (percent: number): string =>
  percent >= 90 ? 'bg-red-fill' : percent >= 75 ? 'bg-yellow-fill' : 'bg-grey-fill';

type UsageProps = {
  server: Server;
  figure: Extract<Figure, 'cpuUsage' | 'memoryUsage' | 'diskUsage'>;
  label: string;
  /** When there is no room for the bar. */
  bar?: string;
};

/** A share with its bar; one that nothing measured is 0 and says so. */
export function Usage({ server, figure, label, bar = 'max-lg:hidden' }: UsageProps) {
  const isMeasured = server.measured.includes(figure);
  const percent = Math.round(server[figure]);
  const age = isMeasured && server.lastHealthCheck ? relativeTime(server.lastHealthCheck) : 'not measured';
  return (
    <span className="flex items-center gap-2" title={`${label} ${age}`}>
      <span
        className={classNames('w-8.5 text-right tabular-nums', isMeasured ? usageInk(percent) : 'text-muted')}
      >
        {percent}%
      </span>
      <span
        aria-hidden
        className={classNames('h-1 w-14 flex-none overflow-hidden rounded-full bg-active', bar)}
      >
        <span className={classNames('block h-full', usageFill(percent))} style={{ width: `${percent}%` }} />
      </span>
      {!isMeasured && <span className="sr-only">not measured</span>}
    </span>
  );
}
