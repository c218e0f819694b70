import { History } from 'lucide-react';
import { useState } from 'react';
import type { Document } from '../../../contract/documents.ts';
import { Button } from '../../ui/controls/button.tsx';
import { tooltip } from '../../ui/overlays/tooltip.tsx';
import { openedLater } from '../../ui/overlays/opened-later.tsx';

const VersionHistory = openedLater(() => import('./version-history.tsx'), 'VersionHistory');

type Props = {
  document: Document;
  /** Whether there is unsaved input. */
  isUnsaved: () => boolean;
};

/** Opens the versions of a stored document, which load only then. */
export function VersionHistoryButton({ document, isUnsaved }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        // The full name, also where the screen shows only a part of it.
        aria-label={`Version History v${document.version}`}
        {...tooltip('Version History')}
        icon={<History size={16} className="text-muted" aria-hidden />}
        className="max-md:px-2.5"
        onClick={() => setOpen(true)}
      >
        <span className="max-lg:hidden">Version History</span>{' '}
        <span className="tech text-muted max-md:hidden">v{document.version}</span>
      </Button>
      {isOpen && (
        <VersionHistory
          documentId={document.id}
          title={document.title}
          isUnsaved={isUnsaved}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
