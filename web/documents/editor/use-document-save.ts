import { useState } from 'react';
import { Document } from '../../../contract/documents.ts';
import { ApiError } from '../../../contract/error.ts';
import { fieldErrors, useSave } from '../../api/save.ts';
import { toast } from '../../ui/toasts.ts';
import { capitalised, DOCUMENT_READS, useBase } from '../base.ts';
import { byField, errorsIn, type FieldErrors, type Fields } from './document-fields.ts';

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

export const SAVE_FAILED = { title: 'Error', text: 'Failed to save document. Please try again.' };

const outcomes = (item: string, word: 'created' | 'updated') => ({
  invalidates: DOCUMENT_READS,
  saved: () => ({ title: 'Success', text: `${capitalised(item)} ${word} successfully` }),
  failed: (error: Error) => (conflictIn(error) ? undefined : SAVE_FAILED),
});

type Handlers = {
  /** What the next version is about; '' says nothing. */
  changeLog: string;
  onSaved: (stored: Document, sent: Fields) => void;
  onInvalid: (errors: FieldErrors) => void;
  /** Somebody else saved meanwhile; nothing was stored. */
  onConflict: (theirs: Document) => void;
};

/** Saves a new document or the next version of `id`, after checking it by the rules of the server. */
export function useDocumentSave(
  id: string | undefined,
  { changeLog, onSaved, onInvalid, onConflict }: Handlers,
) {
  const { calls, item } = useBase();
  const create = useSave(calls.create, outcomes(item, 'created'));
  const update = useSave(calls.update, outcomes(item, 'updated'));
  // Until the address of the new document is on, a second save must not create it again.
  const [createdId, setCreatedId] = useState<string>();

  const refuse = (errors: FieldErrors) => {
    onInvalid(errors);
    toast(INVALID);
  };

  const save = (fields: Fields, version: number | null) => {
    const wrong = errorsIn(fields);
    if (wrong) return refuse(wrong);
    const handlers = {
      onSuccess: (stored: Document) => {
        setCreatedId(stored.id);
        onSaved(stored, fields);
      },
      onError: (error: Error) => {
        const byServer = fieldErrors(error);
        if (byServer) refuse(byField(Object.entries(byServer)));
        const theirs = conflictIn(error);
        if (theirs) onConflict(theirs);
      },
    };
    const stored = id ?? createdId;
    if (stored === undefined) return create.mutate({ body: fields }, handlers);
    return update.mutate(
      { params: { id: stored }, body: { ...fields, changeLog, version: version ?? undefined } },
      handlers,
    );
  };

  return { save, isSaving: create.isPending || update.isPending };
}
