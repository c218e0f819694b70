import { useState } from 'react';
import { useToast } from './toasts.ts';
import { openedLater } from './opened-later.tsx';

const ToastArea = openedLater(() => import('./toast-area.tsx'), 'ToastArea', { shownAs: 'The message' });

/**
 * Mounted once in the application. The toast component loads with the first toast and stays. The live region exists
 * from the start, since screen readers often miss one that appears together with its text.
 */
export function Toaster() {
  const toast = useToast();
  const [isNeeded, setNeeded] = useState(false);
  if (toast && !isNeeded) setNeeded(true);
  return <div aria-live="polite">{isNeeded && <ToastArea toast={toast} />}</div>;
}
