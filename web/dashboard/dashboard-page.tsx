import { CheckerState } from '../servers/checker-state.tsx';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { Part } from '../ui/feedback/part.tsx';
import { InfrastructureOverview } from './infrastructure-overview.tsx';
import { QuickActions } from './quick-actions.tsx';
import { RecentKnowledge } from './recent-knowledge.tsx';
import { StatCards } from './stat-cards.tsx';

/** What is wrong, what is new, what to do next: bad news first. */
export function DashboardPage() {
  return (
    <>
      <PageHeader title="Dashboard" subtitle="Overview of your infrastructure and knowledge base" />
      <div className="p-4 md:p-6">
        <CheckerState />
        <Part name="The figures">
          <StatCards />
        </Part>
        <div className="mt-4 grid gap-x-8 gap-y-6 xl:grid-cols-[minmax(0,1fr)_16rem]">
          <InfrastructureOverview />
          <div className="flex min-w-0 flex-col gap-6">
            <QuickActions />
            <RecentKnowledge />
          </div>
        </div>
      </div>
    </>
  );
}
