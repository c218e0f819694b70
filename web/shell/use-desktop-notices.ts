import { useEffect, useRef } from 'react';
import type { Notification as Notice } from '../../contract/notifications.ts';
import { useOwnSettings } from '../api/own-settings.ts';

/** Shows what arrives while Ops Hub is open but not looked at as a notice of the desktop, where that was asked for and allowed. */
export function useDesktopNotices(list: Notice[] | undefined): void {
  const wanted = useOwnSettings().data?.notifications.push === true;
  const known = useRef<Set<string>>(undefined);
  useEffect(() => {
    if (!list) return;
    const arrived = known.current ? list.filter(({ id }) => !known.current?.has(id)) : [];
    known.current = new Set(list.map(({ id }) => id));
    if (!wanted || document.hasFocus() || !('Notification' in window)) return;
    if (Notification.permission !== 'granted') return;
    for (const { id, title, link } of arrived.slice(0, 3)) {
      const notice = new Notification('Ops Hub', { body: title, tag: id });
      notice.addEventListener('click', () => {
        focus();
        location.assign(link);
      });
    }
  }, [list, wanted]);
}
