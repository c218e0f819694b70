import type { UseQueryResult } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Bell } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { type Notification, notifications } from '../../contract/calls/notifications.ts';
import { readingAddress } from '../../contract/shared/item-address.ts';
import { useSave } from '../api/save.ts';
import { ReadFailed } from '../api/read-failed.tsx';
import { classNames } from '../lib/class-names.ts';
import { Button } from '../ui/controls/button.tsx';
import { Notice, Placeholders, Skeleton } from '../ui/feedback/list-states.tsx';
import { RelativeTime } from '../ui/feedback/relative-time.tsx';
import { useEarlierToasts } from '../ui/overlays/toasts.ts';

type Props = { list: UseQueryResult<Notification[]>; onClose: () => void };

/** The notifications of the account, newest first. Opening one marks it as read. Escape and an outside click close the list. */
export function NotificationList({ list, onClose }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    box.current?.focus();
    const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && close();
    const onPointerDown = (event: PointerEvent) => {
      const bell = box.current?.parentElement;
      if (bell && !bell.contains(event.target as Node)) close();
    };
    document.addEventListener('keydown', onKeyDown);
    document.addEventListener('pointerdown', onPointerDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      document.removeEventListener('pointerdown', onPointerDown);
    };
  }, []);
  return (
    <div
      ref={box}
      role="dialog"
      aria-label="Notifications"
      tabIndex={-1}
      className={
        'absolute top-full right-0 z-20 mt-1 max-h-[70dvh] w-96 overflow-y-auto rounded-lg border ' +
        'border-border bg-raised p-1 shadow-1 outline-none max-md:fixed max-md:inset-x-2 ' +
        'max-md:top-13 max-md:w-auto dark:border-grey-line'
      }
    >
      <List list={list} onClose={onClose} />
      <ReplacedMessages />
    </div>
  );
}

/** Toasts that are past: only one is shown at a time. */
function ReplacedMessages() {
  const earlier = useEarlierToasts();
  if (earlier.length === 0) return null;
  return (
    <section aria-label="Earlier messages" className="mt-1 border-t border-border px-2.5 pt-2 pb-1.5">
      <h2 className="text-sm font-semibold">Earlier messages</h2>
      <ul className="text-sm">
        {earlier.map(({ id, title, text }) => (
          <li key={id} className="py-1.5 [overflow-wrap:anywhere] compact:py-0.5">
            {title}
            {text && <span className="block text-xs text-muted">{text}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function List({ list, onClose }: Props) {
  const router = useRouter();
  const read = useSave(notifications.read, {
    invalidates: [notifications.list],
    failed: () => ({ title: 'Error', text: 'The notifications could not be marked as read.' }),
  });
  if (list.isPending)
    return (
      <Placeholders count={3} className="p-3">
        <Skeleton className="my-3 h-4 w-full" />
      </Placeholders>
    );
  if (!list.data) {
    return <ReadFailed read={list} title="Notifications could not be loaded" />;
  }
  if (list.data.length === 0)
    return (
      <Notice
        icon={<Bell size={24} strokeWidth={1.5} className="text-muted" aria-hidden />}
        title="No notifications"
        text="Changes of servers and documents you watch, and what waits for you, show here"
      />
    );
  const open = ({ id, link, readAt }: Notification) => {
    if (readAt === null) read.mutate({ body: { ids: [id] } });
    onClose();
    router.history.push(readingAddress(link));
  };
  return (
    <>
      <div className="flex items-center justify-between pr-1 pl-2.5">
        <h2 className="text-sm font-semibold">Notifications</h2>
        <Button
          look="quiet"
          size="small"
          disabled={list.data.every(({ readAt }) => readAt !== null)}
          busy={read.isPending}
          onClick={() => read.mutate({ body: { all: true } })}
        >
          Mark all as read
        </Button>
      </div>
      <ul>
        {list.data.map((notification) => (
          <Item key={notification.id} notification={notification} onOpen={() => open(notification)} />
        ))}
      </ul>
    </>
  );
}

function Item({ notification, onOpen }: { notification: Notification; onOpen: () => void }) {
  return (
    <li>
      <button
        type="button"
        onClick={onOpen}
        className={
          'flex w-full items-start gap-2.5 rounded-md px-2.5 py-2 compact:py-1 text-left text-sm ' +
          '-outline-offset-2 hover:bg-hover'
        }
      >
        <span
          aria-hidden
          className={classNames(
            'mt-1.5 size-2 flex-none rounded-full',
            notification.readAt === null && 'bg-accent',
          )}
        />
        <span className="min-w-0 flex-1">
          <span
            className={classNames('[overflow-wrap:anywhere]', notification.readAt === null && 'font-medium')}
          >
            {notification.title}
          </span>
          {notification.readAt === null && <span className="sr-only"> (unread)</span>}
          <RelativeTime value={notification.createdAt} className="block text-xs text-muted" />
        </span>
      </button>
    </li>
  );
}
