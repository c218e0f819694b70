import { DatabaseZap, RefreshCw, WifiOff } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { exactTime } from '../../contract/shared/dates.ts';
import { copyTime } from '../api/copy-time.ts';
import { queryClient, repeatFailedReads, TROUBLE } from '../api/query.ts';
import { useTimeStyle } from '../lib/preferences.ts';
import { Button } from '../ui/controls/button.tsx';
import { useReadiness } from './readiness.ts';

/** A bar under the top bar while the server or its database is unavailable or read-only. Gives the reason and retries. */
export function Trouble({ onEnd }: { onEnd: () => void }) {
  const { readiness, askNow } = useReadiness(() => {
    repeatFailedReads();
    onEnd();
  });
  const [since] = useState(() => copyTime() ?? new Date());
  const asOf = exactTime(since, useTimeStyle());
  const isUnreachable = readiness?.kind === 'away';

  const retryNow = useEffectEvent(() => readiness && askNow());
  useEffect(() => {
    const look = () => retryNow();
    addEventListener(TROUBLE, look);
    return () => removeEventListener(TROUBLE, look);
  }, []);

  useEffect(() => {
    if (!isUnreachable) return;
    const { dataset, style } = document.documentElement;
    // Statuses show it through styles.css.
    dataset['outOfDate'] = '';
    style.setProperty('--as-of', JSON.stringify(`· ${/\d+:\d\d/.exec(asOf)?.[0]}`));
    return () => {
      delete dataset['outOfDate'];
      void queryClient.invalidateQueries();
    };
  }, [isUnreachable, asOf]);

  if (!readiness || readiness.kind === 'ready') return null;
  const isOffline = isUnreachable && !navigator.onLine;
  const Icon = isOffline ? WifiOff : DatabaseZap;
  return (
    <output className="flex items-center gap-2.5 border-b border-yellow-line bg-yellow-soft px-4 py-2 text-sm md:px-6">
      <Icon size={16} className="flex-none text-yellow" aria-hidden />
      <span className="min-w-0 flex-1">
        <strong className="font-semibold">{isOffline ? 'You are offline.' : readiness.text}</strong>
        {isUnreachable && ` What you see is as of ${asOf} and may be out of date. Trying again…`}
      </span>
      <Button size="small" icon={<RefreshCw size={14} aria-hidden />} onClick={askNow}>
        Retry
      </Button>
    </output>
  );
}
