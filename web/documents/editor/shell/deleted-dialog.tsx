import { Button } from '../../../ui/controls/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';

type Props = {
  /** The server's message, with the person who deleted it if known. */
  reason: string;
  isBusy: boolean;
  onClose: () => void;
  onRestore: () => void;
  onSaveAsNew: () => void;
};

/** The document was deleted during editing. The text stays and can be stored in two ways. */
export const DeletedDialog = ({ reason, isBusy, onClose, onRestore, onSaveAsNew }: Props) => (
  <Dialog
    open
    onClose={onClose}
    title="This document was deleted"
    text={[
      reason.replace(/\.?$/, '.'),
      'What you typed is not saved, and is still here.',
      'Take the document out of the bin and save it, or save what you have as a new one.',
    ].join(' ')}
    footer={
      <>
        <Button onClick={onClose} disabled={isBusy}>
          Keep editing
        </Button>
        <Button onClick={onSaveAsNew} disabled={isBusy}>
          Save as a new document
        </Button>
        <Button look="primary" onClick={onRestore} disabled={isBusy}>
          Restore and save
        </Button>
      </>
    }
  />
);
