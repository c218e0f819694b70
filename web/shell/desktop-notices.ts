import { useEffect, useRef } from 'react';
import type { Notification as Notice } from '../../contract/calls/notifications.ts';

/** Shows new notifications on the desktop while Ops Hub is open without the focus, if the browser permits it. */
export function DesktopNotices({ list }: { list: Notice[] }) {
  const known = useRef<Set<string>>(undefined);
  useEffect(() => {
    const arrived = known.current ? list.filter(({ id }) => !known.current?.has(id)) : [];
    known.current = new Set(list.map(({ id }) => id));
    if (document.hasFocus() || !('Notification' in window) || Notification.permission !== 'granted') return;
    for (const { id, title, link } of arrived.slice(0, 3)) {
      const notice = new Notification('Ops Hub', { body: title, tag: id });
      notice.addEventListener('click', () => {
        focus();
        location.assign(link);
      });
    }
  }, [list]);
  return null;
}
