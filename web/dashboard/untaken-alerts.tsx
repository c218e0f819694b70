import { Link } from '@tanstack/react-router';
import { AlertAge, AlertBadges } from '../alerts/alert-values.tsx';
import { useUntakenAlerts } from '../api/untaken-alerts.ts';
import { formatCount } from '../lib/format-count.ts';
import { paths } from '../paths.ts';

/** The newest alerts that nobody has; nothing without any. */
export function UntakenAlerts() {
  const { data } = useUntakenAlerts();
  if (!data || data.items.length === 0) return null;
  return (
    <section aria-label="Alerts that nobody has" className="mt-4">
      <ul className="border-t border-border text-sm">
        {data.items.map((alert) => (
          <li
            key={alert.id}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-border py-1.5 compact:py-0.5"
          >
            <AlertBadges alert={alert} />
            <Link
              to={paths.alert}
              params={{ alertId: alert.id }}
              className="tech min-w-0 [overflow-wrap:anywhere] hover:text-accent-ink"
            >
              {alert.subject}
            </Link>
            <span className="text-muted">
              <AlertAge alert={alert} />
              {alert.behindCount > 0 && `, ${formatCount(alert.behindCount)} behind it`}
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-2 flex justify-between gap-2 text-sm text-muted">
        Nobody has {data.total === 1 ? 'this alert' : `these ${formatCount(data.total)} alerts`}
        <Link to={paths.alerts} className="font-medium text-accent-ink">
          All alerts
        </Link>
      </p>
    </section>
  );
}
