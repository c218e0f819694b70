import { useNavigate } from '@tanstack/react-router';
import { BookOpen } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import type { DocumentItem } from '../../../contract/documents.ts';
import { messageOf } from '../../../contract/error.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Failed, NothingFound, Notice } from '../../ui/feedback/list-states.tsx';
import { useBase } from '../base.ts';
import { type Filters, hasFilters } from './knowledge-base-search.ts';
import { ListSummary } from './list-summary.tsx';
import { type Selection, useSelection } from '../selection/use-selection.ts';
import { useDocumentDeletion } from './use-document-deletion.ts';
import { useDocumentList } from './use-document-list.ts';

const SelectionBar = lazy(async () => ({
  default: (await import('../selection/selection-bar.tsx')).SelectionBar,
}));

export type Shown = {
  documents: DocumentItem[];
  askToDelete: (document: DocumentItem) => void;
  selection: Selection;
  /** Set while there are more. */
  loadMore: (() => void) | undefined;
  isLoadingMore: boolean;
};

type Props = {
  filters: Filters;
  pageSize: number;
  placeholders: ReactNode;
  onClear: () => void;
  /** Draws the documents once there are any. */
  children: (shown: Shown) => ReactNode;
};

/** A list of documents with its states and its summary line; how it looks is left to the caller. */
export function DocumentList({ filters, pageSize, placeholders, onClear, children }: Props) {
  const { pageTitle } = useBase();
  const list = useDocumentList(filters, pageSize);
  const askToDelete = useDocumentDeletion();
  const selection = useSelection();
  if (list.isPending) return placeholders;
  if (!list.data) {
    const why = messageOf(list.error, 'The server did not answer.');
    return (
      <Failed title={`${pageTitle} could not be loaded`} text={why} onRetry={() => void list.refetch()} />
    );
  }
  return (
    <>
      <ListSummary
        filters={filters}
        total={list.total}
        note={filters.q ? 'Best match first' : 'Recently updated first'}
      />
      {list.documents.length === 0 ? (
        <NothingHere isFiltered={hasFilters(filters)} onClear={onClear} />
      ) : (
        children({
          documents: list.documents,
          askToDelete,
          selection,
          loadMore: list.hasNextPage ? () => void list.fetchNextPage() : undefined,
          isLoadingMore: list.isFetchingNextPage,
        })
      )}
      {selection.ids.size > 0 && (
        <Suspense>
          <SelectionBar selection={selection} loaded={list.documents} />
        </Suspense>
      )}
    </>
  );
}

export function NothingHere({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const { path, nothingFound, nothingYet } = useBase();
  const navigate = useNavigate();
  if (isFiltered) return <NothingFound {...nothingFound} onClear={onClear} />;
  return (
    <Notice
      icon={<BookOpen size={24} strokeWidth={1.5} className="text-muted" aria-hidden />}
      title={nothingYet.title}
      text={nothingYet.text}
    >
      <Button onClick={() => void navigate({ to: path, state: { createAs: 'knowledge-base' } })}>
        {nothingYet.create}
      </Button>
    </Notice>
  );
}
