import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

export const ImportDialog = ({ open, onClose }: { open: boolean; onClose: () => void }) => (
  <Dialog open={open} onClose={onClose} title="Import documents" footer={<Button onClick={onClose}>Close</Button>} />
);
