import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { type DocumentItem, type Facet, typeOf } from '../../../contract/documents.ts';
import { Placeholders } from '../../ui/feedback/list-states.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { TypeIcon } from './document-type.tsx';
import type { Filters } from './knowledge-base-search.ts';
import { useDocumentList } from './use-document-list.ts';
import { whole } from '../../lib/whole.ts';

const PAGE_SIZE = 50;
const PLACEHOLDERS = 3;

const ROW =
  'flex min-h-7 md:compact:min-h-6 w-full items-center gap-2 rounded-md px-2 text-left text-sm max-md:min-h-10';

type Props = {
  groups: Facet[];
  filters: Filters;
  /** Id of the document that is previewed. */
  item: string | undefined;
  onSelect: (item: string) => void;
};

/** Collapsible categories with how many documents each holds; a group reads its documents when it is opened. */
export const CategoryTree = ({ groups, ...rest }: Props) => (
  <section aria-label="Categories" className="py-3">
    <h2 className="mb-2 px-2 text-md">Categories</h2>
    <ul>
      {groups.map((group) => (
        <CategoryGroup key={group.value} group={group} isOnly={groups.length === 1} {...rest} />
      ))}
    </ul>
  </section>
);

type GroupProps = Omit<Props, 'groups'> & { group: Facet; isOnly: boolean };

function CategoryGroup({ group, isOnly, ...rest }: GroupProps) {
  const [isOpen, setOpen] = useState(isOnly);
  const id = useId();
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className={`${ROW} font-medium hover:bg-hover`}
      >
        <ChevronRight size={14} aria-hidden className={isOpen ? 'rotate-90 text-muted' : 'text-muted'} />
        <span className="min-w-0 flex-1 truncate">{group.value}</span>
        <span className="tech text-xs text-muted">{whole(group.count)}</span>
      </button>
      <div id={id} hidden={!isOpen}>
        {isOpen && <GroupDocuments category={group.value} {...rest} />}
      </div>
    </li>
  );
}

type DocumentsProps = Omit<GroupProps, 'group' | 'isOnly'> & { category: string };

function GroupDocuments({ category, filters, item, onSelect }: DocumentsProps) {
  const list = useDocumentList({ ...filters, category }, PAGE_SIZE);
  if (list.error && !list.data) {
    return (
      <p role="alert" className="flex items-center gap-2 py-1 pl-8 text-sm text-red">
        Could not be loaded
        <button type="button" className="underline" onClick={() => void list.refetch()}>
          Try again
        </button>
      </p>
    );
  }
  if (!list.data) return <GroupPlaceholder />;
  const left = list.total - list.documents.length;
  return (
    <ul>
      {list.documents.map((document) => (
        <li key={document.id}>
          <DocumentChoice
            document={document}
            isChosen={document.id === item}
            onChoose={() => onSelect(document.id)}
          />
        </li>
      ))}
      {list.hasNextPage && (
        <li>
          <button
            type="button"
            disabled={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
            className={`${ROW} pl-8 text-accent-ink hover:bg-hover`}
          >
            {list.isFetchingNextPage ? 'Loading...' : `${whole(left)} more`}
          </button>
        </li>
      )}
    </ul>
  );
}

type ChoiceProps = { document: DocumentItem; isChosen: boolean; onChoose: () => void };

const DocumentChoice = ({ document, isChosen, onChoose }: ChoiceProps) => (
  <button
    type="button"
    aria-current={isChosen || undefined}
    onClick={onChoose}
    className={`${ROW} pl-8 hover:bg-hover aria-current:bg-accent-soft aria-current:text-accent-ink`}
  >
    <TypeIcon type={typeOf(document.templateType)} size={14} />
    <span className="truncate">{document.title}</span>
  </button>
);

const GroupPlaceholder = () => (
  <Placeholders count={2} className="py-1 pl-8">
    <Skeleton className="my-2 h-3.5 w-3/4" />
  </Placeholders>
);

export const CategoryTreePlaceholder = () => (
  <Placeholders count={PLACEHOLDERS} className="flex flex-col gap-3 py-4">
    <Skeleton className="h-5 w-3/5" />
  </Placeholders>
);
