import { Link } from '@tanstack/react-router';
import { FolderDown, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { paths } from '../../paths.ts';
import { Button, buttonClass } from '../../ui/controls/button.tsx';
import { addressOf } from '../../../contract/call.ts';
import { DOCUMENTS, useBase } from '../base.ts';
import type { Filters } from './knowledge-base-search.ts';
import { whole } from '../../lib/whole.ts';

const DocumentBin = lazy(async () => ({ default: (await import('./document-bin.tsx')).DocumentBin }));

const SharedWithMe = lazy(async () => ({
  default: (await import('../sharing/shared-with-me.tsx')).SharedWithMe,
}));

/** Four of them and the count stand in one line of a telephone. */
const small = 'text-xs! max-md:px-1.5!';
const quiet = `${buttonClass({ look: 'quiet', size: 'small' })} ${small}`;

type Props = {
  /** Undefined until it is known. */
  total: number | undefined;
  note?: string;
  filters: Filters;
};

/**
 * How many there are and in which order; the way to the other page of the same documents, to what is
 * shared, to the bin, and out of here as a zip of what the filters let through.
 */
export function ListSummary({ total, note, filters }: Props) {
  const base = useBase();
  const [open, setOpen] = useState<'bin' | 'shared'>();
  const exportFilters = { q: filters.q, type: filters.type, category: filters.category };
  const close = () => setOpen(undefined);
  const isDocuments = base === DOCUMENTS;
  return (
    <div className="mb-2 flex flex-wrap items-center justify-end text-xs font-medium text-muted">
      <output className="whitespace-nowrap tabular-nums">
        {total !== undefined && `${whole(total)} ${total === 1 ? 'item' : 'items'}`}
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
      <Suspense>
        {open === 'bin' && <DocumentBin onClose={close} />}
        {open === 'shared' && <SharedWithMe onClose={close} />}
      </Suspense>
    </div>
  );
}
