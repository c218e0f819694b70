import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { addressOf, call } from '../../../../contract/calls/call.ts';
import { Document, documents } from '../../../../contract/calls/documents.ts';
import {
  documentEditing,
  type EditingCalls,
  knowledgeBaseEditing,
} from '../../../../contract/calls/drafts.ts';
import { type TimeStyle, timeParts } from '../../../../contract/shared/dates.ts';
import { ApiError, messageOf } from '../../../../contract/shared/error.ts';
import { isOutage } from '../../../api/outage.ts';
import { query } from '../../../api/query.ts';
import { useTimeStyle } from '../../../lib/preferences.ts';
import { fieldErrors, useSave } from '../../../api/save.ts';
import { useCurrentUser } from '../../../api/session.ts';
import { toast } from '../../../ui/overlays/toasts.ts';
import { useVersionCalls } from '../../versions/version-calls.ts';
import { capitalised, DOCUMENT_READS, useBase } from '../../base.ts';
import { useUndelete } from '../../list/use-document-deletion.ts';
import { isSignedOut } from '../../signed-out.ts';
import { byField, readersOf, withoutReaders } from './document-fields.ts';
import { dropDraft, keepDraft, pushDraft, removeServerDraft, type ServerKey } from './drafts.ts';
import type { Sent, SessionEvent, Task } from './state.ts';

const SAVE_FAILED = { title: 'Error', text: 'Failed to save document. Please try again.' };
/** The text of the specification, then the cause. */
const awayText = (at: string) =>
  `${SAVE_FAILED.text} Ops Hub is not reachable since ${at}. Your text is kept and saved when it is back.`;
const INVALID = { title: 'Validation Error', text: 'Please check your input and try again.' };

/** Calls that only an open editor needs; lists do not load them. */
export const useEditingCalls = (): EditingCalls =>
  useBase().calls === documents ? documentEditing : knowledgeBaseEditing;

/** Keys of the drafts of a document, or without an id of a new one. */
export type DraftKeys = {
  inBrowser: (id: string | undefined) => string;
  onServer: (id: string | undefined) => ServerKey;
};

type Surroundings = DraftKeys & {
  /** Called before typing is sent to the server; false keeps it in this browser. */
  setCopyAside: () => boolean;
  /** A new document was stored under this id; its address changes accordingly. */
  onStoredAs: (id: string) => void;
};

export type Perform = (task: Task, dispatch: (event: SessionEvent) => void) => void;

/** Runs the tasks of the session. Every call ends in an event, whatever the server responds. */
export function useEffects({ inBrowser, onServer, setCopyAside, onStoredAs }: Surroundings): Perform {
  const { save, originOf, undelete } = useSaving();
  const adopt = useAdoption(onStoredAs);
  const { item } = useBase();
  const userId = useCurrentUser().data?.id;
  const { presence } = useEditingCalls();
  const timeStyle = useTimeStyle();

  return (task, dispatch) => {
    switch (task.type) {
      case 'save': {
        const { key } = task.sent;
        save(task.sent).then(
          (stored) => dispatch({ type: 'saved', key, stored }),
          (error: unknown) => dispatch(failureOf(error, key)),
        );
        return;
      }
      case 'read-origin':
        originOf(task.id, task.version).then(
          (origin) => dispatch({ type: 'origin-read', origin }),
          () => dispatch({ type: 'origin-read', origin: undefined }),
        );
        return;
      case 'undelete':
        undelete({ params: { id: task.id } }).then(
          () => dispatch({ type: 'undeleted' }),
          () => dispatch({ type: 'undelete-failed' }),
        );
        return;
      case 'adopt':
        return adopt(task.stored, task.isNew);
      case 'keep': {
        const at = new Date().toISOString();
        const { id, typed, pushedAt } = task;
        const draft = { ...typed, savedAt: at, ...(pushedAt && { pushedAt }) };
        return dispatch(keepDraft(inBrowser(id), draft) ? { type: 'kept', at } : { type: 'not-kept' });
      }
      case 'drop':
        return dropDraft(inBrowser(task.id));
      case 'push':
        if (!setCopyAside()) return dispatch({ type: 'not-pushed', isRetried: false });
        pushDraft(onServer(task.id), task.typed).then(
          (at) => dispatch({ type: 'pushed', at }),
          // The server is unavailable or the session has ended: this browser has the draft, and the next attempt may
          // succeed.
          () => dispatch({ type: 'not-pushed', isRetried: true }),
        );
        return;
      case 'remove-copy': {
        // A copy that could not be removed is offered again, but only while it differs from the saved document.
        const removed = () => dispatch({ type: 'copy-removed' });
        removeServerDraft(onServer(task.id), task.at).then(removed, removed);
        return;
      }
      case 'publish':
        return publishPresence(addressOf(presence.path, { id: task.id }), task.isEditing);
      case 'tell':
        toast(toastOf(task.what, item, { userId, timeStyle }));
        return;
    }
  };
}

