import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Server } from '../../contract/server-fields.ts';
import { paths } from '../paths.ts';
import { toast } from '../ui/overlays/toasts.ts';
import { useViews, withoutDefault } from './filter/use-views.ts';

const SCROLL_AFTER_MS = 500;
const SHOWN_MS = 5_000;

const route = getRouteApi('/signed-in/infrastructure');

/**
 * The server that the address names: once its row is loaded the list scrolls to it and marks it for 5 seconds; then it
 * leaves the address. Pages are fetched until it is there.
 */
export function useFoundServer(
  servers: Server[],
  loadMore: (() => void) | undefined,
  isLoadingMore: boolean,
  scrollTo: (index: number) => void,
): string | undefined {
  const { server: wanted, ...search } = route.useSearch();
  const navigate = useNavigate();
  const views = useViews().data;
  const [foundId, setFoundId] = useState<string>();
  const index = wanted ? servers.findIndex(({ id }) => id === wanted) : -1;
  const isThere = index >= 0;

  const scroll = useEffectEvent(() => scrollTo(index));
  const leave = useEffectEvent(
    () =>
      void navigate({
        to: paths.infrastructure,
        search: withoutDefault(search, views),
        replace: true,
        resetScroll: false,
      }),
  );
  const goOn = useEffectEvent(() => {
    if (loadMore) return loadMore();
    leave();
    const text = 'It was deleted, or the filters hide it.';
    toast({ kind: 'error', title: 'This server is not in the list', text });
  });

  useEffect(() => {
    if (wanted && !isThere && !isLoadingMore) goOn();
  }, [wanted, isThere, isLoadingMore, servers.length]);
  useEffect(() => {
    if (!wanted || !isThere) return undefined;
    const timers = [
      setTimeout(() => {
        scroll();
        setFoundId(wanted);
      }, SCROLL_AFTER_MS),
      setTimeout(() => {
        setFoundId(undefined);
        leave();
      }, SCROLL_AFTER_MS + SHOWN_MS),
    ];
    return () => {
      for (const timer of timers) clearTimeout(timer);
    };
  }, [wanted, isThere]);
  return foundId;
}
