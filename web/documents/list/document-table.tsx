import { ForEditors } from '../../api/for-editors.tsx';
import { classNames } from '../../lib/class-names.ts';
import type { Ref } from 'react';
import { useWindowRows } from '../../ui/layout/use-window-rows.ts';
import { Placeholders, Skeleton } from '../../ui/feedback/list-states.tsx';
import { DocumentList, type Shown } from './document-list.tsx';
import type { Filters } from './knowledge-base-search.ts';
import { Link } from '@tanstack/react-router';
import { LayoutTemplate, Trash2 } from 'lucide-react';
import { type DocumentItem } from '../../../contract/calls/documents.ts';
import { typeOf } from '../../../contract/shared/document-words.ts';
import { Badge } from '../../ui/feedback/badge.tsx';
import { IconButton } from '../../ui/controls/button.tsx';
import { LockMark } from '../readers/lock-mark.tsx';
import { useBase } from '../base.ts';
import { useDocumentLink } from '../use-document-link.ts';
import { Age, SelectBox } from './document-card.tsx';
import { TypeLabel } from './type-label.tsx';
import type { Selection } from '../../ui/controls/use-selection.ts';
import { PAGE_SIZES } from '../../page-sizes.ts';

const PLACEHOLDERS = 8;
const ROW_HEIGHT = 44;

type Props = { filters: Filters; onClear: () => void };

/** The documents as rows. Only rows near the screen are rendered. */
export const DocumentTable = ({ filters, onClear }: Props) => (
  <DocumentList
    filters={filters}
    pageSize={PAGE_SIZES.documentRows}
    onClear={onClear}
    placeholders={
      <Placeholders count={PLACEHOLDERS} className="border-t border-border">
        <div className="flex h-11 items-center gap-6 border-b border-border">
          <Skeleton className="h-4 flex-1" />
          <Skeleton className="h-4 w-28" />
          <Skeleton className="h-4 w-20 max-md:hidden" />
        </div>
      </Placeholders>
    }
  >
    {(shown) => <Rows {...shown} />}
  </DocumentList>
);

const HEADS = ['Title', 'Type', 'Category', 'Version', 'Updated'];

function Rows({ documents, askToDelete, selection, loadMore, isLoadingMore }: Shown) {
  const { body, totalHeight, measure, visible } = useWindowRows({
    rows: documents,
    height: ROW_HEIGHT,
    loadMore,
    isLoadingMore,
  });

  return (
    <div role="table" aria-label="Documents" aria-rowcount={loadMore ? -1 : documents.length + 1}>
      <div role="rowgroup" className="max-md:sr-only">
        <div role="row" aria-rowindex={1} className={`${COLUMNS} h-8 text-xs font-medium text-muted`}>
          {HEADS.map((head) => (
            <span key={head} role="columnheader" className={head === 'Version' ? 'text-right' : undefined}>
              {head}
            </span>
          ))}
          <span role="columnheader">
            <span className="sr-only">Actions</span>
          </span>
        </div>
      </div>
      <div
        ref={body}
        role="rowgroup"
        className="relative border-t border-border"
        style={{ height: totalHeight }}
      >
        {visible.map(({ row: document, index, key, offset }) => (
          <DocumentRow
            key={key}
            ref={measure}
            index={index}
            offset={offset}
            document={document}
            selection={selection}
            onDelete={() => askToDelete(document)}
          />
        ))}
      </div>
    </div>
  );
}

/** The columns of a row; on small screens the details are below the title. */
const COLUMNS =
  'grid items-center gap-x-4 grid-cols-[minmax(0,1fr)_8.5rem_8.5rem_3.5rem_8rem_1.75rem] ' +
  'max-xl:grid-cols-[minmax(0,1fr)_8.5rem_7rem_3rem_7rem_1.75rem]';

const DETAIL = 'min-w-0 truncate text-sm text-muted max-md:text-xs';

type COLUMNSProps = {
  ref: Ref<HTMLDivElement>;
  index: number;
  /** Pixels from the top of the list. */
  offset: number;
  document: DocumentItem;
  selection: Selection;
  onDelete: () => void;
};

/** One document in the list; the title link covers the whole row. */
function DocumentRow({ ref, index, offset, document, selection, onDelete }: COLUMNSProps) {
  const documentLink = useDocumentLink(useBase().path);
  return (
    <div
      ref={ref}
      role="row"
      aria-rowindex={index + 2}
      data-index={index}
      style={{ translate: `0 ${offset}px` }}
      data-selected={selection.ids.has(document.id)}
      className={classNames(
        COLUMNS,
        'absolute inset-x-0 min-h-11 md:compact:min-h-7 border-b border-border hover:bg-hover data-[selected=true]:bg-accent-soft',
        'max-md:grid-cols-[auto_minmax(0,1fr)_auto_auto_1.75rem] max-md:gap-x-2 max-md:py-2',
      )}
    >
      <span role="cell" className="flex min-w-0 items-center gap-2 max-md:col-span-4">
        <ForEditors>
          <SelectBox document={document} selection={selection} className="relative z-1 -ml-1" />
        </ForEditors>
        <Link
          {...documentLink(document.id)}
          className={
            'truncate text-sm font-medium after:absolute after:inset-0 focus-visible:outline-none ' +
            'focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 ' +
            'focus-visible:after:outline-focus'
          }
        >
          {document.title}
        </Link>
        <LockMark readers={document.readers} />
        {document.isTemplate && (
          <Badge look="soft" icon={<LayoutTemplate size={12} strokeWidth={2} aria-hidden />}>
            Template
          </Badge>
        )}
      </span>
      {/* On phones only the icon shows the type, so that the category fits. */}
      <span role="cell" className="flex min-w-0 max-md:order-1 max-sm:[&_span>span]:sr-only">
        <TypeLabel type={typeOf(document.templateType)} />
      </span>
      <span role="cell" className={`${DETAIL} max-md:order-2`}>
        {document.category}
      </span>
      <span role="cell" className={`${DETAIL} tech text-right max-md:order-3`}>
        v{document.version}
      </span>
      <span role="cell" className={`${DETAIL} max-md:order-4`}>
        <Age updatedAt={document.updatedAt} />
      </span>
      <span role="cell">
        <ForEditors>
          <IconButton
            size="small"
            label={`Delete "${document.title}"`}
            icon={<Trash2 size={16} />}
            onClick={onDelete}
            className="relative z-1"
          />
        </ForEditors>
      </span>
    </div>
  );
}
