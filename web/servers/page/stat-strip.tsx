import type { ReactNode } from 'react';
import type { Server } from '../../../contract/server-fields.ts';
import { classNames } from '../../lib/class-names.ts';
import { RelativeTime } from '../../ui/feedback/relative-time.tsx';
import { uptimeText, usageFill, usageInk } from '../figures.tsx';

const SHARES = [
  { figure: 'cpuUsage', label: 'CPU' },
  { figure: 'memoryUsage', label: 'Memory' },
  { figure: 'diskUsage', label: 'Disk' },
] as const;

/** The last figures with their age; one that nothing measured is a dash. */
export const StatStrip = ({ server }: { server: Server }) => (
  <dl className="grid grid-cols-2 rounded-lg border border-border md:grid-cols-4">
    {SHARES.map(({ figure, label }) => {
      const isMeasured = server.measured.includes(figure);
      const percent = Math.round(server[figure]);
      return (
        <Stat key={figure} label={label} server={isMeasured ? server : undefined}>
          <span
            className={classNames('text-2xl font-semibold tabular-nums', isMeasured && usageInk(percent))}
          >
            {isMeasured ? `${percent}%` : '—'}
          </span>
          <span aria-hidden className="mt-2 block h-1 overflow-hidden rounded-full bg-active">
            <span
              className={classNames('block h-full', usageFill(percent))}
              style={{ width: isMeasured ? `${percent}%` : 0 }}
            />
          </span>
        </Stat>
      );
    })}
    <Stat label="Uptime" server={server.uptime > 0 ? server : undefined}>
      <span className="text-2xl font-semibold tabular-nums">
        {server.uptime > 0 ? uptimeText(server.uptime) : '—'}
      </span>
    </Stat>
  </dl>
);

const Stat = ({
  label,
  server,
  children,
}: {
  label: string;
  server: Server | undefined;
  children: ReactNode;
}) => (
  <div className="border-border p-4 not-first:border-l max-md:nth-3:border-t max-md:nth-3:border-l-0 max-md:nth-4:border-t">
    <dt className="flex justify-between gap-2 text-sm text-muted">
      {label}
      {server?.lastHealthCheck && (
        <RelativeTime value={server.lastHealthCheck} className="truncate text-xs" />
      )}
    </dt>
    <dd>{children}</dd>
  </div>
);
