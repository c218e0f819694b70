import { useEffect, useState } from 'react';
import { whenIdle } from '../lib/when-idle.ts';

/** Leaves network and processor to the first screen. */
const DELAY_MS = 4_000;

/** Has the browser keep the shell, and returns what opens a newer version once there is one. */
export function useNewVersion(): (() => void) | undefined {
  const [open, setOpen] = useState<() => void>();
  useEffect(
    () =>
      whenIdle(() => {
        // A browser that forbids it shows the same screens while the server answers. The next visit tries again.
        import('./registration.ts')
          .then(({ keepShell }) => keepShell((openNewVersion) => setOpen(() => openNewVersion)))
          .catch(() => undefined);
      }, DELAY_MS),
    [],
  );
  return open;
}
