import { Link } from '@tanstack/react-router';
import { paths } from '../paths.ts';

const TABS = [
  { to: paths.alerts, label: 'Alerts' },
  { to: paths.maintenance, label: 'Maintenance' },
  { to: paths.duty, label: 'Duty' },
  { to: paths.alertReport, label: 'Report' },
] as const;

/** Links between the pages about alerts. */
export const AlertTabs = () => (
  <nav aria-label="Alerts" className="flex gap-1 border-b border-border px-2 md:px-4">
    {TABS.map(({ to, label }) => (
      <Link
        key={to}
        to={to}
        activeOptions={{ exact: true, includeSearch: false }}
        activeProps={{ 'aria-current': 'page' }}
        className={
          'flex h-10 items-center border-b-2 border-transparent px-2 text-sm font-medium text-muted hover:text-text ' +
          'aria-[current=page]:border-accent aria-[current=page]:text-text'
        }
      >
        {label}
      </Link>
    ))}
  </nav>
);
