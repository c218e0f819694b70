import { useQuery } from '@tanstack/react-query';
import { Bell, BellOff } from 'lucide-react';
import type { WatchingCalls } from '../../contract/calls/watching.ts';
import { Button, IconButton } from '../ui/controls/button.tsx';
import { query } from './query.ts';
import { useSave } from './save.ts';

type Props = {
  calls: WatchingCalls;
  id: string;
  /** The events of the notification, for the message. */
  text: string;
  size?: 'small' | 'icon';
};

/** Starts or stops watching an object. */
export function WatchButton({ calls, id, text, size }: Props) {
  const watched = useQuery(query(calls.watching, { params: { id } }));
  const isWatching = watched.data?.watching === true;
  const outcome = {
    invalidates: [calls.watching],
    failed: () => ({ title: 'Error', text: 'That did not work. Please try again.' }),
  };
  const watch = useSave(calls.watch, { ...outcome, saved: () => ({ title: 'Watching', text }) });
  const unwatch = useSave(calls.unwatch, outcome);
  const Icon = isWatching ? BellOff : Bell;
  const label = isWatching ? 'Stop watching' : 'Watch';
  const button = {
    'data-action': '',
    disabled: !watched.data,
    needsServer: true,
    busy: watch.isPending || unwatch.isPending,
    onClick: () => (isWatching ? unwatch : watch).mutate({ params: { id } }),
  };
  if (size === 'icon')
    return <IconButton {...button} look="default" label={label} icon={<Icon size={16} />} />;
  return (
    <Button
      {...button}
      {...(size ? { size } : {})}
      icon={<Icon size={size ? 14 : 16} className="text-muted" aria-hidden />}
    >
      {label}
    </Button>
  );
}
