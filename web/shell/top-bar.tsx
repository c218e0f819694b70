import { Menu, PanelLeft, Search, Bell } from 'lucide-react';
import { type Ref, useState } from 'react';
import type { User } from '../../contract/calls/user.ts';
import { IconButton } from '../ui/controls/button.tsx';
import { AssistantButton } from './assistant-button.tsx';
import { GlobalSearch } from './global-search.tsx';
import type { useSidebar } from './sidebar.tsx';
import { useQuery } from '@tanstack/react-query';
import { notifications } from '../../contract/calls/notifications.ts';
import { NARROW, useMedia } from '../lib/use-media.ts';
import type { Shown } from './commands/palette.tsx';
import { useOwnSettings } from '../api/own-settings.ts';
import { query } from '../api/query.ts';
import { openedLater } from '../ui/feedback/part.tsx';

type Props = {
  user: User;
  sidebar: ReturnType<typeof useSidebar>;
  /** The element in which the page renders its title and subtitle. */
  slotRef: Ref<HTMLDivElement>;
  menuButton: Ref<HTMLButtonElement>;
  show: (next: Shown) => void;
};

export function TopBar({ user, sidebar, slotRef, menuButton, show }: Props) {
  const isNarrow = useMedia(NARROW);
  return (
    <header
      className={
        'sticky top-0 z-10 flex h-14 flex-none items-center gap-3 border-b border-border bg-surface ' +
        'px-4 max-md:h-13 max-md:gap-1 max-md:px-2 md:pr-6 print:hidden'
      }
    >
      <div className="md:hidden">
        <IconButton
          ref={menuButton}
          label="Open menu"
          icon={<Menu size={16} />}
          aria-expanded={sidebar.isOpen}
          onClick={sidebar.open}
        />
      </div>
      <div className="max-md:hidden">
        <IconButton
          label={sidebar.isCollapsed ? 'Expand sidebar' : 'Collapse sidebar'}
          icon={<PanelLeft size={16} />}
          onClick={sidebar.toggleCollapsed}
        />
      </div>
      <div ref={slotRef} className="min-w-0 flex-1" />
      {isNarrow ? (
        <IconButton
          label="Search docs"
          icon={<Search size={16} />}
          aria-haspopup="dialog"
          onClick={() => show('palette')}
        />
      ) : (
        <div className="w-68">
          <GlobalSearch user={user} toggleSidebar={sidebar.toggleCollapsed} showKeys={() => show('keys')} />
        </div>
      )}
      <AssistantButton />
      <NotificationsButton />
    </header>
  );
}

const NotificationList = openedLater(() => import('./notification-list.tsx'), 'NotificationList', {
  shownAs: 'The list of notifications',
});

const DesktopNotices = openedLater(() => import('./desktop-notices.ts'), 'DesktopNotices', {
  shownAs: 'The notice on the desktop',
});

/** The bell with the number of unread notifications, and their list. */
function NotificationsButton() {
  const [isOpen, setOpen] = useState(false);
  const list = useQuery(query(notifications.list, {}));
  const isOnDesktop = useOwnSettings().data?.notifications.push === true;
  const unread = list.data?.filter(({ readAt }) => readAt === null).length ?? 0;
  return (
    <div className="relative">
      <IconButton
        label={unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'}
        icon={<Bell size={16} />}
        aria-expanded={isOpen}
        aria-haspopup="dialog"
        onClick={() => setOpen(!isOpen)}
      />
      {unread > 0 && (
        <span
          aria-hidden
          className={
            'pointer-events-none absolute top-0 right-0 min-w-4 rounded-full bg-accent px-1 text-center ' +
            'text-2xs font-semibold text-on-accent'
          }
        >
          {unread > 99 ? '99+' : unread}
        </span>
      )}
      {isOnDesktop && list.data && <DesktopNotices list={list.data} />}
      {isOpen && <NotificationList list={list} onClose={() => setOpen(false)} />}
    </div>
  );
}
