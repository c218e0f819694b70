import { ForEditors } from '../../api/for-editors.tsx';
import { Link } from '@tanstack/react-router';
import { Hourglass, LayoutTemplate, Trash2 } from 'lucide-react';
import { type DocumentItem } from '../../../contract/calls/documents.ts';
import { typeOf } from '../../../contract/shared/document-words.ts';
import './document-card.css';
import { Badge } from '../../ui/feedback/badge.tsx';
import { IconButton } from '../../ui/controls/button.tsx';
import { RelativeTime } from '../../ui/feedback/relative-time.tsx';
import { Skeleton } from '../../ui/feedback/list-states.tsx';
import { LockMark } from '../readers/lock-mark.tsx';
import { useBase } from '../base.ts';
import { useDocumentLink } from '../use-document-link.ts';
import type { Selection } from '../../ui/controls/use-selection.ts';
import { TypeLabel } from './type-label.tsx';

const SHOWN_TAGS = 3;
/** A document not changed for a year may be out of date. */
const STALE_MS = 365 * 24 * 3600 * 1000;

type Props = { document: DocumentItem; selection: Selection; onDelete: () => void };

/** One document in the grid; the title link covers the whole card. */
export function DocumentCard({ document, selection, onDelete }: Props) {
  const documentLink = useDocumentLink(useBase().path);
  return (
    <li className="card-place">
      <article className="card-frame card" data-selecting={selection.ids.size > 0 || undefined}>
        <header className="flex h-6 items-center gap-1.5">
          <TypeLabel type={typeOf(document.templateType)} />
          <LockMark readers={document.readers} />
          <span className="flex-1" />
          {document.isTemplate && (
            <span className="card-badge">
              <Badge look="soft" icon={<LayoutTemplate size={12} strokeWidth={2} aria-hidden />}>
                Template
              </Badge>
            </span>
          )}
          <ForEditors>
            <SelectBox document={document} selection={selection} className="card-tool card-select" />
            <IconButton
              size="small"
              label={`Delete "${document.title}"`}
              icon={<Trash2 size={16} />}
              onClick={onDelete}
              className="card-tool card-delete"
            />
          </ForEditors>
        </header>
        <h2 className="mt-2.5 line-clamp-2 text-md/5.25 [overflow-wrap:anywhere]">
          <Link {...documentLink(document.id)} className="card-link">
            {document.title}
          </Link>
        </h2>
        {document.summary && (
          <p className="mt-1 line-clamp-2 text-sm/4.75 [overflow-wrap:anywhere] text-muted">
            {document.summary}
          </p>
        )}
        <Tags tags={document.tags} />
        <footer className="mt-auto flex min-w-0 items-center gap-2 pt-2.5 text-xs text-muted">
          <span className="tech">v{document.version}</span>
          <span aria-hidden>·</span>
          <Age updatedAt={document.updatedAt} />
          <span className="flex-1" />
          {document.category && <Badge>{document.category}</Badge>}
        </footer>
      </article>
    </li>
  );
}

const Tags = ({ tags }: { tags: string[] }) =>
  tags.length > 0 && (
    <ul aria-label="Tags" className="mt-2 flex h-4 min-w-0 gap-2 overflow-hidden text-xs text-muted">
      {tags.slice(0, SHOWN_TAGS).map((tag) => (
        <li key={tag} className="truncate before:content-['#']">
          {tag}
        </li>
      ))}
      {tags.length > SHOWN_TAGS && <li className="text-text">+{tags.length - SHOWN_TAGS}</li>}
    </ul>
  );

const isStale = (updatedAt: string): boolean => Date.now() - Date.parse(updatedAt) > STALE_MS;

/** The time of the last change, with a warning if it is long ago. */
export const Age = ({ updatedAt }: { updatedAt: string }) =>
  isStale(updatedAt) ? (
    <span className="flex items-center gap-1 whitespace-nowrap text-yellow">
      <Hourglass size={12} strokeWidth={2} aria-hidden />
      <RelativeTime value={updatedAt} />
    </span>
  ) : (
    <RelativeTime value={updatedAt} className="whitespace-nowrap" />
  );

/** Same size and spacing as a card. */
export const CardPlaceholder = () => (
  <div className="card-frame">
    <Skeleton className="h-4 w-28" />
    <Skeleton className="mt-4 h-5 w-3/4" />
    <Skeleton className="mt-2.5 h-4 w-full" />
    <Skeleton className="mt-1.5 h-4 w-2/3" />
    <Skeleton className="mt-auto h-4 w-32" />
  </div>
);

type SelectBoxProps = { document: DocumentItem; selection: Selection; className: string };

/** Selects one document. It lies above the link that covers its row or card. */
export const SelectBox = ({ document, selection, className }: SelectBoxProps) => (
  <label className={`grid size-6 shrink-0 place-items-center ${className}`}>
    <input
      type="checkbox"
      aria-label={`Select "${document.title}"`}
      className="size-4 accent-accent"
      checked={selection.ids.has(document.id)}
      onChange={(event) => selection.select([document], event.target.checked)}
    />
  </label>
);
