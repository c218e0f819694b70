import { useState } from 'react';
import { type Document, type DocumentType, TYPE_LABELS, typeOf } from '../../../contract/documents.ts';
import { useCurrentUser } from '../../api/session.ts';
import { Placeholders } from '../../ui/list-states.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useBase } from '../base.ts';
import { areEqual, fieldsOf, newFields } from './document-fields.ts';
import { DraftOffer } from './draft-offer.tsx';
import { type Draft, draftKey, dropDraft } from './drafts.ts';
import { useEditingCalls } from './editing-calls.ts';
import { EditorForm } from './editor-form.tsx';
import { type DraftPlace, removeServerDraft } from './server-drafts.ts';
import { useLeftDraft } from './use-left-draft.ts';

type Props = { onClose: () => void } & ({ document: Document } | { document: undefined; type: DocumentType });

/** A document that is there, or a new one; first it asks what becomes of a draft that was left behind. */
export function OpenDocument({ onClose, ...props }: Props) {
  const { document } = props;
  const type = props.document ? typeOf(props.document.templateType) : props.type;
  const { editor } = useBase();
  const editing = useEditingCalls();
  const userId = useCurrentUser().data?.id ?? '';
  const key = draftKey(userId, document?.id ?? `new-${type}`);
  const place: DraftPlace = document ? { editing, documentId: document.id } : { key: `new-${type}` };
  const left = useLeftDraft(place, key);
  const [isAnswered, setAnswered] = useState(false);
  const [restored, setRestored] = useState<Draft>();
  const saved = document ? fieldsOf(document) : newFields(type);
  const isOffered = left && !isAnswered && !areEqual(left.fields, saved);

  return (
    <>
      <PageHeader
        title={`${document ? 'Edit' : 'Create'} ${editor?.noun ?? TYPE_LABELS[type]}`}
        subtitle={document?.title ?? editor?.newSubtitle}
      />
      {isOffered ? (
        <DraftOffer
          draft={left}
          currentVersion={document?.version}
          onRestore={() => {
            setRestored(left);
            setAnswered(true);
          }}
          onDiscard={() => {
            dropDraft(key);
            // Where this fails it is offered again another time.
            void removeServerDraft(place).catch(() => undefined);
            setAnswered(true);
          }}
        />
      ) : left === undefined && !isAnswered ? (
        <Placeholders count={1} className="p-4 md:p-6">
          <Skeleton className="h-8 w-full max-w-70" />
        </Placeholders>
      ) : (
        <EditorForm
          document={document}
          saved={saved}
          restored={restored}
          draftKey={key}
          draftPlace={place}
          onClose={onClose}
        />
      )}
    </>
  );
}
