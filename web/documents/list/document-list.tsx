import { ForEditors } from '../../api/for-editors.tsx';
import { useNavigate, Link } from '@tanstack/react-router';
import { BookOpen, FolderDown, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { DocumentItem } from '../../../contract/calls/documents.ts';
import { ReadFailed } from '../../api/read-failed.tsx';
import { Button, buttonClass } from '../../ui/controls/button.tsx';
import { DrawnLater } from '../../ui/feedback/drawn-later.tsx';
import { NothingFound, Notice } from '../../ui/feedback/list-states.tsx';
import { useBase, DOCUMENTS } from '../base.ts';
import { type Filters, hasFilters } from './knowledge-base-search.ts';
import { type Selection, useSelection } from '../../ui/controls/use-selection.ts';
import { useDocumentDeletion } from './use-document-deletion.ts';
import { paths } from '../../paths.ts';
import { addressOf } from '../../../contract/calls/call.ts';
import { formatCount } from '../../lib/format-count.ts';
import { openedLater } from '../../ui/feedback/part.tsx';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { pages } from '../../api/query.ts';

const SelectionBar = openedLater(() => import('../selection/selection-bar.tsx'), 'SelectionBar', {
  shownAs: 'The bar of actions',
});

export type Shown = {
  documents: DocumentItem[];
  askToDelete: (document: DocumentItem) => void;
  selection: Selection;
  /** Undefined if there are no more documents. */
  loadMore: (() => void) | undefined;
  isLoadingMore: boolean;
};

type Props = {
  filters: Filters;
  pageSize: number;
  placeholders: ReactNode;
  onClear: () => void;
  /** Renders the documents once they are loaded. */
  children: (shown: Shown) => ReactNode;
};

/** A list of documents with its states and its summary line; the caller renders the rows. */
export function DocumentList({ filters, pageSize, placeholders, onClear, children }: Props) {
  const { pageTitle } = useBase();
  const list = useDocumentList(filters, pageSize);
  const askToDelete = useDocumentDeletion();
  const selection = useSelection();
  if (list.isPending) return placeholders;
  if (!list.data) {
    return <ReadFailed read={list} title={`${pageTitle} could not be loaded`} />;
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
        <DrawnLater placeholder={placeholders}>
          {() =>
            children({
              documents: list.documents,
              askToDelete,
              selection,
              loadMore: list.hasNextPage ? () => void list.fetchNextPage() : undefined,
              isLoadingMore: list.isFetchingNextPage,
            })
          }
        </DrawnLater>
      )}
      {selection.ids.size > 0 && <SelectionBar selection={selection} list={list} filters={filters} />}
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
      <ForEditors>
        <Button onClick={() => void navigate({ to: path, state: { createAs: 'knowledge-base' } })}>
          {nothingYet.create}
        </Button>
      </ForEditors>
    </Notice>
  );
}

const DocumentBin = openedLater(() => import('./document-bin.tsx'), 'DocumentBin');

const SharedWithMe = openedLater(() => import('../sharing/shared-with-me.tsx'), 'SharedWithMe');

/** Small enough that four of them and the count fit on one line of a phone. */
const small = 'text-xs! max-md:px-1.5!';
const quiet = `${buttonClass({ look: 'quiet', size: 'small' })} ${small}`;

type ListSummaryProps = {
  /** Undefined until it is loaded. */
  total: number | undefined;
  note?: string;
  filters: Filters;
};

/**
 * The number of documents, and links to the other page with the same documents, a zip export of the filtered documents,
 * shared documents and the bin.
 */
export function ListSummary({ total, note, filters }: ListSummaryProps) {
  const base = useBase();
  const [open, setOpen] = useState<'bin' | 'shared'>();
  const exportFilters = { q: filters.q, type: filters.type, category: filters.category };
  const close = () => setOpen(undefined);
  const isDocuments = base === DOCUMENTS;
  return (
    <div className="mb-2 flex flex-wrap items-center justify-end text-xs font-medium text-muted">
      <output className="whitespace-nowrap tabular-nums">
        {total !== undefined && `${formatCount(total)} ${total === 1 ? 'item' : 'items'}`}
      </output>
      {note && <p className="ml-2 font-normal max-md:hidden">· {note}</p>}
      <span className="flex-1" />
      <Link to={isDocuments ? paths.knowledgeBase : paths.documents} className={quiet}>
        {isDocuments ? 'Knowledge Base' : 'Documents'}
      </Link>
      {total !== 0 && (
        <a
          href={addressOf(`${base.calls.list.path}/export`, undefined, exportFilters)}
          download
          aria-label="Export"
          className={quiet}
        >
          <FolderDown size={14} aria-hidden />
          <span className="max-md:hidden">Export</span>
        </a>
      )}
      <Button
        look="quiet"
        size="small"
        className={small}
        aria-label="Shared with me"
        onClick={() => setOpen('shared')}
      >
        <span>
          Shared<span className="max-md:hidden"> with me</span>
        </span>
      </Button>
      <ForEditors>
        <Button
          look="quiet"
          size="small"
          className={`-mr-2 max-md:-mr-1.5 ${small}`}
          icon={<Trash2 size={14} aria-hidden />}
          aria-label="Bin"
          onClick={() => setOpen('bin')}
        >
          <span className="max-md:hidden">Bin</span>
        </Button>
      </ForEditors>
      {open === 'bin' && <DocumentBin onClose={close} />}
      {open === 'shared' && <SharedWithMe onClose={close} />}
    </div>
  );
}

/** The documents that match the filters, page by page, without their texts. */
export function useDocumentList({ q, type, category }: Filters, limit: number) {
  const { calls } = useBase();
  const list = useInfiniteQuery({
    ...pages(calls.list, { query: { q, type, category, limit, fields: 'card' } }),
    placeholderData: keepPreviousData,
  });
  return {
    ...list,
    documents: list.data?.pages.flatMap((page) => page.items) ?? [],
    total: list.data?.pages[0]?.total ?? 0,
  };
}
