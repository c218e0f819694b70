import { useEffect, useRef } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { Placeholders } from '../../ui/feedback/list-states.tsx';
import { CardPlaceholder, DocumentCard } from './document-card.tsx';
import { DocumentList } from './document-list.tsx';
import type { Filters } from './knowledge-base-search.ts';
import { PAGE_SIZES } from '../../page-sizes.ts';

const PLACEHOLDERS = 6;
const GRID = 'grid grid-cols-1 gap-4 md:grid-cols-2 xl:grid-cols-3';

type Props = { filters: Filters; onClear: () => void };

export const DocumentGrid = ({ filters, onClear }: Props) => (
  <DocumentList
    filters={filters}
    pageSize={PAGE_SIZES.documentCards}
    onClear={onClear}
    placeholders={
      <Placeholders count={PLACEHOLDERS} className={GRID}>
        <CardPlaceholder />
      </Placeholders>
    }
  >
    {({ documents, askToDelete, selection, loadMore, isLoadingMore }) => (
      <>
        <ul className={GRID}>
          {documents.map((document) => (
            <DocumentCard
              key={document.id}
              document={document}
              selection={selection}
              onDelete={() => askToDelete(document)}
            />
          ))}
        </ul>
        {loadMore && <ShowMore isBusy={isLoadingMore} onMore={loadMore} />}
      </>
    )}
  </DocumentList>
);

/** Loads the next page when its button comes near the screen; the button itself is for keyboards. */
function ShowMore({ isBusy, onMore }: { isBusy: boolean; onMore: () => void }) {
  const sentinel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isBusy || !sentinel.current) return undefined;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onMore(), {
      rootMargin: '600px',
    });
    observer.observe(sentinel.current);
    return () => observer.disconnect();
  });
  return (
    <div ref={sentinel} className="mt-4 flex justify-center">
      <Button busy={isBusy} onClick={onMore}>
        Show more
      </Button>
    </div>
  );
}
