import { DatabaseZap, RefreshCw, WifiOff } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { duration, exactTime, timeParts, type TimeStyle } from '../../contract/shared/dates.ts';
import { TROUBLE } from '../api/outage.ts';
import { queryClient, repeatFailedReads } from '../api/query.ts';
import { useCopyTime } from '../api/shown-copies.ts';
import { setReachable } from '../lib/reachable.ts';
import { useTimeStyle } from '../lib/preferences.ts';
import { Button } from '../ui/controls/button.tsx';
import { useReadiness } from './readiness.ts';

/**
 * A bar under the top bar while the server or its database is unavailable or read-only, or while a copy is on the screen. Gives the
 * reason and retries.
 */
export function Trouble({ onEnd }: { onEnd: () => void }) {
  const copy = useCopyTime();
  const { readiness, nextAt, askNow } = useReadiness(() => {
    repeatFailedReads();
    if (!copy) onEnd();
  });
  const [since] = useState(() => new Date());
  const style = useTimeStyle();
  const asOf = timeParts(copy ?? since, style).time;
  const isUnreachable = readiness?.kind === 'away';

  const retryNow = useEffectEvent(() => readiness && askNow());
  useEffect(() => {
    const look = () => retryNow();
    addEventListener(TROUBLE, look);
    return () => removeEventListener(TROUBLE, look);
  }, []);

  useEffect(() => {
    if (!isUnreachable) return;
    document.documentElement.dataset['outOfDate'] = '';
    setReachable(false);
    return () => {
      delete document.documentElement.dataset['outOfDate'];
      setReachable(true);
      void queryClient.invalidateQueries();
    };
  }, [isUnreachable]);
  // Statuses show it through styles.css.
  useEffect(() => document.documentElement.style.setProperty('--as-of', JSON.stringify(`· ${asOf}`)), [asOf]);

  const isReady = !readiness || readiness.kind === 'ready';
  if (isReady && !copy) return null;
  const isOffline = isUnreachable && !navigator.onLine;
  const Icon = isOffline ? WifiOff : DatabaseZap;
  const problem = isOffline
    ? 'You are offline.'
    : isReady
      ? 'The server has not answered yet.'
      : readiness.text;
  return (
    <section
      aria-label="Connection"
      className="flex items-center gap-2.5 border-b border-yellow-line bg-yellow-soft px-4 py-2 text-sm max-md:flex-wrap md:px-6"
    >
      <Icon size={16} className="flex-none text-yellow" aria-hidden />
      <output className="min-w-0 flex-1 max-md:basis-4/5">
        <strong className="font-semibold">{problem}</strong>
        {copy && ` Copy of ${dayAndTime(copy, style)}, ${duration(copy)} old.`}
        {isUnreachable && copy && ` Server unreachable since ${timeParts(since, style).time}.`}
        {isUnreachable &&
          !copy &&
          ` What you see is as of ${exactTime(since, style)} and may be out of date. Trying again…`}
      </output>
      {isUnreachable && <NextTry at={nextAt} />}
      <Button size="small" icon={<RefreshCw size={14} aria-hidden />} onClick={askNow}>
        Try now
      </Button>
    </section>
  );
}

/** The day only if it is not today. */
function dayAndTime(moment: Date, style: TimeStyle): string {
  const { date, time } = timeParts(moment, style);
  return date === timeParts(new Date(), style).date ? time : `${date}, ${time}`;
}

/** Not in the live region: a screen reader would read every second. */
function NextTry({ at }: { at: number }) {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.ceil((at - now) / 1_000);
  return (
    <span className="flex-none text-muted tabular-nums">
      {seconds > 0 ? `Next try in ${seconds} s` : 'Trying…'}
    </span>
  );
}
