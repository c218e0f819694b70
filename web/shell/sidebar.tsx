import { Link, useLocation } from '@tanstack/react-router';
import { LogOut } from 'lucide-react';
import type { User } from '../../contract/calls/user.ts';
import { signOut } from '../api/session.ts';
import { classNames } from '../lib/class-names.ts';
import { Button } from '../ui/controls/button.tsx';
import { Mark } from '../ui/feedback/mark.tsx';
import { tooltip } from '../ui/overlays/tooltip.tsx';
import { isCurrent, NAVIGATION } from './navigation.ts';
import { avatarLetter, displayName, roleLabel } from '../lib/person.ts';
import { useState } from 'react';
import { keepCollapsed, startsCollapsed } from './sidebar-choice.ts';
import { useUntakenAlerts } from '../api/untaken-alerts.ts';
import { useWaitingApprovals } from './waiting.ts';
import { memberPaths as paths } from '../paths.ts';

type Props = { user: User; isCollapsed: boolean };

export const Sidebar = ({ user, isCollapsed }: Props) => (
  <>
    <div
      className={classNames(
        'flex h-14 flex-none items-center gap-2.5 text-md font-semibold',
        isCollapsed ? 'justify-center' : 'px-5',
      )}
    >
      <Mark />
      <span className={isCollapsed ? 'sr-only' : undefined}>Ops Hub</span>
    </div>
    <nav aria-label="Main" className="flex min-h-0 flex-1 flex-col gap-px overflow-y-auto px-3 py-2">
      {NAVIGATION.filter(({ role }) => !role || role === user.role).map(({ title, entries }) => (
        <div key={title ?? ''}>
          {title && !isCollapsed && (
            <h2 className="px-2 pt-4 pb-1.5 text-xs font-medium text-muted">{title}</h2>
          )}
          <ul>
            {entries.map((entry) => (
              <li key={entry.to}>
                <NavigationLink {...entry} isCollapsed={isCollapsed} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
    <SignedInAs user={user} isCollapsed={isCollapsed} />
  </>
);

type NavigationEntry = (typeof NAVIGATION)[number]['entries'][number];

function NavigationLink({ to, label, icon: Icon, isCollapsed }: NavigationEntry & { isCollapsed: boolean }) {
  const here = useLocation({ select: (location) => isCurrent(to, location.pathname) });
  const approvals = useWaitingApprovals();
  const untaken = useUntakenAlerts().data?.total ?? 0;
  const waiting = to === paths.approval ? approvals : to === paths.alerts ? untaken : 0;
  const name = waiting > 0 ? `${label}, ${waiting} waiting` : label;
  return (
    <Link
      to={to}
      aria-current={here ? 'page' : undefined}
      {...(isCollapsed && { 'aria-label': name, ...tooltip(name, { side: 'right' }) })}
      className={classNames(
        'relative flex h-8 items-center gap-2.5 rounded-md text-base font-medium max-md:h-10',
        isCollapsed ? 'justify-center' : 'px-2',
        here ? 'bg-accent-soft text-accent-ink' : 'text-muted hover:bg-hover hover:text-text',
      )}
    >
      <Icon size={16} aria-hidden />
      {!isCollapsed && label}
      {waiting > 0 && <Waiting count={waiting} isCollapsed={isCollapsed} />}
    </Link>
  );
}

const Waiting = ({ count, isCollapsed }: { count: number; isCollapsed: boolean }) => (
  <span
    className={classNames(
      'min-w-5 rounded-full bg-accent px-1 text-center text-2xs font-semibold text-on-accent',
      isCollapsed ? 'absolute top-0 right-0' : 'ml-auto',
    )}
  >
    {count > 99 ? '99+' : count}
    <span className="sr-only"> waiting</span>
  </span>
);

const SignedInAs = ({ user, isCollapsed }: Props) => (
  <div
    className={classNames(
      'flex items-center gap-2.5 border-t border-border py-3',
      isCollapsed ? 'flex-col' : 'pr-3 pl-5',
    )}
  >
    <span
      aria-hidden
      className="grid size-8 flex-none place-items-center rounded-full bg-active text-sm font-semibold"
    >
      {avatarLetter(user)}
    </span>
    <div className={isCollapsed ? 'sr-only' : 'min-w-0 flex-1'}>
      <p className="truncate text-sm font-medium" title={displayName(user)}>
        {displayName(user)}
      </p>
      <p className="text-xs text-muted">{roleLabel(user.role)}</p>
    </div>
    {/* The text is in the page instead of a label, so that a text search in the browser finds it. */}
    <Button
      {...tooltip('Sign Out')}
      look="quiet"
      className="w-8 px-0! text-muted hover:text-text max-md:w-10"
      icon={<LogOut size={16} aria-hidden />}
      onClick={() => void signOut()}
    >
      <span className="sr-only">Sign Out</span>
    </Button>
  </div>
);

/** `isCollapsed`: the 64 px form on wide screens, remembered. `isOpen`: the overlay on narrow ones. */
export function useSidebar(address: string) {
  const [isCollapsed, setCollapsed] = useState(startsCollapsed);
  // The overlay belongs to the address where it was opened, so that navigation closes it.
  const [openAt, setOpenAt] = useState<string>();

  const toggleCollapsed = () => {
    keepCollapsed(!isCollapsed);
    setCollapsed(!isCollapsed);
  };
  return {
    isCollapsed,
    toggleCollapsed,
    isOpen: openAt === address,
    open: () => setOpenAt(address),
    close: () => setOpenAt(undefined),
  };
}
