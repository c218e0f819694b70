import { areEqual } from './document-fields.ts';
import type { Typed } from './drafts.ts';
import { type Ask, isUnsaved, type ServerCopy, type Session, type SessionEvent, typedIn } from './state.ts';

/** Interval of saving drafts in the browser: a crash loses less than a second of typing. */
const KEEP_MS = 500;
/** Interval of saving drafts on the server, and the wait after a failure. */
const PUSH_MS = 2_500;

/** Handles a change. Keeps a running timer: waiting for a pause would save nothing during continuous typing. */
export function scheduleDraft(session: Session, ask: Ask): Session {
  const { draft, copy, autoSave, isOpen } = session;
  if (!isOpen) return keepNow(session, ask);
  if (draft.state !== 'waiting') ask({ type: 'wait', timer: 'keep', ms: KEEP_MS });
  return {
    ...session,
    draft: draft.state === 'waiting' ? draft : { ...draft, state: 'waiting' },
    copy: autoSave ? schedulePush(copy, ask) : copy,
  };
}

/** Stores unsaved content in the browser at once. */
export function keepNow(session: Session, ask: Ask): Session {
  const { draft, base, copy } = session;
  if (draft.state === 'discarded') return session;
  if (draft.state === 'waiting') ask({ type: 'stop', timer: 'keep' });
  if (isUnsaved(session))
    ask({ type: 'keep', id: base.id, typed: typedIn(session), pushedAt: copy.pushed?.at });
  return { ...session, draft: { ...draft, state: 'resting' } };
}

/** Removes the draft from the browser and from the server. */
export function dropDraft(session: Session, ask: Ask): Session {
  const { draft, base, copy } = session;
  if (draft.state === 'waiting') ask({ type: 'stop', timer: 'keep' });
  ask({ type: 'drop', id: base.id });
  return { ...session, draft: { state: 'resting', note: undefined }, copy: dropCopy(copy, ask) };
}

/** The author leaves and discards the draft. */
export const discardDraft = (session: Session, ask: Ask): Session => {
  const dropped = dropDraft(session, ask);
  return { ...dropped, draft: { ...dropped.draft, state: 'discarded' } };
};

function schedulePush(copy: ServerCopy, ask: Ask): ServerCopy {
  if (copy.state === 'waiting') return copy;
  if (copy.state !== 'resting') return { ...copy, isBehind: true };
  ask({ type: 'wait', timer: 'push', ms: PUSH_MS });
  return { ...copy, state: 'waiting', isBehind: false };
}

function dropCopy(copy: ServerCopy, ask: Ask): ServerCopy {
  if (copy.state === 'waiting') ask({ type: 'stop', timer: 'push' });
  if (copy.sending) return { ...copy, sending: { ...copy.sending, isWanted: false }, isBehind: false };
  if (copy.state === 'removing') return { ...copy, isBehind: false };
  return removeCopy({ ...copy, state: 'resting' }, ask);
}

function removeCopy(copy: ServerCopy, ask: Ask): ServerCopy {
  if (!copy.pushed) return copy;
  ask({ type: 'remove-copy', id: copy.pushed.id, at: copy.pushed.at });
  return { ...copy, state: 'removing', pushed: undefined };
}

/** The push timer fired. */
export function pushDraft(session: Session, ask: Ask): Session {
  const { copy, base, autoSave } = session;
  if (copy.state !== 'waiting') return session;
  const typed = typedIn(session);
  if (!autoSave || !isUnsaved(session) || isPushed(copy, base.id, typed))
    return { ...session, copy: { ...copy, state: 'resting' } };
  ask({ type: 'push', id: base.id, typed });
  return { ...session, copy: { ...copy, state: 'sending', sending: { id: base.id, typed, isWanted: true } } };
}

const isPushed = ({ pushed }: ServerCopy, id: string | undefined, typed: Typed): boolean =>
  pushed?.typed !== undefined &&
  pushed.id === id &&
  pushed.typed.version === typed.version &&
  pushed.typed.changeLog === typed.changeLog &&
  areEqual(pushed.typed.fields, typed.fields);

type Answer = Extract<SessionEvent, { type: 'pushed' | 'not-pushed' | 'copy-removed' }>;

/** The server responded about its copy. */
export function onCopyAnswer(session: Session, answer: Answer, ask: Ask): Session {
  const { sending } = session.copy;
  const resting: ServerCopy = { ...session.copy, state: 'resting', sending: undefined };
  const pushLater = (copy: ServerCopy) => (session.isOpen ? schedulePush(copy, ask) : copy);
  const rest = (copy: ServerCopy) => (copy.isBehind ? pushLater(copy) : copy);
  if (answer.type === 'copy-removed')
    return session.copy.state === 'removing' ? { ...session, copy: rest(resting) } : session;
  if (!sending) return session;
  const pushed =
    answer.type === 'pushed' ? { id: sending.id, at: answer.at, typed: sending.typed } : session.copy.pushed;
  if (!sending.isWanted) {
    const copy = removeCopy({ ...resting, pushed }, ask);
    return { ...session, copy: copy.state === 'resting' ? rest(copy) : copy };
  }
  if (answer.type === 'not-pushed')
    return { ...session, copy: answer.isRetried ? pushLater(resting) : rest(resting) };
  // Notes in the browser that the server has the draft too, so that both copies are recognised as one.
  const copy = rest({ ...resting, pushed });
  if (!session.isOpen || session.draft.state !== 'resting') return { ...session, copy };
  ask({ type: 'wait', timer: 'keep', ms: 0 });
  return { ...session, copy, draft: { ...session.draft, state: 'waiting' } };
}
