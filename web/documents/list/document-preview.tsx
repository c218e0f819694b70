import { useNavigate } from '@tanstack/react-router';
import { FileText, Pencil, Trash2 } from 'lucide-react';
import { type Document, typeOf } from '../../../contract/documents.ts';
import { ApiError, messageOf } from '../../../contract/error.ts';
import { Badge } from '../../ui/feedback/badge.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Failed, Notice, Placeholders } from '../../ui/feedback/list-states.tsx';
import { RelativeTime } from '../../ui/feedback/relative-time.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { useBase } from '../base.ts';
import { TypeLabel } from './document-type.tsx';
import { Preview } from '../editor/shell/preview.tsx';
import { useStoredDocument } from '../reading/use-stored-document.ts';
import { WatchDocument } from './watch-document.tsx';

type Props = { id: string | undefined; onDelete: (document: Document) => void };

/** The chosen document to read, with what can be done with it. */
export const DocumentPreview = ({ id, onDelete }: Props) =>
  id ? <ChosenDocument key={id} id={id} onDelete={onDelete} /> : <NothingChosen />;

const NothingChosen = () => (
  <Notice
    icon={<FileText size={24} strokeWidth={1.5} className="text-muted" aria-hidden />}
    title="Select a document to preview"
    text="Open a category and choose one of its documents"
  />
);

function ChosenDocument({ id, onDelete }: { id: string; onDelete: Props['onDelete'] }) {
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
        <Button
          size="small"
          icon={<Pencil size={14} className="text-muted" aria-hidden />}
          onClick={() => void navigate({ to: path, search: (search) => ({ ...search, doc: data.id }) })}
        >
          Edit
        </Button>
        <WatchDocument document={data} size="small" />
        <IconButton
          size="small"
          label={`Delete "${data.title}"`}
          icon={<Trash2 size={16} />}
          onClick={() => onDelete(data)}
        />
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
