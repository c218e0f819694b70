import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, Suspense, useEffect, useRef, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { PrerenderedPath, usePath } from './api/address.ts';
import { queryClient } from './api/query.ts';
import { currentUser, useCurrentUser, useSessionEnded } from './api/session.ts';
import { LoadingPage, ScreenFailed } from './shell/fallback-pages.tsx';
import { Announcer } from './ui/feedback/announcer.tsx';
import { fetchedPart, openedLater } from './ui/feedback/part.tsx';
import { Tooltips } from './ui/overlays/tooltip.tsx';
import { replayInput } from './input-replay.ts';
import { isForEverybody } from './paths.ts';
import { useToast } from './ui/overlays/toasts.ts';

/** Two bundles, so that the sign-in page does not load the screens of members. */
const Visitors = fetchedPart<{ isSignedIn: boolean }>(() => import('./visitors.tsx'), 'Visitors');
const WaitingPage = fetchedPart<{ error: unknown; onReady: () => void }>(
  () => import('./shell/waiting-page.tsx'),
  'WaitingPage',
);
const SignInAgain = openedLater(() => import('./accounts/sign-in/sign-in-again.tsx'), 'SignInAgain', {
  shownAs: 'The dialog to sign in again',
});
export const Members = fetchedPart(() => import('./members.tsx'), 'Members');

/** The root component, in the browser and when the page of a path is prerendered. */
export const Application = ({ prerendered }: { prerendered?: string }) => (
  <StrictMode>
    <PrerenderedPath value={prerendered}>
      <QueryClientProvider client={queryClient}>
        <EitherSide />
      </QueryClientProvider>
    </PrerenderedPath>
  </StrictMode>
);

/** Renders neither part until it is known whether somebody is signed in. */
function EitherSide() {
  const session = useCurrentUser();
  const path = usePath();
  const user = session.data;
  const hasEnded = useSessionEnded();
  useSessionChange(user?.id);
  useFreshReads(hasEnded);

  if (session.isPending) return <LoadingPage />;
  return (
    <ErrorBoundary FallbackComponent={ScreenFailed} onError={replayInput} resetKeys={[path]}>
      <Suspense fallback={<LoadingPage />}>
        {user === undefined ? (
          <WaitingPage error={session.error} onReady={() => void session.refetch()} />
        ) : user && !isForEverybody(path) ? (
          <>
            <Members key={user.id} />
            {hasEnded && <SignInAgain user={user} />}
          </>
        ) : (
          <Visitors isSignedIn={user !== null} />
        )}
      </Suspense>
      <Toaster />
      <Tooltips />
      <Announcer />
    </ErrorBoundary>
  );
}

/** Clears cached data when the user changes, so that nobody sees another user's data. */
function useSessionChange(id: string | undefined): void {
  const before = useRef(id);
  useEffect(() => {
    if (before.current === id) return;
    if (before.current)
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== currentUser.queryKey[0] });
    before.current = id;
  }, [id]);
}

/** Reads failed while the session had ended. */
function useFreshReads(hasEnded: boolean): void {
  const before = useRef(hasEnded);
  useEffect(() => {
    if (before.current && !hasEnded) void queryClient.invalidateQueries();
    before.current = hasEnded;
  }, [hasEnded]);
}

const ToastArea = openedLater(() => import('./ui/overlays/toast-area.tsx'), 'ToastArea', {
  shownAs: 'The message',
});

/**
 * Mounted once in the application. The toast component loads with the first toast and stays. The live region exists
 * from the start, since screen readers often miss one that appears together with its text.
 */
function Toaster() {
  const toast = useToast();
  const [isNeeded, setNeeded] = useState(false);
  if (toast && !isNeeded) setNeeded(true);
  return <div aria-live="polite">{isNeeded && <ToastArea toast={toast} />}</div>;
}
