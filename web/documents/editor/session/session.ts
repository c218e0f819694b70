import type { Document } from '../../../../contract/calls/documents.ts';
import { areEqual, documentFields, type FieldErrors, type Fields } from './document-fields.ts';
import { discardDraft, keepNow, onCopyAnswer, pushDraft, scheduleDraft } from './draft-steps.ts';
import type { Draft } from './drafts.ts';
import { onSaveEvent, repeatSave } from './save-steps.ts';
import { type Ask, baseOf, type Effect, type Session, type SessionEvent, type Timer } from './state.ts';

/** Pause in typing after which the rest of the screen updates, so that no key press waits for it. */
const PAUSE_MS = 250;
/** A third of the expiry time of presence, so that one lost message is harmless. */
const PRESENCE_MS = 10_000;

type Opening = {
  document: Document | undefined;
  /** The stored fields, or the initial ones of a new document. */
  saved: Fields;
  restored: Draft | undefined;
  autoSave: boolean;
  /** 24 hexadecimal digits, unique per session. */
  seed: string;
};

export function newSession({ document, saved, restored, autoSave, seed }: Opening): Session {
  const stored = document?.version ?? null;
  const version = restored ? restored.version : stored;
  const fields = restored?.fields ?? saved;
  const id = document?.id;
  return {
    base: { id, version, fields: saved, isKnown: version === stored },
    fields,
    typed: undefined,
    shown: fields,
    changeLog: restored?.changeLog ?? '',
    errors: {},
    areSettingsOpen: false,
    latest: document,
    save: { state: 'idle' },
    unanswered: undefined,
    repeat: undefined,
    mergedWith: undefined,
    isOpen: false,
    seed,
    sentSaves: 0,
    draft: { state: 'resting', note: undefined },
    copy: {
      state: 'resting',
      pushed: restored?.pushedAt ? { id, at: restored.pushedAt, typed: undefined } : undefined,
      sending: undefined,
      isBehind: false,
    },
    autoSave,
    presence: { isEditing: false, others: 0 },
  };
}

/** Computes the session after an event, and its tasks. A pure function: times and responses arrive with the events. */
export function step(session: Session, event: SessionEvent): [Session, Effect[]] {
  const effects: Effect[] = [];
  const ask: Ask = (effect) => void effects.push(effect);
  if (event.type === 'typed') return [type(session, event.read, ask), effects];
  const next = follow(onEvent(withText(session), event, ask), ask);
  if (next.base.id !== session.base.id && next.presence.isEditing) {
    publish(session, false, ask);
    publish(next, true, ask);
  }
  return [next, effects];
}

/** Takes over the text typed since. */
export const withText = (session: Session): Session =>
  session.typed
    ? { ...session, fields: { ...session.fields, content: session.typed() }, typed: undefined }
    : session;

/** A version that changes no field, such as one with other readers, becomes the base without a merge. */
function rebase(session: Session, document: Document): Session {
  const { base, save } = session;
  const isNext = save.state === 'idle' && base.id === document.id && (base.version ?? 0) < document.version;
  return isNext && base.isKnown && areEqual(base.fields, documentFields(document))
    ? { ...session, base: baseOf(document) }
    : session;
}

