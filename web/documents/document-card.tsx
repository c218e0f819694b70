import { Link } from '@tanstack/react-router';
import { Hourglass, LayoutTemplate, Trash2 } from 'lucide-react';
import { type DocumentItem, typeOf } from '../../contract/documents.ts';
import { Badge } from '../ui/badge.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useBase } from './base.ts';
import { TypeLabel } from './document-type.tsx';

const SHOWN_TAGS = 3;
/** A document nobody touched for a year may be out of date. */
const STALE_MS = 365 * 24 * 3600 * 1000;

const FRAME = 'flex min-h-47 flex-col rounded-lg border px-4 pt-3.5 pb-3';

/** One document in the grid; the whole card is the link of its title. */
export function DocumentCard({ document, onDelete }: { document: DocumentItem; onDelete: () => void }) {
  const { path } = useBase();
  return (
    // Cards out of sight cost no layout; the size they are given keeps the scroll bar steady.
    <li className="[contain-intrinsic-size:auto_12.5rem] [content-visibility:auto]">
      <article
        className={`${FRAME} group relative h-full transition-colors focus-within:border-border-strong hover:border-border-strong`}
      >
        <header className="flex h-6 items-center gap-1.5">
          <TypeLabel type={typeOf(document.templateType)} />
          <span className="flex-1" />
          {document.isTemplate && (
            <span className="group-focus-within:mr-6.5 group-hover:mr-6.5 [@media(hover:none)]:mr-6.5">
              <Badge look="soft" icon={<LayoutTemplate size={12} strokeWidth={2} aria-hidden />}>
                Template
              </Badge>
            </span>
          )}
          <IconButton
            size="small"
            label={`Delete "${document.title}"`}
            icon={<Trash2 size={16} />}
            onClick={onDelete}
            className="absolute top-3 right-2.5 z-1 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 [@media(hover:none)]:opacity-100"
          />
        </header>
        <h2 className="mt-2.5 line-clamp-2 text-md/5.25 [overflow-wrap:anywhere]">
          <Link
            to={path}
            search={(search) => ({ ...search, doc: document.id })}
            className="after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-1 focus-visible:after:outline-focus"
          >
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
        <li key={tag} className="truncate">
          #{tag}
        </li>
      ))}
      {tags.length > SHOWN_TAGS && <li className="text-text">+{tags.length - SHOWN_TAGS}</li>}
    </ul>
  );

const isStale = (updatedAt: string): boolean => Date.now() - Date.parse(updatedAt) > STALE_MS;

/** When it was changed, and that this is long ago. */
export const Age = ({ updatedAt }: { updatedAt: string }) =>
  isStale(updatedAt) ? (
    <span className="flex items-center gap-1 whitespace-nowrap text-yellow">
      <Hourglass size={12} strokeWidth={2} aria-hidden />
      <RelativeTime value={updatedAt} />
    </span>
  ) : (
    <RelativeTime value={updatedAt} className="whitespace-nowrap" />
  );

/** Same size and rhythm as a card. */
export const CardPlaceholder = () => (
  <div className={FRAME}>
    <Skeleton className="h-4 w-28" />
    <Skeleton className="mt-4 h-5 w-3/4" />
    <Skeleton className="mt-2.5 h-4 w-full" />
    <Skeleton className="mt-1.5 h-4 w-2/3" />
    <Skeleton className="mt-auto h-4 w-32" />
  </div>
);
