import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BookOpen } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { knowledgeBase } from '../../contract/documents.ts';
import { messageOf } from '../../contract/error.ts';
import { pages } from '../api/query.ts';
import { paths } from '../paths.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Failed, Notice, NothingFound, Placeholders } from '../ui/list-states.tsx';
import { CardPlaceholder, DocumentCard } from './document-card.tsx';
import { hasFilters, type KnowledgeBaseSearch } from './knowledge-base-search.ts';
import { useDocumentDeletion } from './use-document-deletion.tsx';

const PAGE_SIZE = 24;
const PLACEHOLDERS = 6;
const GRID = 'grid grid-cols-1 gap-4 md:grid-cols-2 xl:grid-cols-3';

type Props = { search: KnowledgeBaseSearch; onClear: () => void };

export function DocumentGrid({ search, onClear }: Props) {
  const { q, type, category } = search;
  const list = useInfiniteQuery({
    ...pages(knowledgeBase.list, { query: { q, type, category, limit: PAGE_SIZE, fields: 'card' } }),
    placeholderData: keepPreviousData,
  });
  const { askToDelete, dialog } = useDocumentDeletion();

  if (list.isPending) {
    return (
      <Placeholders count={PLACEHOLDERS} className={GRID}>
        <CardPlaceholder />
      </Placeholders>
    );
  }
  if (!list.data) {
    const why = messageOf(list.error, 'The server did not answer.');
    return (
      <Failed title="Knowledge base could not be loaded" text={why} onRetry={() => void list.refetch()} />
    );
  }
  const documents = list.data.pages.flatMap((page) => page.items);
  const total = list.data.pages[0]?.total ?? 0;
  return (
    <>
      <div className="mb-3 flex text-xs font-medium text-muted">
        <output className="tabular-nums">
          {total.toLocaleString('en-US')} {total === 1 ? 'item' : 'items'}
        </output>
        <p className="ml-auto max-md:hidden">{q ? 'Best match first' : 'Recently updated first'}</p>
      </div>
      {documents.length === 0 && <NothingHere isFiltered={hasFilters(search)} onClear={onClear} />}
      <ul className={GRID}>
        {documents.map((document) => (
          <DocumentCard key={document.id} document={document} onDelete={() => askToDelete(document)} />
        ))}
      </ul>
      {list.hasNextPage && (
        <ShowMore isBusy={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />
      )}
      {dialog}
    </>
  );
}

const NothingHere = ({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) =>
  isFiltered ? (
    <NothingFound title="No items found" text="Try adjusting your search criteria" onClear={onClear} />
  ) : (
    <Notice
      icon={<BookOpen size={24} strokeWidth={1.5} className="text-muted" aria-hidden />}
      title="No knowledge items yet"
      text="Create your first knowledge item to get started"
    >
      <Link to={paths.knowledgeBase} search={{ create: 'knowledge-base' }} className={buttonClass()}>
        Create Knowledge Base
      </Link>
    </Notice>
  );

/** Loads the next page when its button comes near; the button itself is for keyboards. */
function ShowMore({ isBusy, onMore }: { isBusy: boolean; onMore: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isBusy || !place.current) return undefined;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onMore(), {
      rootMargin: '600px',
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  });
  return (
    <div ref={place} className="mt-4 flex justify-center">
      <Button busy={isBusy} onClick={onMore}>
        Show more
      </Button>
    </div>
  );
}