function onEvent(session: Session, event: Exclude<SessionEvent, { type: 'typed' }>, ask: Ask): Session {
  switch (event.type) {
    case 'opened':
      return scheduleDraft({ ...session, isOpen: true }, ask);
    case 'closed':
      return close(session, ask);
    case 'hidden':
      publish(session, false, ask);
      return keepNow(session, ask);
    case 'changed': {
      const fields = { ...session.fields, ...event.part };
      const errors = withoutErrors(session, Object.keys(event.part));
      return scheduleDraft({ ...session, fields, shown: fields, errors }, ask);
    }
    case 'noted':
      return scheduleDraft({ ...session, changeLog: event.changeLog }, ask);
    case 'shown':
      return { ...session, shown: session.fields };
    case 'read':
      return rebase({ ...session, latest: event.document }, event.document);
    case 'settings-opened':
    case 'settings-closed':
      return { ...session, areSettingsOpen: event.type === 'settings-opened' };
    case 'auto-save-set':
      return scheduleDraft({ ...session, autoSave: event.isOn }, ask);
    case 'due':
      return onDue(session, event.timer, ask);
    case 'kept':
      return { ...session, draft: { ...session.draft, note: { keptAt: event.at } } };
    case 'not-kept':
      return { ...session, draft: { ...session.draft, note: 'failed' } };
    case 'draft-lost':
      return keepNow(session, ask);
    case 'discarded':
      return discardDraft(session, ask);
    case 'pushed':
    case 'not-pushed':
    case 'copy-removed':
      return onCopyAnswer(session, event, ask);
    case 'editing-began':
    case 'editing-ended':
      return setEditing(session, event.type === 'editing-began', ask);
    case 'others-counted':
      // A new reader does not know about us yet.
      if (event.count > session.presence.others) publish(session, true, ask);
      return { ...session, presence: { ...session.presence, others: event.count } };
    case 'signed-in-again':
      return session.repeat === 'after-sign-in' ? repeatSave(session, ask) : session;
    case 'save-pressed':
    case 'save-as-new-pressed':
    case 'restore-pressed':
    case 'dialog-closed':
    case 'saved':
    case 'save-lost':
    case 'save-barred':
    case 'save-refused':
    case 'save-conflicted':
    case 'save-gone':
    case 'origin-read':
    case 'merge-chosen':
    case 'undeleted':
    case 'undelete-failed':
      return onSaveEvent(session, event, ask);
  }
}

/** Keeps only the function that reads the text, so that a key press neither reads it nor updates the screen. */
function type(session: Session, read: () => string, ask: Ask): Session {
  ask({ type: 'wait', timer: 'pause', ms: PAUSE_MS });
  return scheduleDraft({ ...session, typed: read, errors: withoutErrors(session, ['content']) }, ask);
}

const withoutErrors = ({ errors }: Session, names: string[]): FieldErrors =>
  names.some((name) => name in errors)
    ? Object.fromEntries(Object.entries(errors).filter(([name]) => !names.includes(name)))
    : errors;

function onDue(session: Session, timer: Timer, ask: Ask): Session {
  switch (timer) {
    case 'pause':
      return { ...session, shown: session.fields };
    case 'keep':
      return keepNow(session, ask);
    case 'push':
      return pushDraft(session, ask);
    case 'repeat':
      return repeatSave(session, ask);
    case 'presence':
      return setEditing(session, session.presence.isEditing, ask);
  }
}

/** The editor closes, or sign-in replaces it because the session ended. */
function close(session: Session, ask: Ask): Session {
  for (const timer of ['pause', 'push', 'repeat'] as const) ask({ type: 'stop', timer });
  const closed = session.draft.state === 'waiting' ? keepNow(session, ask) : session;
  const { copy } = closed;
  return { ...closed, isOpen: false, copy: copy.state === 'waiting' ? { ...copy, state: 'resting' } : copy };
}

function setEditing(session: Session, isEditing: boolean, ask: Ask): Session {
  const next = { ...session, presence: { ...session.presence, isEditing } };
  publish(isEditing ? next : session, isEditing, ask);
  ask(isEditing ? { type: 'wait', timer: 'presence', ms: PRESENCE_MS } : { type: 'stop', timer: 'presence' });
  return next;
}

/** Somebody else saved: an author without changes continues from there. */
function follow(session: Session, ask: Ask): Session {
  const { latest, base, fields, save, unanswered } = session;
  const isNewer = latest && latest.id === base.id && latest.version > (base.version ?? 0);
  // While the result of a save is unknown, equal fields may also be a change that was reverted.
  if (!isNewer || save.state !== 'idle' || unanswered || !areEqual(fields, base.fields)) return session;
  const next = baseOf(latest);
  return scheduleDraft({ ...session, base: next, fields: next.fields, shown: next.fields }, ask);
}

/** Tells others whether this author edits the document; nothing in the preview. */
function publish({ base: { id }, presence }: Session, isEditing: boolean, ask: Ask): void {
  if (id !== undefined && presence.isEditing) ask({ type: 'publish', id, isEditing });
}
