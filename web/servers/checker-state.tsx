import { CloudOff } from 'lucide-react';
import { useCheckerOffline } from '../api/live.ts';
import { ExactTime } from '../ui/feedback/relative-time.tsx';

/** A notice while the health checks are offline, because statuses may be outdated. */
export function CheckerState() {
  const since = useCheckerOffline();
  if (!since) return null;
  return (
    <output className="mb-4 flex items-start gap-2 rounded-md border border-yellow-line bg-yellow-soft px-3 py-2 text-sm">
      <CloudOff size={16} className="mt-0.5 flex-none text-yellow" aria-hidden />
      <span>
        The checker is offline since <ExactTime value={since} />: statuses are as last seen
      </span>
    </output>
  );
}
