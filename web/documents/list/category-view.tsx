import { ForEditors } from '../../api/for-editors.tsx';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, ChevronRight, FileText, Pencil, Trash2 } from 'lucide-react';
import { Group, Panel, Separator } from 'react-resizable-panels';
import { messageOf, ApiError } from '../../../contract/shared/error.ts';
import { query } from '../../api/query.ts';
import { ReadFailed } from '../../api/read-failed.tsx';
import { useMedia } from '../../lib/use-media.ts';
import { Button, IconButton } from '../../ui/controls/button.tsx';
import { Failed, Placeholders, Notice, Skeleton } from '../../ui/feedback/list-states.tsx';
import { Part } from '../../ui/feedback/part.tsx';
import { LockMark } from '../readers/lock-mark.tsx';
import { useBase } from '../base.ts';
import { NothingHere, ListSummary, useDocumentList } from './document-list.tsx';
import { hasFilters, type KnowledgeBaseSearch, type Filters } from './knowledge-base-search.ts';
import { useDocumentDeletion } from './use-document-deletion.ts';
import { useId, useState } from 'react';
import { type DocumentItem, type Facet, type Document } from '../../../contract/calls/documents.ts';
import { typeOf } from '../../../contract/shared/document-words.ts';
import { TypeIcon, TypeLabel } from './type-label.tsx';
import { formatCount } from '../../lib/format-count.ts';
import { useNavigate } from '@tanstack/react-router';
import { Badge } from '../../ui/feedback/badge.tsx';
import { RelativeTime } from '../../ui/feedback/relative-time.tsx';
import { Preview } from '../editor/shell/preview.tsx';
import { useStoredDocument } from '../reading/use-stored-document.ts';
import { WatchDocument } from './watch-document.tsx';
import { PAGE_SIZES } from '../../page-sizes.ts';

/** The screen height below the bars, with a minimum for reading. */
const HEIGHT = 'h-[max(26rem,calc(100dvh-12.5rem))]';

type Props = {
  search: KnowledgeBaseSearch;
  onSelect: (item: string | undefined) => void;
  onClear: () => void;
};

/** The categories as a tree next to a preview of the chosen document; on small screens one below the other. */
export function CategoryView({ search, onSelect, onClear }: Props) {
  const { calls } = useBase();
  const { q, type, category, item } = search;
  const facets = useQuery(query(calls.facets, { query: { q, type } }));
  const askToDelete = useDocumentDeletion();
  const isWide = useMedia('(width >= 48rem)');

  if (facets.error && !facets.data) {
    return <ReadFailed read={facets} title="Categories could not be loaded" />;
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

const PLACEHOLDERS = 3;

const ROW =
  'flex min-h-7 md:compact:min-h-6 w-full items-center gap-2 rounded-md px-2 text-left text-sm max-md:min-h-10';

type CategoryTreeProps = {
  groups: Facet[];
  filters: Filters;
  /** Id of the document in the preview. */
  item: string | undefined;
  onSelect: (item: string) => void;
};

/** Collapsible categories with their document counts; a category loads its documents when opened. */
const CategoryTree = ({ groups, ...rest }: CategoryTreeProps) => (
  <section aria-label="Categories" className="py-3">
    <h2 className="mb-2 px-2 text-md">Categories</h2>
    <ul>
      {groups.map((group) => (
        <CategoryGroup key={group.value} group={group} isOnly={groups.length === 1} {...rest} />
      ))}
    </ul>
  </section>
);

type GroupProps = Omit<CategoryTreeProps, 'groups'> & { group: Facet; isOnly: boolean };

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
        <span className="tech text-xs text-muted">{formatCount(group.count)}</span>
      </button>
      <div id={id} hidden={!isOpen}>
        {isOpen && <GroupDocuments category={group.value} {...rest} />}
      </div>
    </li>
  );
}

type DocumentsProps = Omit<GroupProps, 'group' | 'isOnly'> & { category: string };

function GroupDocuments({ category, filters, item, onSelect }: DocumentsProps) {
  const list = useDocumentList({ ...filters, category }, PAGE_SIZES.documentRows);
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
          <DocumentOption
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
            {list.isFetchingNextPage ? 'Loading...' : `${formatCount(left)} more`}
          </button>
        </li>
      )}
    </ul>
  );
}

type OptionProps = { document: DocumentItem; isChosen: boolean; onChoose: () => void };

const DocumentOption = ({ document, isChosen, onChoose }: OptionProps) => (
  <button
    type="button"
    aria-current={isChosen || undefined}
    onClick={onChoose}
    className={`${ROW} pl-8 hover:bg-hover aria-current:bg-accent-soft aria-current:text-accent-ink`}
  >
    <TypeIcon type={typeOf(document.templateType)} size={14} />
    <span className="truncate">{document.title}</span>
    <LockMark readers={document.readers} />
  </button>
);

const GroupPlaceholder = () => (
  <Placeholders count={2} className="py-1 pl-8">
    <Skeleton className="my-2 h-3.5 w-3/4" />
  </Placeholders>
);

const CategoryTreePlaceholder = () => (
  <Placeholders count={PLACEHOLDERS} className="flex flex-col gap-3 py-4">
    <Skeleton className="h-5 w-3/5" />
  </Placeholders>
);

type DocumentPreviewProps = { id: string | undefined; onDelete: (document: Document) => void };

/** The chosen document with its actions. */
const DocumentPreview = ({ id, onDelete }: DocumentPreviewProps) =>
  id ? <ChosenDocument key={id} id={id} onDelete={onDelete} /> : <NothingChosen />;

const NothingChosen = () => (
  <Notice
    icon={<FileText size={24} strokeWidth={1.5} className="text-muted" aria-hidden />}
    title="Select a document to preview"
    text="Open a category and choose one of its documents"
  />
);

function ChosenDocument({ id, onDelete }: { id: string; onDelete: DocumentPreviewProps['onDelete'] }) {
  const { path } = useBase();
  const navigate = useNavigate();
  const { document: data, error, isPending, retry } = useStoredDocument(id);
  if (error instanceof ApiError && error.status === 404) return <NothingChosen />;
  if (isPending) {
    return (
      <Placeholders count={4} className="pt-8">
        <Skeleton className="mb-4 h-5 w-3/5" />
      </Placeholders>
    );
  }
  if (!data) {
    const why = messageOf(error, 'The server did not answer.');
    return <Failed title="The document could not be loaded" text={why} onRetry={retry} />;
  }
  return (
    <section aria-label={`Preview of ${data.title}`} className="py-3">
      <header className="mb-2 flex min-h-8 items-center gap-2">
        <TypeLabel type={typeOf(data.templateType)} />
        {data.category && <Badge>{data.category}</Badge>}
        <span className="flex-1" />
        <ForEditors>
          <Button
            size="small"
            icon={<Pencil size={14} className="text-muted" aria-hidden />}
            onClick={() => void navigate({ to: path, search: (search) => ({ ...search, doc: data.id }) })}
          >
            Edit
          </Button>
        </ForEditors>
        <WatchDocument document={data} size="small" />
        <ForEditors>
          <IconButton
            size="small"
            label={`Delete "${data.title}"`}
            icon={<Trash2 size={16} />}
            onClick={() => onDelete(data)}
          />
        </ForEditors>
      </header>
      <Preview title={data.title} content={data.content}>
        <p className="mt-1.5 text-xs text-muted">
          <span className="tech">v{data.version}</span> · updated <RelativeTime value={data.updatedAt} /> by{' '}
          {data.lastUpdatedByName ?? data.authorName}
        </p>
      </Preview>
    </section>
  );
}
