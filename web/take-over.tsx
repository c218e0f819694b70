import './trusted.ts';
import './fresh-address.ts';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { queryClient } from './api/query-client.ts';
import { currentUser } from './api/session.ts';
import { Application } from './application.tsx';
import { fetchAhead } from './ui/fetch-ahead.ts';

/** Brings the page to life: as the server drew it where it did, else from nothing. */
export function takeOver(): void {
  const element = document.getElementById('root');
  if (!element) throw new Error('index.html has no element #root');
  // The server was sent no session. On the way back the page may be an older one, from before somebody signed in.
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const isVisitor = 'visitor' in document.documentElement.dataset && visit?.type !== 'back_forward';
  if (isVisitor) queryClient.setQueryData(currentUser.queryKey, null);
  if (isVisitor && 'drawn' in element.dataset) hydrateRoot(element, <Application />);
  else createRoot(element).render(<Application />);
  fetchAhead();
}
