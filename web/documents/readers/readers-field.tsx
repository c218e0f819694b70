import { Lock, Users } from 'lucide-react';
import { useId, useState } from 'react';
import type { Document } from '../../../contract/calls/documents.ts';
import { personReader, type Readers } from '../../../contract/shared/readers.ts';
import { reasonOr, useSave } from '../../api/save.ts';
import { useCurrentUser } from '../../api/session.ts';
import { Button } from '../../ui/controls/button.tsx';
import { openedLater } from '../../ui/feedback/part.tsx';
import { DOCUMENT_READS, useBase } from '../base.ts';
import { useReaderNames } from '../../api/reader-names.ts';

const ReadersDialog = openedLater(() => import('../../api/readers-dialog.tsx'), 'ReadersDialog');

type StoredProps = { document: Pick<Document, 'id' | 'readers' | 'authorId'> };

/** Who may read a stored document. A change applies at once, without the text that is being edited. */
export function StoredReaders({ document }: StoredProps) {
  const { calls } = useBase();
  const { data: user } = useCurrentUser();
  const save = useSave(calls.update, {
    invalidates: [...DOCUMENT_READS, calls.find],
    saved: ({ readers }) => ({ title: readers ? 'Access restricted' : 'Open to everybody' }),
    failed: reasonOr('Failed to change who may read it. Please try again.'),
  });
  const onSave = (readers: Readers, close: () => void) =>
    save.mutate({ params: { id: document.id }, body: { readers } }, { onSuccess: close });
  const mayChange = user?.role === 'admin' || (user?.role === 'user' && user.id === document.authorId);
  return (
    <ReadersField
      readers={document.readers}
      ownerId={document.authorId}
      busy={save.isPending}
      onSave={mayChange ? onSave : undefined}
    />
  );
}

type NewProps = { readers: Readers | undefined; onChange: (readers: Readers) => void };

/** Who may read a document that is not stored yet. */
export function NewReaders({ readers, onChange }: NewProps) {
  const { data: user } = useCurrentUser();
  if (!user) return null;
  const onSave = (chosen: Readers, close: () => void) => {
    onChange(chosen);
    close();
  };
  return <ReadersField readers={readers} ownerId={user.id} busy={false} onSave={onSave} />;
}

type Props = {
  /** Undefined while nobody chose them. */
  readers: Readers | undefined;
  ownerId: string;
  busy: boolean;
  /** Undefined for those who may not change it. */
  onSave: ((readers: Readers, close: () => void) => void) | undefined;
};

function ReadersField({ readers, ownerId, busy, onSave }: Props) {
  const [isOpen, setOpen] = useState(false);
  const labelId = useId();
  const names = useReaderNames(readers ?? null);
  const text = readers === undefined ? 'Everybody, unless its category has default readers' : names;
  const Icon = readers ? Lock : Users;
  const close = () => setOpen(false);
  return (
    <div role="group" aria-labelledby={labelId} className="flex flex-col gap-1 text-sm print:hidden">
      <p id={labelId} className="font-medium">
        Who may read this
      </p>
      <div className="flex items-start gap-2">
        <Icon size={16} className="mt-0.5 flex-none text-muted" aria-hidden />
        <p className="min-w-0 flex-1 [overflow-wrap:anywhere]">{text ?? '…'}</p>
        {onSave && (
          <Button
            size="small"
            needsServer
            aria-label="Change who may read this"
            onClick={() => setOpen(true)}
          >
            Change
          </Button>
        )}
      </div>
      {isOpen && onSave && (
        <ReadersDialog
          readers={readers ?? null}
          owner={personReader(ownerId)}
          busy={busy}
          onSave={(chosen) => onSave(chosen, close)}
          onClose={close}
        />
      )}
    </div>
  );
}
