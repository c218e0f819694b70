import { useQueryClient } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { knowledgeBase } from '../../../contract/calls/documents.ts';
import { reasonOr, useSave } from '../../api/save.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Notice } from '../../ui/feedback/list-states.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { DOCUMENT_READS } from '../base.ts';

/** A document that an administrator cannot find: it may be restricted to others. */
export function TakeAccess({ documentId }: { documentId: string }) {
  const client = useQueryClient();
  const take = useSave(knowledgeBase.takeAccess, {
    invalidates: DOCUMENT_READS,
    saved: ({ title }) => ({ title: 'Access Taken', text: title }),
    failed: reasonOr('There is no such document', 'Access Not Taken'),
  });
  return (
    <>
      <PageHeader title="404 Page Not Found" />
      <Notice
        icon={<Lock size={24} strokeWidth={1.5} className="text-muted" aria-hidden />}
        title="There is no such document, or it is restricted"
        text="As an administrator you can take access. The audit log records it, and the owner is notified."
      >
        <Button
          busy={take.isPending}
          onClick={() =>
            take.mutate({ params: { id: documentId } }, { onSuccess: () => void client.resetQueries() })
          }
        >
          Take Access
        </Button>
      </Notice>
    </>
  );
}
