import { CatchBoundary, RouterProvider } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { messageOf } from '../contract/error.ts';
import { useLiveEvents } from './api/live.ts';
import { useAppliedSettings } from './api/own-settings.ts';
import { queryClient } from './api/query-client.ts';
import { currentUser, useCurrentUser } from './api/session.ts';
import { router } from './routes.tsx';
import { LoadingPage } from './shell/loading-page.tsx';
import { ScreenFailed } from './shell/screen-failed.tsx';
import { Announcer } from './ui/announcer.tsx';
import { Failed } from './ui/list-states.tsx';
import { Toaster } from './ui/toaster.tsx';
import { Tooltips } from './ui/tooltip.tsx';

/** Shows nothing of either side before it is known whether somebody is signed in. */
export function App() {
  const session = useCurrentUser();
  const user = session.data;
  useLiveEvents(Boolean(user));
  useAppliedSettings(Boolean(user));
  useSessionChange(user?.id);

  if (session.isPending) return <LoadingPage />;
  if (user === undefined) {
    const why = messageOf(session.error, 'The server did not answer.');
    return <Failed title="Ops Hub could not be loaded" text={why} onRetry={() => void session.refetch()} />;
  }
  return (
    <CatchBoundary getResetKey={() => 0} errorComponent={ScreenFailed}>
      <RouterProvider router={router} context={{ user }} />
      <Toaster />
      <Tooltips />
      <Announcer />
    </CatchBoundary>
  );
}

/** When somebody signs in or out, the guards of the routes decide again, and nobody sees what another one read. */
function useSessionChange(id: string | undefined): void {
  const before = useRef(id);
  useEffect(() => {
    if (before.current === id) return;
    if (before.current)
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== currentUser.queryKey[0] });
    before.current = id;
    void router.invalidate();
  }, [id]);
}
