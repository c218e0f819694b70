import { RouterProvider } from '@tanstack/react-router';
import { useEffect } from 'react';
import { messageOf } from '../contract/error.ts';
import { useLiveEvents } from './api/live.ts';
import { useCurrentUser } from './api/session.ts';
import { router } from './routes.tsx';
import { LoadingPage } from './shell/loading-page.tsx';
import { Announcer } from './ui/announcer.tsx';
import { Failed } from './ui/list-states.tsx';
import { Toaster } from './ui/toaster.tsx';
import { TooltipArea } from './ui/tooltip.tsx';

/** Shows nothing of either side before it is known whether somebody is signed in. */
export function App() {
  const session = useCurrentUser();
  const user = session.data;
  useLiveEvents(Boolean(user));
  // The guards of the routes decide again when somebody signs in or out.
  useEffect(() => void router.invalidate(), [user?.id]);

  if (session.isPending) return <LoadingPage />;
  if (user === undefined) {
    const why = messageOf(session.error, 'The server did not answer.');
    return <Failed title="Ops Hub could not be loaded" text={why} onRetry={() => void session.refetch()} />;
  }
  return (
    <TooltipArea>
      <RouterProvider router={router} context={{ user }} />
      <Toaster />
      <Announcer />
    </TooltipArea>
  );
}
