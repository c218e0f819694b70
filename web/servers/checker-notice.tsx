import { CloudOff } from 'lucide-react';
import { ExactTime } from '../ui/feedback/relative-time.tsx';

/** Says that statuses may be old while the checks themselves are cut off; the servers are not to blame. */
export const CheckerNotice = ({ since }: { since: string }) => (
  <output className="mb-4 flex items-start gap-2 rounded-md border border-yellow-line bg-yellow-soft px-3 py-2 text-sm">
    <CloudOff size={16} className="mt-0.5 flex-none text-yellow" aria-hidden />
    <span>
      The checker is offline since <ExactTime value={since} />: statuses are as last seen
    </span>
  </output>
);
