import { useState } from 'react';
import { useToast } from './toasts.ts';
import { openedLater } from './opened-later.tsx';

const ToastArea = openedLater(() => import('./toast-area.tsx'), 'ToastArea', { shownAs: 'The message' });

/**
 * Stands once in the application; what shows toasts is fetched with the first one and stays from then on. The region that
 * screen readers listen to is there from the start, since they often miss one that comes together with its text.
 */
export function Toaster() {
  const toast = useToast();
  const [isNeeded, setNeeded] = useState(false);
  if (toast && !isNeeded) setNeeded(true);
  return <div aria-live="polite">{isNeeded && <ToastArea toast={toast} />}</div>;
}
