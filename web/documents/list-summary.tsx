import { Link } from '@tanstack/react-router';
import { BookOpen, Files, Share2, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { paths } from '../paths.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { DOCUMENTS, useBase } from './base.ts';

const BinDialog = lazy(async () => ({ default: (await import('./bin-dialog.tsx')).BinDialog }));

const SharedWithMe = lazy(async () => ({
  default: (await import('./sharing/shared-with-me.tsx')).SharedWithMe,
}));

const quiet = buttonClass({ look: 'quiet', size: 'small' });

/** How many there are and in which order; the way to the other page of the same documents and to the bin. */
export function ListSummary({ total, note }: { total: number; note?: string }) {
  const base = useBase();
  const [open, setOpen] = useState<'bin' | 'shared'>();
  const close = () => setOpen(undefined);
  const isDocuments = base === DOCUMENTS;
  return (
    <div className="mb-2 flex items-center text-xs font-medium text-muted">
      <output className="tabular-nums">
        {total.toLocaleString('en-US')} {total === 1 ? 'item' : 'items'}
      </output>
      {note && <p className="ml-2 font-normal max-md:hidden">· {note}</p>}
      <span className="flex-1" />
      <Link to={isDocuments ? paths.knowledgeBase : paths.documents} className={`${quiet} text-xs!`}>
        {isDocuments ? <BookOpen size={14} aria-hidden /> : <Files size={14} aria-hidden />}
        {isDocuments ? 'Knowledge Base' : 'Documents'}
      </Link>
      <Button
        look="quiet"
        size="small"
        className="text-xs!"
        aria-label="Shared with me"
        icon={<Share2 size={14} aria-hidden />}
        onClick={() => setOpen('shared')}
      >
        <span className="max-md:hidden">Shared with me</span>
      </Button>
      <Button
        look="quiet"
        size="small"
        className="-mr-2 text-xs!"
        icon={<Trash2 size={14} aria-hidden />}
        onClick={() => setOpen('bin')}
      >
        Bin
      </Button>
      <Suspense>
        {open === 'bin' && <BinDialog onClose={close} />}
        {open === 'shared' && <SharedWithMe onClose={close} />}
      </Suspense>
    </div>
  );
}
