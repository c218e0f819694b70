import type { Document } from '../../../../contract/calls/documents.ts';
import { areEqual, type FieldErrors, type Fields, documentFields } from './document-fields.ts';
import type { Typed } from './drafts.ts';
import type { Merge, Origin } from './merge.ts';

/** The base of the edit: a stored version, or nothing for a new document. */
export type Base = {
  id: string | undefined;
  version: number | null;
  fields: Fields;
  /** False for a draft of an older version: then `fields` are the stored ones, not those of `version`. */
  isKnown: boolean;
};

/** A save being sent. Each content has one key, so that the server stores it once, however often it is sent. */
export type Sent = Typed & { id: string | undefined; key: string };

/** Saving and merging. Each state receives a response or shows a button that leads back to `idle`. */
type Save =
  | { state: 'idle' }
  /** `before` is an earlier save without a response. `isRepeat`: `sent` is older than the screen. */
  | { state: 'sending'; sent: Sent; before: Sent | undefined; isRepeat: boolean }
  /** Somebody else saved, and the common base is being read. */
  | { state: 'reading-origin'; theirs: Document }
  /** Both changed the same places, and the author decides. */
  | { state: 'choosing'; theirs: Document; merge: Merge }
  /** Somebody deleted the document. */
  | { state: 'gone' | 'undeleting'; reason: string };

/** The draft in this browser: `waiting` for the timer, `discarded` until the next change. */
export type BrowserDraft = {
  state: 'resting' | 'waiting' | 'discarded';
  /** Time of storing; `failed` when the browser's store is full or forbidden. */
  note: { keptAt: string } | 'failed' | undefined;
};

/** The copy of the draft on the server. One call at a time: a removal must not overtake an update. */
export type ServerCopy = {
  state: 'resting' | 'waiting' | 'sending' | 'removing';
  /** The existing copy: its document, its time by the server's clock, and its content if known. */
  pushed: { id: string | undefined; at: string; typed: Typed | undefined } | undefined;
  sending: { id: string | undefined; typed: Typed; isWanted: boolean } | undefined;
  /** Something changed during the call. */
  isBehind: boolean;
};

/** The state of an open editor. */
export type Session = {
  base: Base;
  /** Current fields, except for `typed`. */
  fields: Fields;
  /** Reads the text being typed. Assembling a long text takes longer than a key press may, so it happens at a later event. */
  typed: (() => string) | undefined;
  /** Fields as shown on the screen, which follow typing after a pause. */
  shown: Fields;
  /** The author's note for the next version. */
  changeLog: string;
  errors: FieldErrors;
  /** Relevant when the settings do not fit beside the text. */
  areSettingsOpen: boolean;
  /** The document as last read. */
  latest: Document | undefined;
  save: Save;
  /** The last save, while its result is unknown. */
  unanswered: Sent | undefined;
  /** A failed save that is repeated: after a pause while Ops Hub is not reachable, else after the next sign-in. */
  repeat: { pause: number } | 'after-sign-in' | undefined;
  /** The version by somebody else that the next save includes. */
  mergedWith: Document | undefined;
  /** False once the editor is closed: late responses are still processed, but timers no longer run. */
  isOpen: boolean;
  /** Prefix of the keys of this session's saves. */
  seed: string;
  sentSaves: number;
  draft: BrowserDraft;
  copy: ServerCopy;
  /** Whether the draft is also stored on the server. */
  autoSave: boolean;
  presence: { isEditing: boolean; others: number };
};

export type Timer = 'pause' | 'keep' | 'push' | 'presence' | 'repeat';

type TextEvent =
  | { type: 'opened' | 'closed' }
  /** The page is hidden or closed. */
  | { type: 'hidden' }
  | { type: 'changed'; part: Partial<Fields> }
  | { type: 'typed'; read: () => string }
  | { type: 'noted'; changeLog: string }
  | { type: 'shown' }
  | { type: 'settings-opened' | 'settings-closed' }
  | { type: 'read'; document: Document }
  | { type: 'due'; timer: Timer };

type DraftEvent =
  | { type: 'kept'; at: string }
  | { type: 'not-kept' }
  /** Another tab took this tab's draft out of the browser's store. */
  | { type: 'draft-lost' }
  | { type: 'discarded' }
  | { type: 'pushed'; at: string }
  | { type: 'not-pushed'; isRetried: boolean }
  | { type: 'copy-removed' }
  | { type: 'auto-save-set'; isOn: boolean };

export type SaveEvent =
  | { type: 'save-pressed' | 'save-as-new-pressed' | 'restore-pressed' | 'dialog-closed' }
  | { type: 'saved'; key: string; stored: Document }
  /** No response, or one that leaves open whether it was stored. */
  | { type: 'save-lost'; key: string; isAway: boolean }
  /** The server did not process the content, for example without a session. */
  | { type: 'save-barred'; key: string; isSignedOut: boolean }
  | { type: 'signed-in-again' }
  | { type: 'save-refused'; key: string; errors: FieldErrors | undefined }
  | { type: 'save-conflicted'; key: string; theirs: Document }
  | { type: 'save-gone'; key: string; reason: string }
  | { type: 'origin-read'; origin: Origin | undefined }
  | { type: 'merge-chosen'; fields: Fields }
  | { type: 'undeleted' | 'undelete-failed' };

type PresenceEvent = { type: 'editing-began' | 'editing-ended' } | { type: 'others-counted'; count: number };

export type SessionEvent = TextEvent | DraftEvent | SaveEvent | PresenceEvent;

type TimerEffect = { type: 'wait'; timer: Timer; ms: number } | { type: 'stop'; timer: Timer };

/** Requests to the server, the browser's store and the page; effects.ts runs them and dispatches events. */
export type Task =
  | { type: 'save'; sent: Sent }
  | { type: 'read-origin'; id: string; version: number | null }
  | { type: 'undelete'; id: string }
  /** The document was stored; a new one gets its address. */
  | { type: 'adopt'; stored: Document; isNew: boolean }
  | { type: 'keep'; id: string | undefined; typed: Typed; pushedAt: string | undefined }
  | { type: 'drop'; id: string | undefined }
  | { type: 'push'; id: string | undefined; typed: Typed }
  | { type: 'remove-copy'; id: string | undefined; at: string }
  | { type: 'publish'; id: string; isEditing: boolean }
  | { type: 'tell'; what: 'invalid' | 'updated' | 'merge-failed' | 'away' | { mergedWith: Document } };

export type Effect = TimerEffect | Task;

export type Ask = (effect: Effect) => void;

export const baseOf = (stored: Document): Base => ({
  id: stored.id,
  version: stored.version,
  fields: documentFields(stored),
  isKnown: true,
});

export const isUnsaved = ({ fields, base, changeLog }: Session): boolean =>
  changeLog !== '' || !areEqual(fields, base.fields);

export const typedIn = ({ fields, changeLog, base: { version } }: Session): Typed => ({
  fields,
  changeLog,
  version,
});

export const isSaving = ({ save: { state } }: Session): boolean =>
  state === 'sending' || state === 'reading-origin';
