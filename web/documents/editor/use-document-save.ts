import { useRef, useState } from 'react';
import { Document } from '../../../contract/documents.ts';
import { ApiError, messageOf } from '../../../contract/error.ts';
import { fieldErrors, useSave } from '../../api/save.ts';
import { toast } from '../../ui/overlays/toasts.ts';
import { capitalised, DOCUMENT_READS, useBase } from '../base.ts';
import { isSignedOut, SIGNED_OUT } from '../signed-out.ts';
import { byField, errorsIn, type FieldErrors, type Fields } from './document-fields.ts';
import { isStored, type Sent, sentAs } from './unanswered-save.ts';

const INVALID = {
  kind: 'error',
  title: 'Validation Error',
  text: 'Please check your input and try again.',
} as const;

/** The document as somebody else saved it meanwhile; undefined for any other failure. */
const conflictIn = (error: unknown): Document | undefined =>
  error instanceof ApiError && error.body?.code === 'version_conflict'
    ? Document.safeParse(error.body.current).data
    : undefined;

/** Somebody deleted it meanwhile: why it is not there, in the words of the server. */
const goneIn = (error: unknown): string | undefined =>
  error instanceof ApiError && error.status === 404 ? messageOf(error, 'Document not found') : undefined;

export const SAVE_FAILED = { title: 'Error', text: 'Failed to save document. Please try again.' };

const outcomes = (item: string, word: 'created' | 'updated') => ({
  invalidates: DOCUMENT_READS,
  saved: () => ({ title: 'Success', text: `${capitalised(item)} ${word} successfully` }),
  failed: (error: Error) => {
    if (isSignedOut(error)) return SIGNED_OUT;
    return conflictIn(error) || goneIn(error) ? undefined : SAVE_FAILED;
  },
});

type Outcome = { onSuccess: (stored: Document) => void; onError: (error: Error) => void };

type Handlers = {
  /** What the next version is about; '' says nothing. */
  changeLog: string;
  onSaved: (stored: Document, sent: Fields) => void;
  onInvalid: (errors: FieldErrors) => void;
  /** Somebody else saved meanwhile; nothing was stored. */
  onConflict: (theirs: Document) => void;
  /** Somebody deleted it meanwhile; nothing was stored. */
  onGone: (reason: string) => void;
};

/** Saves a new document or the next version of `id`, after checking it by the rules of the server. */
export function useDocumentSave(
  id: string | undefined,
  { changeLog, onSaved, onInvalid, onConflict, onGone }: Handlers,
) {
  const { calls, item } = useBase();
  const create = useSave(calls.create, outcomes(item, 'created'));
  const update = useSave(calls.update, outcomes(item, 'updated'));
  // Until the address of the new document is on, a second save must not create it again.
  const [createdId, setCreatedId] = useState<string>();
  const unanswered = useRef<Sent>(undefined);

  const refuse = (errors: FieldErrors) => {
    onInvalid(errors);
    toast(INVALID);
  };

  const save = (fields: Fields, version: number | null) => {
    const wrong = errorsIn(fields);
    if (wrong) return refuse(wrong);
    const stored = id ?? createdId;
    const before = unanswered.current;
    if (stored !== undefined) return change(stored, fields, version);
    if (!before || before.content === sentAs(before, fields, changeLog).content)
      return start(fields, changeLog, handlersOf(fields));
    // The document may be there already, as it was when the answer got lost; what was written since goes on from it.
    const onSuccess = (first: Document) => {
      setCreatedId(first.id);
      change(first.id, fields, first.version);
    };
    return start(before.fields, before.changeLog, { ...handlersOf(before.fields), onSuccess });
  };

  const start = (fields: Fields, why: string, handlers: Outcome) => {
    const sent = sentAs(unanswered.current, fields, why);
    unanswered.current = sent;
    create.mutate({ body: { ...fields, changeLog: why }, idempotencyKey: sent.key }, handlers);
  };
  const change = (to: string, fields: Fields, version: number | null) => {
    const before = unanswered.current;
    const sent = sentAs(before, fields, changeLog, to, version);
    unanswered.current = sent;
    const body = { ...fields, changeLog, version: version ?? undefined };
    update.mutate({ params: { id: to }, body, idempotencyKey: sent.key }, handlersOf(fields, before));
  };

  const handlersOf = (fields: Fields, before?: Sent): Outcome => ({
    onSuccess: (stored) => {
      unanswered.current = undefined;
      setCreatedId(stored.id);
      onSaved(stored, fields);
    },
    onError: (error) => {
      // Only an answer tells that nothing was stored.
      if (error instanceof ApiError && error.status < 500) unanswered.current = undefined;
      const byServer = fieldErrors(error);
      if (byServer) refuse(byField(Object.entries(byServer)));
      const gone = goneIn(error);
      if (gone) onGone(gone);
      const theirs = conflictIn(error);
      if (!theirs) return;
      if (isStored(fields, theirs)) {
        toast({ kind: 'success', ...outcomes(item, 'updated').saved() });
        onSaved(theirs, fields);
      } else if (before && isStored(before.fields, theirs)) change(theirs.id, fields, theirs.version);
      else onConflict(theirs);
    },
  });

  const saveAsNew = (fields: Fields) => start(fields, changeLog, handlersOf(fields));
  return { save, saveAsNew, isSaving: create.isPending || update.isPending };
}
