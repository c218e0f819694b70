import type { UseQueryResult } from '@tanstack/react-query';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Stats } from '../../contract/analytics.ts';
import { messageOf } from '../../contract/error.ts';
import { Failed, Placeholders } from '../ui/feedback/list-states.tsx';
import { RelativeTime } from '../ui/feedback/relative-time.tsx';
import { Skeleton } from '../ui/feedback/skeleton.tsx';
import { useOverview } from './use-overview.ts';
import { whole } from '../lib/whole.ts';

const STRIP = 'grid grid-cols-2 rounded-lg border border-border md:grid-cols-4';
const CARD =
  'border-border p-4 not-first:border-l max-md:nth-3:border-t max-md:nth-3:border-l-0 max-md:nth-4:border-t';

/** The figures, and below them where they come from and how old they are. */
export function StatCards() {
  const stats = useOverview();
  return (
    <>
      <Figures stats={stats} />
      {/* Its room is there from the start, so that nothing below it jumps. */}
      <p className="mt-2 h-12 text-xs text-muted min-[24rem]:h-8 md:h-4">
        {stats.data && (
          <>
            Counted <RelativeTime value={new Date(stats.dataUpdatedAt).toISOString()} />. Uptime is that of
            the checks of 30 days; simulated ones do not count.
          </>
        )}
      </p>
    </>
  );
}

/** Four figures, each counted; nothing recorded is a dash. */
function Figures({ stats }: { stats: UseQueryResult<Stats> }) {
  if (stats.isPending)
    return (
      <Placeholders count={4} className={STRIP}>
        <div className="h-[102px] p-4 max-xl:h-[118px]">
          <Skeleton className="mb-2 h-4 w-24" />
          <Skeleton className="h-9 w-16" />
        </div>
      </Placeholders>
    );
  if (!stats.data) {
    const why = messageOf(stats.error, 'The server did not answer.');
    return <Failed title="The figures could not be loaded" text={why} onRetry={() => void stats.refetch()} />;
  }
  const { servers, documents, uptime, aiSuggestions } = stats.data;
  return (
    <dl className={STRIP}>
      <Card label="Total Servers" figure={whole(servers.total)}>
        +{whole(servers.thisMonth)} this month
      </Card>
      <Card label="Documents" figure={whole(documents.total)}>
        +{whole(documents.thisWeek)} this week
      </Card>
      <Card label="Uptime" figure={uptime.percent === null ? '—' : `${uptime.percent}%`}>
        <Attention uptime={uptime} />
      </Card>
      <Card label="AI Suggestions" figure={whole(aiSuggestions.total)}>
        +{whole(aiSuggestions.today)} today
      </Card>
    </dl>
  );
}

const Card = ({ label, figure, children }: { label: string; figure: string; children: ReactNode }) => (
  <div className={CARD}>
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="text-2xl font-semibold tabular-nums">{figure}</dd>
    <dd className="text-xs text-muted max-xl:min-h-8">{children}</dd>
  </div>
);

function Attention({ uptime: { percent, needAttention } }: { uptime: Stats['uptime'] }) {
  if (needAttention > 0)
    return (
      <span data-as-of className="flex items-start gap-1 text-yellow">
        <TriangleAlert size={12} className="mt-0.5 flex-none" aria-hidden />
        {needAttention} {needAttention === 1 ? 'server needs' : 'servers need'} attention
      </span>
    );
  if (percent === null) return 'No checks recorded yet';
  return (
    <span data-as-of className="flex items-start gap-1 text-green">
      <CircleCheck size={12} className="mt-0.5 flex-none" aria-hidden />
      All systems operational
    </span>
  );
}
