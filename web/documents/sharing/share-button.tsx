import { Share2 } from 'lucide-react';
import { useState } from 'react';
import type { Document } from '../../../contract/documents.ts';
import { IconButton } from '../../ui/controls/button.tsx';
import { openedLater } from '../../ui/overlays/opened-later.tsx';

const ShareDialog = openedLater(() => import('./share-dialog.tsx'), 'ShareDialog');

/** Opens the share dialog of a stored document. */
export function ShareButton({ document }: { document: Document }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton label="Share" look="default" icon={<Share2 size={16} />} onClick={() => setOpen(true)} />
      {isOpen && <ShareDialog document={document} onClose={() => setOpen(false)} />}
    </>
  );
}
