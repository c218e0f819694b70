import { Archive } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../ui/controls/button.tsx';
import { openedLater } from '../ui/feedback/part.tsx';

const RetentionDialog = openedLater(() => import('./retention-dialog.tsx'), 'RetentionDialog');

/** Opens the settings for how long rows are kept. */
export function RetentionRow() {
  const [isOpen, setOpen] = useState(false);
  return (
    <section
      aria-label="Retention"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-border px-4 py-3 text-sm compact:py-1.5 md:px-6"
    >
      <Archive size={16} aria-hidden className="flex-none text-muted" />
      <div className="min-w-0 flex-1">
        <h2 className="font-medium">Retention</h2>
        <p className="max-w-[72ch] text-muted">
          For how long the audit log, check results, notifications, views of shared links and questions are
          kept.
        </p>
      </div>
      <span className="max-md:w-full max-md:pl-8">
        <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
          Change Retention
        </Button>
      </span>
      {isOpen && <RetentionDialog onClose={() => setOpen(false)} />}
    </section>
  );
}
