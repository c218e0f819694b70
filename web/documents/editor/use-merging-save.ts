import { useLayoutEffect, useRef, useState } from 'react';
import { call } from '../../../contract/call.ts';
import type { Document } from '../../../contract/documents.ts';
import { useCurrentUser } from '../../api/session.ts';
import { toast } from '../../ui/overlays/toasts.ts';
import { useBase } from '../base.ts';
import { useUndelete } from '../list/use-document-deletion.ts';
import { type FieldErrors, type Fields, fieldsOf } from './document-fields.ts';
import { type Merge, mergeFields, type Origin, withSince } from './merge-fields.ts';
import { SAVE_FAILED, useDocumentSave } from './use-document-save.ts';
import type { useEditing } from './use-editing.ts';

type Editing = Pick<ReturnType<typeof useEditing>, 'current' | 'version' | 'origin' | 'rebase'>;

type Handlers = {
  /** What the next version is about; '' says nothing. */
  changeLog: string;
  onSaved: (stored: Document, sent: Fields) => void;
  onInvalid: (errors: FieldErrors) => void;
};

/**
 * Saves, and where somebody else saved meanwhile merges the two: edits apart go together unasked, and `open` holds what
 * both changed, for the writer to choose.
 */
export function useMergingSave(document: Document | undefined, editing: Editing, handlers: Handlers) {
  const { calls } = useBase();
  const userId = useCurrentUser().data?.id;
  const [open, setOpen] = useState<{ theirs: Document; merge: Merge }>();
  /** Why it cannot be saved: somebody deleted the document. */
  const [gone, setGone] = useState<string>();
  const undelete = useUndelete();
  const [isMerging, setMerging] = useState(false);
  const latest = useRef(editing);
  useLayoutEffect(() => {
    latest.current = editing;
  });
  const mergedWith = useRef<Document>(undefined);

  const { save, saveAsNew, isSaving } = useDocumentSave(document?.id, {
    changeLog: handlers.changeLog,
    onInvalid: handlers.onInvalid,
    onSaved: (stored, sent) => {
      handlers.onSaved(stored, sent);
      const other = mergedWith.current;
      mergedWith.current = undefined;
      if (other) toast({ kind: 'success', title: 'Success', text: mergedText(other, userId) });
    },
    onConflict: (theirs) => void merge(theirs),
    onGone: setGone,
  });

  const merge = async (theirs: Document) => {
    setMerging(true);
    try {
      const origin = await originOf(theirs.id);
      // Also what was typed while the answer was on its way.
      const result = mergeFields(origin, latest.current.current(), fieldsOf(theirs));
      if (result.conflicts.length > 0) setOpen({ theirs, merge: result });
      else saveMerged(theirs, result.fields);
    } catch {
      // Without the version both started from nothing can be merged; the text stays, and saving again tries again.
      toast({ kind: 'error', ...SAVE_FAILED });
    } finally {
      setMerging(false);
    }
  };

  const originOf = async (id: string): Promise<Origin> => {
    const { origin, version } = latest.current;
    if (origin) return origin;
    const versions = await call(calls.versions, { params: { id } });
    const found = versions.find((candidate) => candidate.version === version);
    if (!found) throw new Error(`There is no version ${version}`);
    return { title: found.title, content: found.content };
  };

  const saveMerged = (theirs: Document, fields: Fields) => {
    setOpen(undefined);
    mergedWith.current = theirs;
    latest.current.rebase(theirs, fields);
    save(fields, theirs.version);
  };

  return {
    save: () => save(editing.current(), editing.version),
    isSaving: isSaving || isMerging,
    open,
    closeMerge: () => setOpen(undefined),
    saveMerged: (chosen: Fields) =>
      open && saveMerged(open.theirs, withSince(open.merge, chosen, latest.current.current())),
    gone,
    isRestoring: undelete.isPending,
    closeGone: () => setGone(undefined),
    restoreAndSave: () =>
      document &&
      undelete.mutate(
        { params: { id: document.id } },
        {
          onSuccess: () => {
            setGone(undefined);
            save(latest.current.current(), latest.current.version);
          },
        },
      ),
    saveAsNew: () => {
      setGone(undefined);
      saveAsNew(editing.current());
    },
  };
}

function mergedText({ lastUpdatedBy, lastUpdatedByName, authorName }: Document, userId: string | undefined) {
  const saved = lastUpdatedBy === userId ? 'you saved elsewhere' : `${lastUpdatedByName ?? authorName} saved`;
  return `Updated successfully, together with what ${saved} meanwhile.`;
}
