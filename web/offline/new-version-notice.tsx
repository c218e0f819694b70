import { RefreshCw } from 'lucide-react';
import { Button } from '../ui/controls/button.tsx';

/** A bar under the top bar when a newer version than the one on the screen is ready. */
export const NewVersionNotice = ({ onReload }: { onReload: () => void }) => (
  <output className="flex items-center gap-2.5 border-b border-border bg-raised px-4 py-2 text-sm md:px-6 print:hidden">
    <span className="min-w-0 flex-1">A new version of Ops Hub is ready.</span>
    <Button size="small" icon={<RefreshCw size={14} aria-hidden />} onClick={onReload}>
      Reload
    </Button>
  </output>
);
