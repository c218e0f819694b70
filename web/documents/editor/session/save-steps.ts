import { type Document, DocumentInput, withLineFeeds } from '../../../../contract/calls/documents.ts';
import {
  areEqual,
  errorsIn,
  type FieldErrors,
  type Fields,
  documentFields,
  withoutReaders,
  writtenReaders,
} from './document-fields.ts';
import { dropDraft, keepNow, scheduleDraft } from './draft-steps.ts';
import { mergeFields, type Origin, withSince } from './merge.ts';
import { type Ask, baseOf, isUnsaved, type SaveEvent, type Sent, type Session, typedIn } from './state.ts';

/** Events that do not fit the state, such as a late response, are ignored. */
export function onSaveEvent(session: Session, event: SaveEvent, ask: Ask): Session {
  const { save } = session;
  switch (save.state) {
    case 'idle':
      return event.type === 'save-pressed' ? startSave(session, ask) : session;
    case 'sending':
      return 'key' in event && event.key === save.sent.key ? onAnswer(session, save, event, ask) : session;
    case 'reading-origin':
      if (event.type !== 'origin-read') return session;
      if (event.origin) return merge(session, event.origin, save.theirs, ask);
      // Without the common base nothing can be merged. The text stays, and the next save tries again.
      ask({ type: 'tell', what: 'merge-failed' });
      return idle(session);
    case 'choosing':
      if (event.type === 'merge-chosen')
        return saveMerged(session, save.theirs, withSince(save.merge, event.fields, session.fields), ask);
      return event.type === 'dialog-closed' ? idle(session) : session;
    case 'gone':
      if (event.type === 'restore-pressed' && session.base.id) {
        ask({ type: 'undelete', id: session.base.id });
        return { ...session, save: { ...save, state: 'undeleting' } };
      }
      if (event.type === 'save-as-new-pressed') return send(withReadersOf(session), undefined, ask);
      return event.type === 'dialog-closed' ? idle(session) : session;
    case 'undeleting':
      if (event.type === 'undeleted') return startSave(idle(session), ask);
      return event.type === 'undelete-failed' ? { ...session, save: { ...save, state: 'gone' } } : session;
  }
}

const FIRST_REPEAT_MS = 2_000;
const LONGEST_REPEAT_MS = 15_000;

/** Ops Hub is not reachable. The author hears of it once, and the save is repeated until it arrives. */
function repeatLater(session: Session, ask: Ask): Session {
  const { repeat, isOpen } = session;
  const before = typeof repeat === 'object' ? repeat.pause : undefined;
  if (before === undefined) ask({ type: 'tell', what: 'away' });
  // A closed editor has stored its draft, which is offered later.
  if (!isOpen) return session;
  const pause = before === undefined ? FIRST_REPEAT_MS : Math.min(before * 2, LONGEST_REPEAT_MS);
  ask({ type: 'wait', timer: 'repeat', ms: pause });
  return { ...session, repeat: { pause } };
}

export function repeatSave(session: Session, ask: Ask): Session {
  if (!session.repeat || session.save.state !== 'idle') return session;
  // The change may have been reverted meanwhile.
  return isUnsaved(session) || session.unanswered
    ? startSave(session, ask)
    : { ...session, repeat: undefined };
}

const idle = (session: Session): Session => ({ ...session, save: { state: 'idle' } });

/** Saves the content after validating it by the server's rules. */
function startSave(session: Session, ask: Ask): Session {
  const wrong = errorsIn(session.fields);
  if (wrong) return refuse(session, wrong, ask);
  const { unanswered, base } = session;
  // The document may have been created already if the response was lost. Later typing continues from it.
  return unanswered && unanswered.id === undefined
    ? transmit(session, unanswered, true, ask)
    : send(session, base.id, ask);
}

function refuse(session: Session, errors: FieldErrors, ask: Ask): Session {
  ask({ type: 'tell', what: 'invalid' });
  ask({ type: 'stop', timer: 'repeat' });
  const areSettingsOpen = Object.keys(errors).some((name) => name !== 'title' && name !== 'content');
  return { ...idle(session), repeat: undefined, errors, areSettingsOpen };
}

/** A deleted document that is saved as a new one keeps its readers. An open one is like any new document of its category. */
function withReadersOf(session: Session): Session {
  const readers = session.latest?.readers;
  return readers ? { ...session, fields: { ...session.fields, readers: writtenReaders(readers) } } : session;
}

/** Sends the content: as the next version of a document, or without `id` as a new document. */
function send(session: Session, id: string | undefined, ask: Ask): Session {
  const { unanswered: before, seed, sentSaves } = session;
  const typed = id === undefined ? { ...typedIn(session), version: null } : typedIn(session);
  if (before && isSame(before, { ...typed, id })) return transmit(session, before, false, ask);
  const key = seed + sentSaves.toString(16).padStart(8, '0');
  return transmit({ ...session, sentSaves: sentSaves + 1 }, { ...typed, id, key }, false, ask);
}

