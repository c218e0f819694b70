import type { Document } from '../../../../contract/documents.ts';
import { areEqual, type FieldErrors, type Fields, fieldsOf } from './document-fields.ts';
import type { Typed } from './drafts.ts';
import type { Merge, Origin } from './merge.ts';

/** What the writer started from: a stored version, or nothing yet for a new document. */
export type Base = {
  id: string | undefined;
  version: number | null;
  fields: Fields;
  /** False for a draft of an older version: `fields` are then the stored ones, and those of `version` are unknown. */
  isOfVersion: boolean;
};

/** A save as it goes out. One content has one key, so that the server stores it once, however often it is sent. */
export type Sent = Typed & { id: string | undefined; key: string };

/** Saving and merging. Each state has an answer or a button that leads back to `idle`. */
type Save =
  | { state: 'idle' }
  /** `before` is an earlier save without an answer. `isRepeat`: `sent` is older than what is on the screen. */
  | { state: 'sending'; sent: Sent; before: Sent | undefined; isRepeat: boolean }
  /** Somebody else saved, and the version that both started from is being read. */
  | { state: 'reading-origin'; theirs: Document }
  /** Both changed the same places, and the writer chooses. */
  | { state: 'choosing'; theirs: Document; merge: Merge }
  /** Somebody deleted the document. */
  | { state: 'gone' | 'undeleting'; reason: string };

/** The draft in this browser: `waiting` until the timer is due, `discarded` until something else is typed. */
export type BrowserDraft = {
  state: 'resting' | 'waiting' | 'discarded';
  /** When it was stored; `failed` where the browser's store is full or forbidden. */
  note: { keptAt: string } | 'failed' | undefined;
};

/** The copy of the draft on the server. One call at a time: a removal must not overtake the copy it removes. */
export type ServerCopy = {
  state: 'resting' | 'waiting' | 'sending' | 'removing';
  /** The copy that is there: of which document, since when by the server's clock, and with what in it where that is known. */
  pushed: { id: string | undefined; at: string; typed: Typed | undefined } | undefined;
  sending: { id: string | undefined; typed: Typed; isWanted: boolean } | undefined;
  /** Something changed during the call. */
  isBehind: boolean;
};

/** Everything an open editor knows about its document. */
export type Session = {
  base: Base;
  /** As they are this moment, apart from `typed`. */
  fields: Fields;
  /** Reads the text in which somebody types. Putting a long one together costs more than a key, so it waits for another event. */
  typed: (() => string) | undefined;
  /** The fields as the screen shows them: they follow typing after a pause. */
  shown: Fields;
  /** What the writer says the next version is about. */
  changeLog: string;
  errors: FieldErrors;
  /** Matters where the settings do not fit beside the text. */
  areSettingsOpen: boolean;
  /** The document as it was read last. */
  latest: Document | undefined;
  save: Save;
  /** The last save, while nobody knows whether it was stored. */
  unanswered: Sent | undefined;
  /** The version by somebody else that the next save contains as well. */
  mergedWith: Document | undefined;
  /** False once the editor is left: answers may still come, and nothing waits for a timer any more. */
  isOpen: boolean;
  /** Begins the keys of this session's saves. */
  seed: string;
  sentSaves: number;
  draft: BrowserDraft;
  copy: ServerCopy;
  /** Whether the draft is also kept on the server. */
  autoSave: boolean;
  presence: { isEditing: boolean; others: number };
};

export type Timer = 'pause' | 'keep' | 'push' | 'presence';

type TextEvent =
  | { type: 'opened' | 'closed' }
  /** The page is put away or goes. */
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
  /** Another tab took the draft of this one out of the browser's store. */
  | { type: 'draft-lost' }
  | { type: 'discarded' }
  | { type: 'pushed'; at: string }
  | { type: 'not-pushed'; isRetried: boolean }
  | { type: 'copy-removed' }
  | { type: 'auto-save-set'; isOn: boolean };

export type SaveEvent =
  | { type: 'save-pressed' | 'save-as-new-pressed' | 'restore-pressed' | 'dialog-closed' }
  | { type: 'saved'; key: string; stored: Document }
  /** Without an answer, or with one that leaves open whether it is stored. */
  | { type: 'save-lost'; key: string }
  /** The server did not look at what was sent, as without a session. */
  | { type: 'save-barred'; key: string }
  | { type: 'save-refused'; key: string; errors: FieldErrors | undefined }
  | { type: 'save-conflicted'; key: string; theirs: Document }
  | { type: 'save-gone'; key: string; reason: string }
  | { type: 'origin-read'; origin: Origin | undefined }
  | { type: 'merge-chosen'; fields: Fields }
  | { type: 'undeleted' | 'undelete-failed' };

type PresenceEvent = { type: 'editing-began' | 'editing-ended' } | { type: 'others-counted'; count: number };

export type SessionEvent = TextEvent | DraftEvent | SaveEvent | PresenceEvent;

type TimerEffect = { type: 'wait'; timer: Timer; ms: number } | { type: 'stop'; timer: Timer };

/** What a step asks of the server, the browser's store and the page; effects.ts does it and answers with events. */
export type Task =
  | { type: 'save'; sent: Sent }
  | { type: 'read-origin'; id: string; version: number | null }
  | { type: 'undelete'; id: string }
  /** The document is stored like this now; a new one gets its address. */
  | { type: 'adopt'; stored: Document; isNew: boolean }
  | { type: 'keep'; id: string | undefined; typed: Typed; pushedAt: string | undefined }
  | { type: 'drop'; id: string | undefined }
  | { type: 'push'; id: string | undefined; typed: Typed }
  | { type: 'remove-copy'; id: string | undefined; at: string }
  | { type: 'publish'; id: string; isEditing: boolean }
  | { type: 'tell'; what: 'invalid' | 'updated' | 'merge-failed' | { mergedWith: Document } };

export type Effect = TimerEffect | Task;

export type Ask = (effect: Effect) => void;

export const baseOf = (stored: Document): Base => ({
  id: stored.id,
  version: stored.version,
  fields: fieldsOf(stored),
  isOfVersion: true,
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
