import { useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { useState } from 'react';
import { notifications } from '../../contract/notifications.ts';
import { useOwnSettings } from '../api/own-settings.ts';
import { query } from '../api/query.ts';
import { IconButton } from '../ui/controls/icon-button.tsx';
import { openedLater } from '../ui/overlays/opened-later.tsx';

const NotificationList = openedLater(() => import('./notification-list.tsx'), 'NotificationList', {
  shownAs: 'The list of notifications',
});

const DesktopNotices = openedLater(() => import('./desktop-notices.ts'), 'DesktopNotices', {
  shownAs: 'The notice on the desktop',
});

/** The bell with the number of unread notifications, and their list. */
export function NotificationsButton() {
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
