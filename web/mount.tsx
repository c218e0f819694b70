import './trusted-types.ts';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { openCopies, provideCopies } from './api/copies.ts';
import { queryClient } from './api/query.ts';
import { currentUser, heedSignOuts, isSessionOver } from './api/session.ts';
import { Application, Members } from './application.tsx';
import { provideKeptPictures } from './lib/kept-pictures.ts';
import { paths } from './paths.ts';
import { fetchAhead } from './ui/layout/fetch-ahead.ts';

/**
 * Opening an address by hand or from a bookmark must start without history state. Chromium passes on the state of the
 * previous page, such as a document being created. A reload and history navigation keep it.
 */
const [opened] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
if (opened?.type === 'navigate' && history.state !== null) history.replaceState(null, '');

/** The browser's page cache restores a page as it was; meanwhile the user may have signed in or out. */
async function reloadIfUserChanged(): Promise<void> {
  const before = queryClient.getQueryData(currentUser.queryKey);
  const now = await queryClient.fetchQuery({ ...currentUser, staleTime: 0 });
  if (before === undefined || before?.id !== now?.id || isSessionOver()) location.reload();
}

/** Hydrates a prerendered page, or renders into an empty one. */
export async function mountApplication(): Promise<void> {
  const element = document.getElementById('root');
  if (!element) throw new Error('index.html has no element #root');
  provideCopies(() => import('./offline-copies/copies.ts'));
  provideKeptPictures(async (address) => (await openCopies())?.picture(address));
  // The request had no session. After history navigation the page may be older than the session.
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const isVisitor = 'visitor' in document.documentElement.dataset && visit?.type !== 'back_forward';
  if (isVisitor) queryClient.setQueryData(currentUser.queryKey, null);
  if (isVisitor && 'prerendered' in element.dataset) hydrateRoot(element, <Application />);
  else {
    // Load before the first render: a chunk requested during render appears a third of a second later.
    if (!isVisitor) await Members.preload();
    createRoot(element).render(<Application />);
  }
  heedSignOuts();
  addEventListener('pageshow', ({ persisted }) => void (persisted && reloadIfUserChanged()));
  // Preload the next screen after sign-in.
  fetchAhead(location.pathname === paths.login ? [Members.preload] : []);
}