/** Calls of a save, which resolve to a value or an error. */
function useSaving() {
  const { calls, item } = useBase();
  const versions = useVersionCalls();
  const create = useSave(calls.create, outcomes(item, 'created')).mutateAsync;
  const update = useSave(calls.update, outcomes(item, 'updated')).mutateAsync;
  const undelete = useUndelete().mutateAsync;
  const save = ({ id, key: idempotencyKey, fields, changeLog, version }: Sent) =>
    id === undefined
      ? create({ body: { ...fields, readers: readersOf(fields), changeLog }, idempotencyKey })
      : update({
          params: { id },
          body: { ...withoutReaders(fields), changeLog, version: version ?? undefined },
          idempotencyKey,
        });
  const originOf = async (id: string, wanted: number | null) => {
    if (wanted === null) return undefined;
    const { title, content } = await call(versions.find, { params: { id, version: wanted } });
    return { title, content };
  };
  return { save, originOf, undelete };
}

/** Updates the cached document of the page. */
function useAdoption(onStoredAs: (id: string) => void): (stored: Document, isNew: boolean) => void {
  const { calls, path } = useBase();
  const client = useQueryClient();
  const navigate = useNavigate();
  return (stored, isNew) => {
    client.setQueryData(query(calls.find, { params: { id: stored.id } }).queryKey, stored);
    if (!isNew) return;
    onStoredAs(stored.id);
    void navigate({
      to: path,
      search: (search) => ({ ...search, doc: stored.id }),
      // Without the new document the list would appear until the address is read.
      state: (state) => state,
      replace: true,
      ignoreBlocker: true,
    });
  };
}

/** Sent even when the page closes; an undelivered message expires by itself. */
function publishPresence(address: string, isEditing: boolean): void {
  void fetch(address, {
    method: 'PUT',
    credentials: 'include',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ editing: isEditing }),
    keepalive: true,
  }).catch(() => undefined);
}

function toastOf(
  what: Extract<Task, { type: 'tell' }>['what'],
  item: string,
  { userId, timeStyle }: { userId: string | undefined; timeStyle: TimeStyle },
): Parameters<typeof toast>[0] {
  if (what === 'away')
    return { kind: 'error', title: SAVE_FAILED.title, text: awayText(timeParts(new Date(), timeStyle).time) };
  if (what === 'invalid') return { kind: 'error', ...INVALID };
  if (what === 'merge-failed') return { kind: 'error', ...SAVE_FAILED };
  if (what === 'updated') return { kind: 'success', ...outcomes(item, 'updated').saved() };
  return { kind: 'success', title: 'Success', text: mergedText(what.mergedWith, userId) };
}

const outcomes = (item: string, word: 'created' | 'updated') => ({
  invalidates: DOCUMENT_READS,
  saved: () => ({ title: 'Success', text: `${capitalised(item)} ${word} successfully` }),
  failed: (error: Error) => {
    // The dialog to sign in again, the session and its dialogs report these.
    const isReported = isSignedOut(error) || isAway(error) || conflictIn(error) || isGone(error);
    return isReported ? undefined : SAVE_FAILED;
  },
});

/** Responses before the server processed the content. */
const BARRED = [401, 403, 429];

function failureOf(error: unknown, key: string): SessionEvent {
  if (!(error instanceof ApiError) || error.status >= 500 || error.body?.code === 'in_progress')
    return { type: 'save-lost', key, isAway: isAway(error) };
  if (BARRED.includes(error.status)) return { type: 'save-barred', key, isSignedOut: isSignedOut(error) };
  if (isGone(error)) return { type: 'save-gone', key, reason: messageOf(error, 'Document not found') };
  const theirs = conflictIn(error);
  if (theirs) return { type: 'save-conflicted', key, theirs };
  const byServer = fieldErrors(error);
  return { type: 'save-refused', key, errors: byServer && byField(Object.entries(byServer)) };
}

/** The document that somebody else saved meanwhile; undefined for other failures. */
const conflictIn = (error: unknown): Document | undefined =>
  error instanceof ApiError && error.body?.code === 'version_conflict'
    ? Document.safeParse(error.body.current).data
    : undefined;

/** On a full disk repeating does not help. */
const isAway = (error: unknown): boolean =>
  isOutage(error) && !(error instanceof ApiError && error.status === 507);

const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

function mergedText({ lastUpdatedBy, lastUpdatedByName, authorName }: Document, userId: string | undefined) {
  const saved = lastUpdatedBy === userId ? 'you saved elsewhere' : `${lastUpdatedByName ?? authorName} saved`;
  return `Updated successfully, together with what ${saved} meanwhile.`;
}
