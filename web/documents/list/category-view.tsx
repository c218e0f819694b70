import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { Group, Panel, Separator } from 'react-resizable-panels';
import { messageOf } from '../../../contract/error.ts';
import { query } from '../../api/query.ts';
import { useMedia } from '../../lib/use-media.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Failed } from '../../ui/feedback/list-states.tsx';
import { Part } from '../../ui/feedback/part.tsx';
import { useBase } from '../base.ts';
import { CategoryTree, CategoryTreePlaceholder } from './category-tree.tsx';
import { DocumentPreview } from './document-preview.tsx';
import { NothingHere } from './document-list.tsx';
import { hasFilters, type KnowledgeBaseSearch } from './knowledge-base-search.ts';
import { ListSummary } from './list-summary.tsx';
import { useDocumentDeletion } from './use-document-deletion.ts';

/** As high as the screen under the bars, and never too low to read in. */
const HEIGHT = 'h-[max(26rem,calc(100dvh-12.5rem))]';

type Props = {
  search: KnowledgeBaseSearch;
  onSelect: (item: string | undefined) => void;
  onClear: () => void;
};

/** The categories as a tree beside a preview of the chosen document; on small screens one after the other. */
export function CategoryView({ search, onSelect, onClear }: Props) {
  const { calls } = useBase();
  const { q, type, category, item } = search;
  const facets = useQuery(query(calls.facets, { query: { q, type } }));
  const askToDelete = useDocumentDeletion();
  const isWide = useMedia('(width >= 48rem)');

  if (facets.error && !facets.data) {
    const why = messageOf(facets.error, 'The server did not answer.');
    return <Failed title="Categories could not be loaded" text={why} onRetry={() => void facets.refetch()} />;
  }
  const groups = facets.data?.categories.filter(({ value }) => !category || value === category);
  const total = groups?.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) {
    return (
      <>
        <ListSummary filters={search} total={0} />
        <NothingHere isFiltered={hasFilters(search)} onClear={onClear} />
      </>
    );
  }
  const tree = groups ? (
    <CategoryTree groups={groups} filters={{ q, type }} item={item} onSelect={onSelect} />
  ) : (
    <CategoryTreePlaceholder />
  );
  const preview = (
    <Part name="The preview" of={[item]}>
      <DocumentPreview id={item} onDelete={askToDelete} />
    </Part>
  );
  return (
    <>
      <ListSummary filters={search} total={total} />
      {isWide ? (
        <div className={`${HEIGHT} border-t border-border`}>
          <Group orientation="horizontal">
            <Panel defaultSize="30%" minSize="25%" maxSize="50%" className="overflow-y-auto! pr-2">
              {tree}
            </Panel>
            <Separator
              aria-label="Width of the categories"
              className="group relative w-px bg-border outline-offset-4 hover:bg-border-strong"
            >
              <span
                className={
                  'absolute top-1/2 -left-0.5 h-10 w-1.25 -translate-y-1/2 rounded-full bg-border-strong ' +
                  'group-hover:bg-muted'
                }
              />
            </Separator>
            <Panel className="overflow-y-auto! pl-6">{preview}</Panel>
          </Group>
        </div>
      ) : item ? (
        <>
          <Button
            icon={<ArrowLeft size={16} aria-hidden />}
            className="my-2"
            onClick={() => onSelect(undefined)}
          >
            Back to Categories
          </Button>
          {preview}
        </>
      ) : (
        <div className="border-t border-border">{tree}</div>
      )}
    </>
  );
}
