import { useLocation } from '@tanstack/react-router';
import { FileClock } from 'lucide-react';
import { useState } from 'react';
import { relativeTime } from '../../../../contract/shared/dates.ts';
import { type Document } from '../../../../contract/calls/documents.ts';
import { type DocumentType, TYPE_LABELS, typeOf } from '../../../../contract/shared/document-words.ts';
import type { Draft as ServerDraft } from '../../../../contract/calls/drafts.ts';
import { useCurrentUser } from '../../../api/session.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Placeholders, Skeleton } from '../../../ui/feedback/list-states.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { useBase } from '../../base.ts';
import { documentFields, newFields } from '../session/document-fields.ts';
import {
  type Draft,
  draftsOf,
  dropDraft,
  type LeftDraft,
  moveDraft,
  newKey,
  ownKey,
  readDraft,
  removeServerDraft,
} from '../session/drafts.ts';
import { type DraftKeys, useEditingCalls } from '../session/effects.ts';
import { type OfferedDraft, useDraftOffers } from '../session/use-draft-offers.ts';
import { EditorForm } from './editor-form.tsx';

type Props = {
  /** Undefined for a new document until it is stored. */
  document: Document | undefined;
  createAs: DocumentType;
  /** The server's draft of this author; undefined while loading. */
  draft: ServerDraft | null | undefined;
  onStoredAs: (id: string) => void;
  onClose: () => void;
};

/** An existing or new document, with offers of earlier drafts above it. */
export function OpenDocument({ document, createAs, draft: kept, onStoredAs, onClose }: Props) {
  const type = document ? typeOf(document.templateType) : createAs;
  const { editor } = useBase();
  const userId = useCurrentUser().data?.id ?? '';
  const newKeys = useDraftKeys(userId, createAs);
  const title = useLocation({ select: (location) => location.state.createTitle });
  const saved = document ? documentFields(document) : newFields(type, title);
  const drafts = draftsOf(userId, document?.id ?? newKey(type));
  const { left, offered, answered, settle, setCopyAside } = useDraftOffers(kept, drafts, saved);
  const [opening, setOpening] = useState<{ count: number; draftKeys: DraftKeys; restored?: Draft }>(() => ({
    count: 0,
    draftKeys: newKeys(),
  }));
  const [isOpen, setOpen] = useState(false);
  // Once shown, the editor stays during reloads.
  if (kept !== undefined && !isOpen) setOpen(true);

  /** Opens a separate editor; the draft of the current one stays in the browser and is offered later. */
  const restore = (draft: OfferedDraft) => {
    const draftKeys = newKeys();
    // Another tab may still be editing the draft, and then stores it again; otherwise it belongs to this editor.
    const here = readDraft(draft.localKey);
    if (here) moveDraft({ ...here, key: draft.localKey }, draftKeys.inBrowser(document?.id));
    setOpening({ count: opening.count + 1, draftKeys, restored: here ?? draft });
    answered(draft);
    settle();
  };
  const discard = (draft: OfferedDraft) => {
    if (readDraft(draft.localKey)?.savedAt === draft.savedAt) dropDraft(draft.localKey);
    // When this fails, the draft is offered again later.
    if (draft.pushedAt)
      void removeServerDraft(opening.draftKeys.onServer(document?.id), draft.pushedAt).catch(() => undefined);
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
          key={opening.count}
          document={document}
          saved={saved}
          restored={opening.restored}
          draftKeys={opening.draftKeys}
          setCopyAside={setCopyAside}
          onStoredAs={onStoredAs}
          onClose={onClose}
        />
      )}
    </>
  );
}

/** Creates the draft keys of one open editor: a separate one in this browser per document. */
function useDraftKeys(userId: string, createAs: DocumentType): () => DraftKeys {
  const calls = useEditingCalls();
  const newDocument = newKey(createAs);
  return () => {
    const own = new Map<string, string>();
    return {
      inBrowser(id = newDocument) {
        const key = own.get(id) ?? ownKey(draftsOf(userId, id));
        own.set(id, key);
        return key;
      },
      onServer: (id) => (id === undefined ? { key: newDocument } : { calls, id }),
    };
  };
}

type OfferProps = {
  draft: LeftDraft;
  /** Number of further drafts. */
  others: number;
  currentVersion: number | undefined;
  onRestore: () => void;
  onDiscard: () => void;
};

/** Offers a draft that a crash, a reload or another browser left behind. The editor below stays usable. */
const DraftOffer = ({ draft, others, currentVersion, onRestore, onDiscard }: OfferProps) => (
  <section
    aria-label="Unsaved changes"
    className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-yellow-line bg-yellow-soft px-4 py-2.5 text-sm md:px-6"
  >
    <FileClock size={16} className="flex-none text-yellow" aria-hidden />
    <p className="min-w-0 flex-[1_1_16rem] [overflow-wrap:anywhere]">
      <span className="font-semibold">You have unsaved changes.</span>{' '}
      {[textOf(draft, currentVersion), othersIn(others)].filter(Boolean).join(' ')}
    </p>
    <div className="flex flex-wrap gap-2">
      <Button onClick={onDiscard}>Discard them</Button>
      <Button onClick={onRestore}>Restore them</Button>
    </div>
  </section>
);

function textOf({ version, savedAt, keptBy }: LeftDraft, currentVersion: number | undefined): string {
  const when = relativeTime(savedAt);
  const age = {
    browser: `This browser kept them ${when}.`,
    server: `The server kept them ${when}; they differ from what this browser kept.`,
    elsewhere: `You typed them in another browser; they were kept ${when}.`,
  }[keptBy];
  if (version === null || version === currentVersion) return age;
  return `${age} They started from version ${version}; version ${currentVersion} was saved since.`;
}

const othersIn = (count: number): string =>
  count === 0
    ? ''
    : `There ${count === 1 ? 'is one older draft' : `are ${count} older drafts`} too; what you do not discard is offered again.`;
