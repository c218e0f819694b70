import { useEffect } from 'react';
import { reloadWhenReady } from '../lib/reload-when-ready.ts';
import { Failed } from '../ui/feedback/list-states.tsx';

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
