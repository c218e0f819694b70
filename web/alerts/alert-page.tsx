import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ArrowLeft, BellRing } from 'lucide-react';
import { type AlertWithTimeline, alerts } from '../../contract/calls/alerts.ts';
import { ApiError } from '../../contract/shared/error.ts';
import { query } from '../api/query.ts';
import { ReadFailed } from '../api/read-failed.tsx';
import { paths } from '../paths.ts';
import { buttonClass } from '../ui/controls/button.tsx';
import { Notice, RowPlaceholders } from '../ui/feedback/list-states.tsx';
import { ExactTime } from '../ui/feedback/relative-time.tsx';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { AlertActions } from './alert-actions.tsx';
import { Owner, Silence } from './alert-owner.tsx';
import { Behind, Cause, Runbooks } from './alert-row.tsx';
import { AlertAge, AlertBadges, KIND_LABELS } from './alert-values.tsx';
import { Timeline } from './timeline.tsx';

const PLACEHOLDERS = 4;

const route = getRouteApi('/signed-in/alerts/$alertId');

/** Everything about one alert, and what happened since it began. */
export function AlertPage() {
  const { alertId } = route.useParams();
  const read = useQuery(query(alerts.find, { params: { id: alertId } }));
  return (
    <>
      <PageHeader title={read.data?.subject ?? 'Alert'} subtitle="Alerts" />
      {read.isPending && <RowPlaceholders count={PLACEHOLDERS} />}
      {read.data && <TheAlert alert={read.data} />}
      {!read.data && !read.isPending && <NoAlert read={read} />}
    </>
  );
}

function NoAlert({ read }: { read: { error: unknown; refetch: () => Promise<unknown> } }) {
  if (!(read.error instanceof ApiError && read.error.status === 404))
    return <ReadFailed read={read} title="The alert could not be loaded" />;
  return (
    <Notice
      icon={<BellRing size={24} strokeWidth={1.5} className="text-muted" aria-hidden />}
      title="This alert does not exist"
      text="The address is wrong, or it ended more than 400 days ago"
    >
      <Link to={paths.alerts} className={buttonClass()}>
        Open Alerts
      </Link>
    </Notice>
  );
}

const TheAlert = ({ alert }: { alert: AlertWithTimeline }) => (
  <div className="p-4 md:p-6">
    <Link
      to={paths.alerts}
      className="mb-1 inline-flex min-h-6 items-center gap-1 text-sm text-muted hover:text-text"
    >
      <ArrowLeft size={14} aria-hidden />
      All alerts
    </Link>
    <div className="flex flex-wrap items-start gap-3">
      <div className="min-w-60 flex-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="tech text-xl font-semibold [overflow-wrap:anywhere]">{alert.subject}</span>
          <AlertBadges alert={alert} />
        </p>
        <p className="text-sm [overflow-wrap:anywhere] whitespace-pre-wrap">{alert.text}</p>
        <p className="mt-1 flex flex-wrap gap-x-3 gap-y-1 text-sm text-muted">
          <Owner alert={alert} />
          <Silence alert={alert} />
          <Cause alert={alert} />
        </p>
      </div>
      <AlertActions alert={alert} />
    </div>
    <div className="mt-5 grid gap-x-10 gap-y-6 xl:grid-cols-[minmax(0,1fr)_18rem]">
      <Timeline alert={alert} />
      <div className="flex min-w-0 flex-col gap-6 max-xl:order-first">
        <section aria-label="Runbooks">
          <h2 className="mb-2 border-b border-border pb-1 text-md">Runbooks</h2>
          <p className="flex flex-col items-start gap-1 text-sm">
            <Runbooks alert={alert} />
          </p>
        </section>
        <section aria-label="Facts">
          <h2 className="mb-2 border-b border-border pb-1 text-md">Facts</h2>
          <Facts alert={alert} />
          <Behind alert={alert} isOpen />
        </section>
      </div>
    </div>
  </div>
);

function Facts({ alert }: { alert: AlertWithTimeline }) {
  const { kind, startedAt, firedAt, resolvedAt } = alert;
  const times = [
    ['Began', startedAt],
    ['Sent since', firedAt],
    ['Ended', resolvedAt],
  ] as const;
  return (
    <dl className="grid grid-cols-[6rem_minmax(0,1fr)] gap-y-2 text-sm">
      <dt className="text-muted">About</dt>
      <dd>{KIND_LABELS[kind]}</dd>
      <dt className="text-muted">Duration</dt>
      <dd>
        <AlertAge alert={alert} />
      </dd>
      {times.map(
        ([label, value]) =>
          value && (
            <div key={label} className="contents">
              <dt className="text-muted">{label}</dt>
              <dd>
                <ExactTime value={value} />
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}
