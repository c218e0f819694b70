import { RefreshCw, WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { Button } from './button.tsx';

const subscribe = (listener: () => void) => {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
};

/** Stands under the top bar while the machine has no network. */
export function OfflineBanner({ onRetry }: { onRetry: () => void }) {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  if (isOnline) return null;
  return (
    <output className="flex items-center gap-2.5 border-b border-yellow-line bg-yellow-soft px-4 py-2 text-sm md:px-6">
      <WifiOff size={16} className="text-yellow" aria-hidden />
      <span className="min-w-0 flex-1">
        <strong className="font-semibold">You are offline.</strong> What is shown may be old, and changes
        cannot be saved until the connection is back.
      </span>
      <Button size="small" icon={<RefreshCw size={14} aria-hidden />} onClick={onRetry}>
        Retry
      </Button>
    </output>
  );
}
