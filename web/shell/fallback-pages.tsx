import { paths } from '../paths.ts';
import { buttonClass } from '../ui/controls/button.tsx';
import { Mark } from '../ui/feedback/mark.tsx';
import { useScreen } from '../ui/layout/page-header.tsx';
import { useEffect } from 'react';
import { reloadWhenReady } from '../lib/reload-when-ready.ts';
import { Failed } from '../ui/feedback/list-states.tsx';

/** Shown until it is known whether somebody is signed in. */
export const LoadingPage = () => (
  <main className="grid min-h-dvh place-items-center">
    <Loading />
  </main>
);

/** Shown while a screen inside the shell loads. */
export const Loading = () => <output className="block p-6 text-muted">Loading...</output>;

const TITLE = '404 Page Not Found';

export function NotFoundPage() {
  const heading = useScreen(TITLE);
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-1 p-6 text-center">
      <Mark size={24} />
      <h1 ref={heading} tabIndex={-1} className="mt-4 text-xl">
        {TITLE}
      </h1>
      <p className="text-muted">There is nothing at this address. It may have been moved or mistyped.</p>
      <a href={paths.home} className={`${buttonClass()} mt-4`}>
        Go to Ops Hub
      </a>
    </main>
  );
}

/** Replaces a screen that failed, most often because a part of it could not be loaded. */
export function ScreenFailed() {
  useEffect(() => reloadWhenReady(2_000), []);
  return (
    <Failed
      title="This screen could not be shown"
      text="Check the connection and try again. What you typed is kept as a draft."
      onRetry={() => location.reload()}
    />
  );
}
