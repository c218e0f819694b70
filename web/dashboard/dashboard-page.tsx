import { ForEditors } from '../api/for-editors.tsx';
import { CheckerState } from '../servers/checker-state.tsx';
import { ZoneOffer } from './zone-offer.tsx';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { Part } from '../ui/feedback/part.tsx';
import { InfrastructureOverview, Panel } from './infrastructure-overview.tsx';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import {
  CircleCheck,
  TriangleAlert,
  BookOpen,
  Check,
  LayoutTemplate,
  PencilLine,
  Activity,
  BookPlus,
  HardDrive,
  ListOrdered,
  type LucideIcon,
  Server,
  Sparkles,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { type Stats, analytics } from '../../contract/calls/analytics.ts';
import { Placeholders, Notice, Skeleton } from '../ui/feedback/list-states.tsx';
import { RelativeTime } from '../ui/feedback/relative-time.tsx';
import { formatCount } from '../lib/format-count.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import type { DocumentItem } from '../../contract/calls/documents.ts';
import { LockMark } from '../documents/readers/lock-mark.tsx';
import { useDocumentLink } from '../documents/use-document-link.ts';
import { paths } from '../paths.ts';
import { Badge } from '../ui/feedback/badge.tsx';
import { Button } from '../ui/controls/button.tsx';
import { AfterFirstSteps } from './first-steps.tsx';
import { UntakenAlerts } from './untaken-alerts.tsx';
import { LastDay } from './last-day.tsx';
import { useCheckAll } from '../servers/use-check-all.ts';
import { query } from '../api/query.ts';
import { ReadFailed } from '../api/read-failed.tsx';
import { PAGE_SIZES } from '../page-sizes.ts';

/** The figures and the recent documents, in one call. No event reports new counts, so each visit reloads them. */
const useOverview = () =>
  useQuery({
    ...query(analytics.stats, { query: { recent: PAGE_SIZES.recentActivity, day: 'true', steps: 'true' } }),
    staleTime: VISIT_MS,
  });

/** The panels of one visit share one response. */
const VISIT_MS = 1_000;

/** Problems first, then recent changes and next actions. */
export function DashboardPage() {
  return (
    <>
      <PageHeader title="Dashboard" subtitle="Overview of your infrastructure and knowledge base" />
      <div className="p-4 md:p-6">
        <ZoneOffer />
        <CheckerState />
        <Part name="The figures">
          <StatCards />
        </Part>
        <UntakenAlerts />
        <AfterFirstSteps stats={useOverview()}>
          <div className="mt-4">
            <Day />
          </div>
          <div className="mt-5 grid gap-x-8 gap-y-6 xl:grid-cols-[minmax(0,1fr)_16rem]">
            <InfrastructureOverview />
            <div className="flex min-w-0 flex-col gap-6">
              <ForEditors>
                <QuickActions />
              </ForEditors>
              <RecentKnowledge />
            </div>
          </div>
        </AfterFirstSteps>
      </div>
    </>
  );
}

const STRIP = 'grid grid-cols-2 rounded-lg border border-border md:grid-cols-4';
const CARD =
  'border-border p-4 not-first:border-l max-md:nth-3:border-t max-md:nth-3:border-l-0 max-md:nth-4:border-t';

/** The figures, and below them their source and age. */
function StatCards() {
  const stats = useOverview();
  return (
    <>
      <Figures stats={stats} />
      {/* The height is reserved, so that nothing below it shifts. */}
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

/** Four figures; a missing value is a dash. */
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
    return <ReadFailed read={stats} title="The figures could not be loaded" />;
  }
  const { servers, documents, uptime, aiSuggestions } = stats.data;
  return (
    <dl className={STRIP}>
      <Card label="Total Servers" figure={formatCount(servers.total)}>
        +{formatCount(servers.thisMonth)} this month
      </Card>
      <Card label="Documents" figure={formatCount(documents.total)}>
        +{formatCount(documents.thisWeek)} this week
      </Card>
      <Card label="Uptime" figure={uptime.percent === null ? '—' : `${uptime.percent}%`}>
        <Attention uptime={uptime} />
      </Card>
      <Card label="AI Suggestions" figure={formatCount(aiSuggestions.total)}>
        +{formatCount(aiSuggestions.today)} today
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

/** The height is that of three environments, so that nothing below it shifts. */
function Day() {
  const { data, isPending } = useOverview();
  return (
    <Panel title="Last 24 hours">
      <div className="min-h-42 md:min-h-26">
        {isPending && (
          <Placeholders count={3}>
            <Skeleton className="my-1 h-4 w-full" />
          </Placeholders>
        )}
        {data?.day?.length === 0 && <p className="text-sm text-muted">There is no server yet.</p>}
        {data?.day && data.day.length > 0 && <LastDay day={data.day} />}
      </div>
    </Panel>
  );
}

function RecentKnowledge() {
  const documentLink = useDocumentLink();
  const navigate = useNavigate();
  const overview = useOverview();
  const articles = overview.data?.recent;
  return (
    <Panel
      title="Recent Knowledge Base"
      end={
        <Button look="quiet" size="small" onClick={() => void navigate({ to: paths.knowledgeBase })}>
          View All
        </Button>
      }
    >
      {overview.isPending && (
        <Placeholders count={PAGE_SIZES.recentActivity}>
          <Skeleton className="my-4 h-4 w-full" />
        </Placeholders>
      )}
      {overview.isError && !overview.data && (
        <ReadFailed read={overview} title="The articles could not be loaded" />
      )}
      {articles?.length === 0 && (
        <Notice
          icon={<BookOpen size={24} strokeWidth={1.5} className="text-muted" aria-hidden />}
          title="No recent knowledge base articles found"
          text="New and changed articles appear here"
        />
      )}
      {articles && articles.length > 0 && (
        <ul className="border-t border-border">
          {articles.map((document) => (
            <li
              key={document.id}
              className="relative border-b border-border py-2 compact:py-0.5 hover:bg-hover"
            >
              <Link
                {...documentLink(document.id)}
                className="line-clamp-2 text-sm after:absolute after:inset-0"
              >
                {document.title} <LockMark readers={document.readers} />
              </Link>
              <p className="mt-1 flex items-center gap-2 text-xs text-muted">
                <span className="min-w-0 flex-1 truncate">
                  {document.authorName} · <RelativeTime value={document.updatedAt} />
                </span>
                <State document={document} />
              </p>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

const ICON = { size: 12, strokeWidth: 2, 'aria-hidden': true } as const;

function State({ document }: { document: DocumentItem }) {
  if (document.isTemplate)
    return (
      <Badge look="soft" icon={<LayoutTemplate {...ICON} />}>
        Template
      </Badge>
    );
  if (document.isPublished)
    return (
      <Badge look="green" icon={<Check {...ICON} />}>
        Published
      </Badge>
    );
  return (
    <Badge look="dashed" icon={<PencilLine {...ICON} />}>
      Draft
    </Badge>
  );
}

type Create = { create: 'knowledge-base' | 'how-to-guide' | 'build-document' } | { autocreate: 'true' };
const CREATES: { label: string; search: Create; Icon: LucideIcon }[] = [
  { label: 'Create Knowledge Base', search: { create: 'knowledge-base' }, Icon: BookPlus },
  { label: 'Create How-To Guide', search: { create: 'how-to-guide' }, Icon: ListOrdered },
  { label: 'Auto Create KB', search: { autocreate: 'true' }, Icon: Sparkles },
  { label: 'Create Build Document', search: { create: 'build-document' }, Icon: HardDrive },
];

function QuickActions() {
  const navigate = useNavigate();
  const { checkAll, isChecking } = useCheckAll();
  return (
    <Panel title="Quick Actions">
      <ul className="border-t border-border">
        {CREATES.map(({ label, search, Icon }) => (
          <Action
            key={label}
            label={label}
            Icon={Icon}
            onClick={() => void navigate({ to: paths.knowledgeBase, search })}
          />
        ))}
        <Action
          label="Add Server"
          Icon={Server}
          onClick={() => void navigate({ to: paths.infrastructure, search: { create: 'server' } })}
        />
        <Action label="Run Health Check" Icon={Activity} isBusy={isChecking} onClick={checkAll} />
      </ul>
    </Panel>
  );
}

type ActionProps = { label: string; Icon: LucideIcon; isBusy?: boolean; onClick: () => void };

const Action = ({ label, Icon, isBusy, onClick }: ActionProps) => (
  <li className="border-b border-border">
    <Button
      look="quiet"
      className="w-full justify-start! font-normal!"
      icon={<Icon size={16} className="text-accent-ink" aria-hidden />}
      busy={isBusy}
      onClick={onClick}
    >
      {label}
    </Button>
  </li>
);
