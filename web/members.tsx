import { useQueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { openCopies } from './api/copies.ts';
import { isFromServerCopy } from './api/copy-time.ts';
import { useLiveEvents } from './api/live.ts';
import { useAppliedSettings } from './api/own-settings.ts';
import { currentUser, useCurrentUser } from './api/session.ts';
import { whenIdle } from './lib/when-idle.ts';
import { newRouter } from './routes.tsx';

/** All screens that require sign-in. */
export function Members() {
  const [router] = useState(newRouter);
  useLiveEvents();
  useAppliedSettings();
  useCopies();
  return <RouterProvider router={router} />;
}

/** Leaves the network to the first screen. */
const COPIES_AFTER_MS = 2_000;

/** Opens the offline copies of the account after its first screen, and keeps them in step with the server. */
function useCopies(): void {
  const client = useQueryClient();
  const userId = useCurrentUser().data?.id;
  useEffect(() => {
    if (!userId) return undefined;
    let stop: (() => void) | undefined;
    let isOver = false;
    const start = async () => {
      const copies = await openCopies(userId);
      if (isOver || !copies) return;
      stop = copies.keepInStep();
      // What the server sent before they were open. Without it the account is a copy itself.
      const { status, fetchStatus } = client.getQueryState(currentUser.queryKey) ?? {};
      if (status !== 'success' || fetchStatus !== 'idle' || isFromServerCopy()) return;
      for (const { queryKey, state } of client.getQueryCache().getAll())
        if (state.status === 'success') void copies.note(queryKey, state.data);
    };
    const cancel = whenIdle(() => void start(), COPIES_AFTER_MS);
    return () => {
      isOver = true;
      cancel();
      stop?.();
    };
  }, [client, userId]);
}
