import './trusted.ts';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { queryClient } from './api/query-client.ts';
import { currentUser } from './api/session.ts';
import { Application, Members } from './application.tsx';
import { paths } from './paths.ts';
import { fetchAhead } from './ui/layout/fetch-ahead.ts';

/**
 * An address that is opened once more, by hand or from a bookmark, shows what it says: Chromium hands it what the page before
 * had noted for itself, such as a document that was being created. A reload and the way back go on from there.
 */
const [opened] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
if (opened?.type === 'navigate' && history.state !== null) history.replaceState(null, '');

/** The way back in the history shows the page as it was left; meanwhile somebody may have signed in or out. */
async function lookWhoIsThere(): Promise<void> {
  const before = queryClient.getQueryData(currentUser.queryKey);
  const now = await queryClient.fetchQuery({ ...currentUser, staleTime: 0 });
  if (before === undefined || before?.id !== now?.id) location.reload();
}

/** Brings the page to life: as the server drew it where it did, else from nothing. */
export async function takeOver(): Promise<void> {
  const element = document.getElementById('root');
  if (!element) throw new Error('index.html has no element #root');
  // The server was sent no session. On the way back the page may be an older one, from before somebody signed in.
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const isVisitor = 'visitor' in document.documentElement.dataset && visit?.type !== 'back_forward';
  if (isVisitor) queryClient.setQueryData(currentUser.queryKey, null);
  if (isVisitor && 'drawn' in element.dataset) hydrateRoot(element, <Application />);
  else {
    // Here before anything is drawn: what is only fetched while drawing shows up a third of a second later.
    if (!isVisitor) await Members.preload();
    createRoot(element).render(<Application />);
  }
  addEventListener('pageshow', ({ persisted }) => void (persisted && lookWhoIsThere()));
  // What follows the right password.
  fetchAhead(location.pathname === paths.login ? [Members.preload] : []);
}
