import { ForEditors } from '../../../api/for-editors.tsx';
import { Link } from '@tanstack/react-router';
import { History, Share2, Printer } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Document } from '../../../../contract/calls/documents.ts';
import { useOpenedItem } from '../../../api/opened-items.ts';
import { Button, IconButton, buttonClass } from '../../../ui/controls/button.tsx';
import { tooltip } from '../../../ui/overlays/tooltip.tsx';
import { openedLater } from '../../../ui/feedback/part.tsx';
import { paths } from '../../../paths.ts';
import { WatchDocument } from '../../list/watch-document.tsx';

const ShareDialog = openedLater(() => import('../../sharing/share-dialog.tsx'), 'ShareDialog');
const VersionHistory = openedLater(() => import('../../versions/version-history.tsx'), 'VersionHistory');

/** A link that looks like a button with an icon. */
export const ICON_LINK = `${buttonClass({})} w-8 px-0! text-muted hover:text-text max-md:w-10`;

type Props = {
  document: Document;
  /** Whether there is unsaved input. */
  isUnsaved: () => boolean;
  /** Where the actions are those of the editor: the way to the page to read. On a phone it takes the place of printing. */
  children?: ReactNode;
};

/** What the bar offers for a stored document, beside saving. */
export function StoredDocumentActions({ document, isUnsaved, children }: Props) {
  useOpenedItem({ kind: 'document', id: document.id, title: document.title });
  return (
    <>
      <WatchDocument document={document} />
      {children}
      <PrintLink documentId={document.id} className={children ? 'max-sm:hidden' : ''} />
      <ForEditors>
        <ShareButton document={document} />
      </ForEditors>
      <VersionHistoryButton document={document} isUnsaved={isUnsaved} />
    </>
  );
}

/** Opens the versions of a stored document, which load only then. */
function VersionHistoryButton({ document, isUnsaved }: Omit<Props, 'children'>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        // The full name, also where the screen shows only a part of it.
        aria-label={`Version History v${document.version}`}
        data-action="h"
        needsServer
        {...tooltip('Version History', { shortcut: 'h' })}
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

/** Opens the share dialog of a stored document. */
function ShareButton({ document }: { document: Document }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton
        data-action=""
        needsServer
        label="Share"
        look="default"
        icon={<Share2 size={16} />}
        onClick={() => setOpen(true)}
      />
      {isOpen && <ShareDialog document={document} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Opens the print view of a stored document in a new tab, next to the editor. */
const PrintLink = ({ documentId, className }: { documentId: string; className: string }) => (
  <Link
    to={paths.print}
    params={{ documentId }}
    target="_blank"
    aria-label="Print"
    className={`${ICON_LINK} ${className}`}
    data-action="p"
    {...tooltip('Print', { shortcut: 'p' })}
  >
    <Printer size={16} aria-hidden />
  </Link>
);