function transmit(session: Session, sent: Sent, isRepeat: boolean, ask: Ask): Session {
  ask({ type: 'save', sent });
  const save = { state: 'sending', sent, before: session.unanswered, isRepeat } as const;
  return { ...session, save, unanswered: sent };
}

const isSame = (a: Omit<Sent, 'key'>, b: Omit<Sent, 'key'>): boolean =>
  a.id === b.id && a.version === b.version && a.changeLog === b.changeLog && areEqual(a.fields, b.fields);

type Sending = Extract<Session['save'], { state: 'sending' }>;

function onAnswer(session: Session, sending: Sending, answer: SaveEvent, ask: Ask): Session {
  const { before } = sending;
  if (answer.type === 'save-lost' && answer.isAway) return repeatLater(idle(session), ask);
  // This save was not stored; an earlier one may be.
  if (answer.type === 'save-barred')
    return { ...idle(session), unanswered: before, repeat: answer.isSignedOut ? 'after-sign-in' : undefined };
  return onFinalAnswer({ ...session, repeat: undefined }, sending, answer, ask);
}

function onFinalAnswer(session: Session, sending: Sending, answer: SaveEvent, ask: Ask): Session {
  const { sent, before } = sending;
  if (answer.type === 'saved') return take(session, sending, answer.stored, ask);
  if (answer.type === 'save-lost') return idle(session);
  if (answer.type === 'save-refused') {
    const refused = { ...idle(session), unanswered: before?.key === sent.key ? undefined : before };
    return answer.errors ? refuse(refused, answer.errors, ask) : refused;
  }
  // The document does not match an earlier save.
  const answered = { ...idle(session), unanswered: undefined };
  if (answer.type === 'save-gone') return { ...answered, save: { state: 'gone', reason: answer.reason } };
  if (answer.type !== 'save-conflicted') return session;
  const { theirs } = answer;
  if (isStored(sent, theirs)) {
    ask({ type: 'tell', what: 'updated' });
    return take(session, sending, theirs, ask);
  }
  // An earlier save was stored, and only its response was lost.
  if (before && isStored(before, theirs)) return send({ ...answered, base: baseOf(theirs) }, theirs.id, ask);
  if (session.base.isKnown) return merge(answered, session.base.fields, theirs, ask);
  ask({ type: 'read-origin', id: theirs.id, version: session.base.version });
  return { ...answered, save: { state: 'reading-origin', theirs } };
}

/** `sent` was stored as `stored`. Later typing stays as a draft of the new version. */
function take(session: Session, { sent, isRepeat }: Sending, stored: Document, ask: Ask): Session {
  const isNew = stored.id !== session.base.id;
  ask({ type: 'adopt', stored, isNew: isNew && session.isOpen });
  if (session.mergedWith) ask({ type: 'tell', what: { mergedWith: session.mergedWith } });
  const base = baseOf(stored);
  const fields = areEqual(session.fields, sent.fields) ? base.fields : session.fields;
  const next: Session = {
    ...idle(isNew ? dropDraft(session, ask) : session),
    base,
    fields,
    shown: fields,
    changeLog: session.changeLog === sent.changeLog ? '' : session.changeLog,
    unanswered: undefined,
    mergedWith: undefined,
  };
  if (!isUnsaved(next)) return isNew ? next : dropDraft(next, ask);
  const kept = scheduleDraft(keepNow(next, ask), ask);
  return isRepeat ? startSave(kept, ask) : kept;
}

/** Merges with somebody else's version: separate edits are combined automatically, and the author decides conflicts. */
function merge(session: Session, origin: Origin, theirs: Document, ask: Ask): Session {
  const result = mergeFields(origin, session.fields, documentFields(theirs));
  return result.conflicts.length > 0
    ? { ...session, save: { state: 'choosing', theirs, merge: result } }
    : saveMerged(session, theirs, result.fields, ask);
}

function saveMerged(session: Session, theirs: Document, fields: Fields, ask: Ask): Session {
  const merged = { ...idle(session), base: baseOf(theirs), fields, shown: fields, mergedWith: theirs };
  return startSave(scheduleDraft(merged, ask), ask);
}

/** Whether the stored document equals what was sent, after the server's normalisation. */
function isStored({ fields }: Sent, stored: Document): boolean {
  const { data } = DocumentInput.safeParse(withoutReaders(fields));
  const now: Partial<Record<string, unknown>> = { ...stored, content: withLineFeeds(stored.content) };
  const isSameField = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) === JSON.stringify(now[name]);
  return data !== undefined && Object.entries(data).every(isSameField);
}
