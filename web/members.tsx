import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { openCopies } from './api/copies.ts';
import { useLiveEvents } from './api/live.ts';
import { useAppliedSettings } from './api/own-settings.ts';
import { useCurrentUser, useSessionEnded } from './api/session.ts';
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
  const userId = useCurrentUser().data?.id;
  const hasEnded = useSessionEnded();
  useEffect(() => {
    if (hasEnded) return undefined;
    let stop: (() => void) | undefined;
    let isOver = false;
    const cancel = whenIdle(() => {
      void openCopies(userId).then((copies) => {
        if (!isOver) stop = copies?.keepInStep();
      });
    }, COPIES_AFTER_MS);
    return () => {
      isOver = true;
      cancel();
      stop?.();
    };
  }, [userId, hasEnded]);
}
