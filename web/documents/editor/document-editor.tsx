import type { DocumentType } from '../../../contract/documents.ts';
import { TYPE_LABELS } from '../../../contract/documents.ts';
import { Button } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

type Props = { documentId?: string | undefined; createAs?: DocumentType | undefined; onClose: () => void };

export const DocumentEditor = ({ documentId, createAs = 'knowledge-base', onClose }: Props) => (
  <>
    <PageHeader title={`${documentId ? 'Edit' : 'Create'} ${TYPE_LABELS[createAs]}`} />
    <div className="p-6">
      <Button onClick={onClose}>Cancel</Button>
    </div>
  </>
);
