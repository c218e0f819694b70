import { lazy, Suspense } from 'react';
import { useCheckerOffline } from '../api/live.ts';

const CheckerNotice = lazy(async () => ({ default: (await import('./checker-notice.tsx')).CheckerNotice }));

/** Nothing while checks go on; else since when they are cut off. */
export function CheckerState() {
  const since = useCheckerOffline();
  return (
    since && (
      <Suspense>
        <CheckerNotice since={since} />
      </Suspense>
    )
  );
}
