import { Link } from '@tanstack/react-router';
import { BookOpen, PencilLine } from 'lucide-react';
import type { Alert } from '../../contract/calls/alerts.ts';
import { ForEditors } from '../api/for-editors.tsx';
import { formatCount } from '../lib/format-count.ts';
import { paths } from '../paths.ts';
import { AlertActions } from './alert-actions.tsx';
import { AlertAge, AlertBadges } from './alert-values.tsx';
import { Owner, Silence } from './alert-owner.tsx';

/** One cause: what is wrong, since when, who has it, what to read, and what is behind it. */
export const AlertRow = ({ alert }: { alert: Alert }) => (
  <li data-row className="border-b border-border px-4 py-3 text-sm md:px-6 compact:py-1.5">
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <AlertBadges alert={alert} />
          <Link
            to={paths.alert}
            params={{ alertId: alert.id }}
            className="tech min-w-0 font-medium [overflow-wrap:anywhere] hover:text-accent-ink"
          >
            {alert.subject}
          </Link>
          <span className="text-muted">
            <AlertAge alert={alert} />
          </span>
        </p>
        <p className="line-clamp-2 [overflow-wrap:anywhere] text-muted">{alert.text}</p>
        <p className="flex flex-wrap items-center gap-x-3 text-xs text-muted">
          <Owner alert={alert} />
          <Silence alert={alert} />
          <Cause alert={alert} />
          <Runbooks alert={alert} />
        </p>
        <Behind alert={alert} />
      </div>
      <AlertActions alert={alert} size="small" />
    </div>
  </li>
);

const serverLink = 'tech inline-flex min-h-6 items-center text-accent-ink underline underline-offset-2';

/** The server of the alert, and for a covered alert the one whose outage it belongs to. */
export const Cause = ({ alert: { server, cause } }: { alert: Alert }) => (
  <>
    {server && (
      <span>
        Server{' '}
        <Link to={paths.server} params={{ serverId: server.id }} className={serverLink}>
          {server.name}
        </Link>
      </span>
    )}
    {cause && (
      <span>
        Because of{' '}
        <Link to={paths.server} params={{ serverId: cause.id }} className={serverLink}>
          {cause.name}
        </Link>
      </span>
    )}
  </>
);

/** What to read now; without any, the way to write it. */
export const Runbooks = ({ alert: { subject, runbooks, resolvedAt } }: { alert: Alert }) =>
  runbooks.length > 0
    ? runbooks.map(({ id, title }) => (
        <Link
          key={id}
          to={paths.document}
          params={{ documentId: id }}
          className="inline-flex min-h-6 min-w-0 items-center gap-1 font-medium [overflow-wrap:anywhere] text-accent-ink"
        >
          <BookOpen size={12} className="flex-none" aria-hidden />
          {title}
        </Link>
      ))
    : resolvedAt === null && (
        <ForEditors>
          <Link
            to={paths.knowledgeBase}
            state={{ createAs: 'how-to-guides', createTitle: `Runbook for ${subject}` }}
            className="inline-flex min-h-6 items-center gap-1 text-accent-ink"
          >
            <PencilLine size={12} className="flex-none" aria-hidden />
            No runbook: write one
          </Link>
        </ForEditors>
      );

/** The servers that fell with this one, by name. */
export const Behind = ({ alert: { behind, behindCount }, isOpen }: { alert: Alert; isOpen?: boolean }) =>
  behind.length > 0 && (
    <details className="mt-1 text-xs" open={isOpen}>
      <summary className="min-h-6 w-fit cursor-default leading-6 font-medium">
        {behindCount === 1 ? '1 server' : `${formatCount(behindCount)} servers`} behind it
      </summary>
      <ul className="mt-1 flex flex-wrap gap-x-3 gap-y-1">
        {behind.map(({ id, name }) => (
          <li key={id}>
            <Link
              to={paths.server}
              params={{ serverId: id }}
              className="tech inline-flex min-h-6 items-center hover:text-accent-ink"
            >
              {name}
            </Link>
          </li>
        ))}
        {behindCount > behind.length && (
          <li className="flex items-center text-muted">
            and {formatCount(behindCount - behind.length)} more
          </li>
        )}
      </ul>
    </details>
  );
