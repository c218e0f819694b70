import { useState } from 'react';
import { type Document, type DocumentType, TYPE_LABELS, typeOf } from '../../../contract/documents.ts';
import type { Draft as ServerDraft } from '../../../contract/drafts.ts';
import { useCurrentUser } from '../../api/session.ts';
import { Placeholders } from '../../ui/list-states.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toasts.ts';
import { useBase } from '../base.ts';
import { fieldsOf, newFields } from './document-fields.ts';
import { DraftOffer } from './draft-offer.tsx';
import { type Draft, draftsOf, dropDraft, moveDraft, newKey, ownPlace, readDraft } from './drafts.ts';
import { useEditingCalls } from './editing-calls.ts';
import { EditorForm } from './editor-form.tsx';
import { type DraftHome, removeServerDraft } from './server-drafts.ts';
import { type LeftDraft, putAside } from './left-drafts.ts';
import { useLeftDrafts } from './use-left-drafts.ts';

type Props = {
  /** Undefined for a new one, until it is stored. */
  document: Document | undefined;
  createAs: DocumentType;
  /** What the server keeps of one's own typing; undefined while it is asked. */
  draft: ServerDraft | null | undefined;
  onStoredAs: (id: string) => void;
  onClose: () => void;
};

const NO_ROOM = 'The browser has no room for the other draft. Discard one of them first.';

/** A document that is there, or a new one; first it asks what becomes of a draft that was left behind. */
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
  const all = useLeftDrafts(kept, drafts, saved);
  const [discarded, setDiscarded] = useState<(string | undefined)[]>([]);
  const [isOpen, setOpen] = useState(false);
  const [restored, setRestored] = useState<Draft>();
  // Stored for the first time: what is typed from now on is a draft of the document.
  if (home.drafts !== drafts) {
    setHome(homeOfNow());
    setRestored(undefined);
  }
  const left = all?.filter((draft) => !discarded.includes(draft.place));
  const offered = left?.[0];
  // Once the editor is there it stays, whatever others save or keep meanwhile.
  if (left && !offered && !isOpen) setOpen(true);

  const restore = (draft: LeftDraft) => {
    if (!putAside(left ?? [], draft, drafts)) {
      toast({ kind: 'error', title: 'Not restored', text: NO_ROOM });
      return;
    }
    // A tab that still has it open may have typed on, and keeps it anew; else it is this editor's from now on.
    const latest = (draft.place && readDraft(draft.place)) || draft;
    if (draft.place) moveDraft({ ...latest, place: draft.place }, home.inBrowser);
    setRestored(latest);
    setOpen(true);
  };
  const discard = ({ place: lies, savedAt }: LeftDraft) => {
    if (lies !== undefined && readDraft(lies)?.savedAt === savedAt) dropDraft(lies);
    const isServersOther = lies !== undefined && all?.some((draft) => draft.place === undefined);
    // Where this fails it is offered again another time.
    if (!isServersOther) void removeServerDraft(home.onServer).catch(() => undefined);
    setDiscarded((before) => [...before, lies]);
  };

  return (
    <>
      <PageHeader
        title={`${document ? 'Edit' : 'Create'} ${editor?.noun ?? TYPE_LABELS[type]}`}
        subtitle={document?.title ?? editor?.newSubtitle}
      />
      {offered && !isOpen ? (
        <DraftOffer
          draft={offered}
          others={(left?.length ?? 1) - 1}
          currentVersion={document?.version}
          onRestore={() => restore(offered)}
          onDiscard={() => discard(offered)}
        />
      ) : !isOpen ? (
        <Placeholders count={1} className="p-4 md:p-6">
          <Skeleton className="h-8 w-full max-w-70" />
        </Placeholders>
      ) : (
        <EditorForm
          document={document}
          saved={saved}
          restored={restored}
          draftHome={home}
          onStoredAs={onStoredAs}
          onClose={onClose}
        />
      )}
    </>
  );
}
