import { useState } from 'react';
import { type Document, type DocumentType, TYPE_LABELS, typeOf } from '../../../contract/documents.ts';
import type { Draft as ServerDraft } from '../../../contract/drafts.ts';
import { useCurrentUser } from '../../api/session.ts';
import { Placeholders } from '../../ui/feedback/list-states.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { useBase } from '../base.ts';
import { fieldsOf, newFields } from './document-fields.ts';
import { DraftOffer } from './draft-offer.tsx';
import { type Draft, draftsOf, dropDraft, moveDraft, newKey, ownPlace, readDraft } from './drafts.ts';
import { useEditingCalls } from './editing-calls.ts';
import { EditorForm } from './editor-form.tsx';
import { type DraftHome, removeServerDraft } from './server-drafts.ts';
import { type PlacedOffer, useDraftOffers } from './use-draft-offers.ts';

type Props = {
  /** Undefined for a new one, until it is stored. */
  document: Document | undefined;
  createAs: DocumentType;
  /** What the server keeps of one's own typing; undefined while it is asked. */
  draft: ServerDraft | null | undefined;
  onStoredAs: (id: string) => void;
  onClose: () => void;
};

/** A document that is there, or a new one; over it stands what was left behind, until that is answered. */
export function OpenDocument({ document, createAs, draft: kept, onStoredAs, onClose }: Props) {
  const type = document ? typeOf(document.templateType) : createAs;
  const { editor } = useBase();
  const editing = useEditingCalls();
  const userId = useCurrentUser().data?.id ?? '';
  const drafts = draftsOf(userId, document?.id ?? newKey(type));
  const homeOfNow = (): DraftHome & { drafts: string } => ({
    drafts,
    inBrowser: ownPlace(drafts),
    onServer: document ? { editing, documentId: document.id } : { key: newKey(type) },
  });
  const [home, setHome] = useState(homeOfNow);
  const saved = document ? fieldsOf(document) : newFields(type);
  const { left, offered, answered, settle, makeRoom } = useDraftOffers(kept, drafts, saved);
  const [restored, setRestored] = useState<Draft>();
  const [opening, setOpening] = useState(0);
  const [isOpen, setOpen] = useState(false);
  // Once the editor is there it stays, whatever is asked anew.
  if (kept !== undefined && !isOpen) setOpen(true);
  // Stored for the first time: what is typed from now on is a draft of the document.
  if (home.drafts !== drafts) {
    setHome(homeOfNow());
    setRestored(undefined);
    settle();
  }

  /** In an editor of its own: what was typed in this one is kept where it was kept, and offered another time. */
  const restore = (draft: PlacedOffer) => {
    const own = homeOfNow();
    // A tab that still has it open may have typed on, and keeps it anew; else it is this editor's from now on.
    const here = readDraft(draft.lies);
    if (here) moveDraft({ ...here, place: draft.lies }, own.inBrowser);
    setHome(own);
    setRestored(here ?? draft);
    setOpening(opening + 1);
    answered(draft);
    settle();
  };
  const discard = (draft: PlacedOffer) => {
    if (readDraft(draft.lies)?.savedAt === draft.savedAt) dropDraft(draft.lies);
    // Where this fails it is offered again another time.
    if (draft.pushedAt) void removeServerDraft(home.onServer, draft.pushedAt).catch(() => undefined);
    answered(draft);
  };

  return (
    <>
      <PageHeader
        title={`${document ? 'Edit' : 'Create'} ${editor?.noun ?? TYPE_LABELS[type]}`}
        subtitle={document?.title ?? editor?.newSubtitle}
      />
      {offered && (
        <DraftOffer
          draft={offered}
          others={left.length - 1}
          currentVersion={document?.version}
          onRestore={() => restore(offered)}
          onDiscard={() => discard(offered)}
        />
      )}
      {!isOpen ? (
        <Placeholders count={1} className="p-4 md:p-6">
          <Skeleton className="h-8 w-full max-w-70" />
        </Placeholders>
      ) : (
        <EditorForm
          key={opening}
          document={document}
          saved={saved}
          restored={restored}
          draftHome={home}
          makeRoom={makeRoom}
          onStoredAs={onStoredAs}
          onClose={onClose}
        />
      )}
    </>
  );
}
