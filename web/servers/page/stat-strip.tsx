import type { ReactNode } from 'react';
import type { Figure, Server } from '../../../contract/shared/server-fields.ts';
import { classNames } from '../../lib/class-names.ts';
import { RelativeTime } from '../../ui/feedback/relative-time.tsx';
import { uptimeText, usageFill, usageInk, useIsOutdated } from '../server-values.tsx';

const SHARES = [
  { figure: 'cpuUsage', label: 'CPU' },
  { figure: 'memoryUsage', label: 'Memory' },
  { figure: 'diskUsage', label: 'Disk' },
] as const;

/** The last figures with their age: grey if outdated or simulated, a dash if never measured. */
export function StatStrip({ server }: { server: Server }) {
  const isOutdated = useIsOutdated(server);
  const isOld = isOutdated || server.simulated;
  return (
    <dl className="grid grid-cols-2 rounded-lg border border-border md:grid-cols-4">
      {SHARES.map(({ figure, label }) => {
        const isMeasured = server.measured.includes(figure);
        const percent = Math.round(server[figure]);
        return (
          <Stat key={figure} label={label} figure={figure} server={server} isOutdated={isOutdated}>
            <span
              className={classNames(
                'text-2xl font-semibold tabular-nums',
                isMeasured && !isOld ? usageInk(percent) : 'text-muted',
              )}
            >
              {isMeasured ? `${percent}%` : '—'}
            </span>
            <span aria-hidden className="mt-1 block h-1 overflow-hidden rounded-full bg-active">
              <span
                className={classNames('block h-full', isOld ? 'bg-grey-line' : usageFill(percent))}
                style={{ width: isMeasured ? `${percent}%` : 0 }}
              />
            </span>
          </Stat>
        );
      })}
      <Stat label="Uptime" figure="uptime" server={server} isOutdated={isOutdated}>
        <span className={classNames('text-2xl font-semibold tabular-nums', isOld && 'text-muted')}>
          {server.uptime > 0 ? uptimeText(server.uptime) : '—'}
        </span>
      </Stat>
    </dl>
  );
}

type Props = { label: string; figure: Figure; server: Server; isOutdated: boolean; children: ReactNode };

const Stat = ({ label, figure, server, isOutdated, children }: Props) => (
  <div className="border-border px-4 py-3 not-first:border-l max-md:nth-3:border-t max-md:nth-3:border-l-0 max-md:nth-4:border-t">
    <dt className="flex flex-wrap justify-between gap-x-2 text-sm text-muted">
      {label}
      {server.measured.includes(figure) && (
        <span className="text-xs">
          {server.simulated && 'simulated'}
          {isOutdated && <span className="max-2xl:sr-only">outdated, </span>}
          {server.measuredAt && <RelativeTime value={server.measuredAt} />}
        </span>
      )}
    </dt>
    <dd>{children}</dd>
  </div>
);
