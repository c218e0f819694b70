import { useState } from 'react';
import { type Document, type DocumentType, TYPE_LABELS, typeOf } from '../../../contract/documents.ts';
import { useCurrentUser } from '../../api/session.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { useBase } from '../base.ts';
import { areEqual, fieldsOf, newFields } from './document-fields.ts';
import { DraftOffer } from './draft-offer.tsx';
import { type Draft, draftKey, dropDraft, readDraft } from './drafts.ts';
import { EditorForm } from './editor-form.tsx';

type Props = { onClose: () => void } & ({ document: Document } | { document: undefined; type: DocumentType });

/** A document that is there, or a new one; first it asks what becomes of a draft that was left behind. */
export function OpenDocument({ onClose, ...props }: Props) {
  const { document } = props;
  const type = props.document ? typeOf(props.document.templateType) : props.type;
  const { editor } = useBase();
  const userId = useCurrentUser().data?.id ?? '';
  const key = draftKey(userId, document?.id ?? `new-${type}`);
  const [left, setLeft] = useState(() => readDraft(key));
  const [restored, setRestored] = useState<Draft>();
  const saved = document ? fieldsOf(document) : newFields(type);
  const isOffered = left && !areEqual(left.fields, saved);

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
            setLeft(undefined);
          }}
          onDiscard={() => {
            dropDraft(key);
            setLeft(undefined);
          }}
        />
      ) : (
        <EditorForm document={document} saved={saved} restored={restored} draftKey={key} onClose={onClose} />
      )}
    </>
  );
}
