import { useInfiniteQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type DocumentItem, typeOf } from '../../contract/documents.ts';
import { messageOf } from '../../contract/error.ts';
import { pages } from '../api/query.ts';
import { useSave } from '../api/save.ts';
import { useCurrentUser } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Failed, Notice, Placeholders } from '../ui/list-states.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { DOCUMENT_READS, useBase } from './base.ts';
import { TypeIcon } from './document-type.tsx';
import { useUndelete } from './use-document-deletion.tsx';

const PAGE_SIZE = 50;

/** Deleted documents: everybody may take them back, administrators may delete them for good. */
export const BinDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog
    open
    onClose={onClose}
    width="form"
    title="Bin"
    text="Deleted documents stay here for 30 days."
    footer={<Button onClick={onClose}>Close</Button>}
  >
    <BinList />
  </Dialog>
);

function BinList() {
  const { calls } = useBase();
  const list = useInfiniteQuery(pages(calls.bin, { query: { limit: PAGE_SIZE } }));
  const isAdmin = useCurrentUser().data?.role === 'admin';
  const undelete = useUndelete();
  const [asked, setAsked] = useState<DocumentItem>();
  const purge = useSave(calls.purge, {
    invalidates: DOCUMENT_READS,
    saved: () => ({ title: 'Deleted for good' }),
    failed: (error) => ({ title: 'Error', text: messageOf(error, 'Failed to delete. Please try again.') }),
  });
  if (list.isPending) {
    return (
      <Placeholders count={3} className="mt-4">
        <Skeleton className="my-4 h-4 w-3/5" />
      </Placeholders>
    );
  }
  if (!list.data) {
    const why = messageOf(list.error, 'The server did not answer.');
    return <Failed title="The bin could not be loaded" text={why} onRetry={() => void list.refetch()} />;
  }
  const documents = list.data.pages.flatMap((page) => page.items);
  if (documents.length === 0) {
    return (
      <Notice
        icon={<Trash2 size={24} strokeWidth={1.5} className="text-muted" aria-hidden />}
        title="The bin is empty"
        text="Nothing was deleted in the last 30 days"
      />
    );
  }
  return (
    <>
      <ul aria-label="Deleted documents" className="mt-4 border-t border-border">
        {documents.map((document) => (
          <li
            key={document.id}
            className="flex flex-wrap items-center gap-x-2.5 gap-y-1 border-b border-border py-2"
          >
            <TypeIcon type={typeOf(document.templateType)} size={16} />
            <span className="min-w-40 flex-1">
              <span className="block text-sm font-medium [overflow-wrap:anywhere]">{document.title}</span>
              <span className="block text-xs text-muted">
                v{document.version} · deleted <RelativeTime value={document.deletedAt} />
              </span>
            </span>
            {isAdmin && (
              <Button size="small" look="danger-outline" onClick={() => setAsked(document)}>
                Delete for good
              </Button>
            )}
            <Button
              size="small"
              aria-label={`Restore "${document.title}"`}
              disabled={undelete.isPending}
              onClick={() => undelete.mutate({ params: { id: document.id } })}
            >
              Restore
            </Button>
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <Button
          className="mt-3 w-full"
          busy={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          Show more
        </Button>
      )}
      {asked && (
        <ConfirmDialog
          open
          onClose={() => setAsked(undefined)}
          onConfirm={() => purge.mutate({ params: { id: asked.id } })}
          title="Delete for good?"
          text={`"${asked.title}" and all of its versions are lost. This action cannot be undone.`}
          confirmLabel="Delete for good"
        />
      )}
    </>
  );
}
