import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type AlertReport, alerts } from '../../../contract/calls/alerts.ts';
import { query } from '../../api/query.ts';
import { ReadFailed } from '../../api/read-failed.tsx';
import { formatCount } from '../../lib/format-count.ts';
import { paths } from '../../paths.ts';
import { TextField } from '../../ui/controls/text-field.tsx';
import { RowPlaceholders } from '../../ui/feedback/list-states.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { AlertTabs } from '../alert-tabs.tsx';

const PLACEHOLDERS = 4;
const HOUR = 3_600;

const route = getRouteApi('/signed-in/alerts/report');

const monthNow = () => new Date().toISOString().slice(0, 7);

/** Alerts of one month, how long they lasted, and how available the servers were. */
export function ReportPage() {
  const { month = monthNow() } = route.useSearch();
  const navigate = useNavigate();
  const read = useQuery({
    ...query(alerts.report, { query: { month } }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PageHeader title="Report" subtitle="Alerts and availability of one month" />
      <AlertTabs />
      <div className="flex p-4 md:px-6">
        <TextField
          className="max-md:w-full"
          type="month"
          label="Month"
          hint="Begins and ends at midnight UTC"
          required
          max={monthNow()}
          value={month}
          onChange={(event) =>
            void navigate({ to: paths.alertReport, search: { month: event.target.value }, replace: true })
          }
        />
      </div>
      {read.isPending && <RowPlaceholders count={PLACEHOLDERS} />}
      {read.data && <Report report={read.data} />}
      {!read.data && !read.isPending && <ReadFailed read={read} title="The report could not be loaded" />}
    </>
  );
}

const hours = (seconds: number) =>
  seconds < HOUR ? `${Math.round(seconds / 60)} min` : `${formatCount(Math.round(seconds / HOUR))} h`;

function Report({ report }: { report: AlertReport }) {
  const figures = [
    ['Alerts', formatCount(report.alerts)],
    ['Behind another outage', formatCount(report.covered)],
    ['Time until they ended, in all', hours(report.unresolvedSeconds)],
  ] as const;
  return (
    <div className="flex flex-col gap-6 px-4 pb-6 md:px-6">
      <dl className="flex flex-wrap gap-x-10 gap-y-3">
        {figures.map(([label, value]) => (
          <div key={label} className="flex flex-col">
            <dt className="text-xs text-muted">{label}</dt>
            <dd className="text-xl font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <Availability
        title="Availability by environment"
        rows={report.environments.map(({ environment, ...row }) => ({
          ...row,
          name: environment[0]?.toUpperCase() + environment.slice(1),
        }))}
      />
      <Availability
        title="Availability by team"
        rows={report.teams.map(({ team, ...row }) => ({ ...row, name: team }))}
      />
    </div>
  );
}

type Row = { name: string; servers: number; availability: number | null };

const CELL = 'py-1.5 compact:py-0.5';

const Availability = ({ title, rows }: { title: string; rows: Row[] }) => (
  <section aria-label={title} className="max-w-160">
    <h2 className="mb-2 border-b border-border pb-1 text-md">{title}</h2>
    {rows.length === 0 ? (
      <p className="text-sm text-muted">No server has a team. Enter it as Team Owner of the servers.</p>
    ) : (
      <table className="w-full table-fixed text-left text-sm">
        <thead className="text-xs text-muted">
          <tr>
            <th className={`${CELL} font-medium`}>Name</th>
            <th className={`${CELL} w-20 text-right font-medium`}>Servers</th>
            <th className={`${CELL} w-28 text-right font-medium`}>Availability</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, servers, availability }) => (
            <tr key={name} className="border-t border-border">
              <td className={`${CELL} [overflow-wrap:anywhere]`}>{name}</td>
              <td className={`${CELL} text-right tabular-nums`}>{formatCount(servers)}</td>
              <td className={`${CELL} text-right whitespace-nowrap tabular-nums`}>
                {availability === null ? 'No checks' : `${availability} %`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </section>
);
