import { startTransition, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import type { Document } from '../../../../contract/calls/documents.ts';
import { type Editor, useEditors } from '../../../api/presence.ts';
import { useCurrentUser, useSessionEnded } from '../../../api/session.ts';
import { usePreferences } from '../../../lib/preferences.ts';
import { randomKey } from '../../../lib/random-key.ts';
import type { Fields } from './document-fields.ts';
import type { Draft } from './drafts.ts';
import { type Perform, type DraftKeys, useEffects } from './effects.ts';
import { newSession } from './session.ts';
import { type SessionStore, sessionStore } from './session-store.ts';
import type { BrowserDraft, Session } from './state.ts';

/** The state for the whole screen, without drafts, which are saved twice a second. */
const ON_SCREEN = ['base', 'shown', 'changeLog', 'errors', 'areSettingsOpen', 'save'] as const;

type Opening = DraftKeys & {
  document: Document | undefined;
  /** The stored fields, or the initial ones of a new document. */
  saved: Fields;
  restored: Draft | undefined;
  /** False in the preview. */
  isEditing: boolean;
  setCopyAside: () => boolean;
  onStoredAs: (id: string) => void;
};

/** An open editor: its session for the screen, other editors, and the store that takes events. */
export function useSession({ document, saved, restored, isEditing, ...surroundings }: Opening): {
  session: Session;
  others: Editor[];
  store: SessionStore;
} {
  const { autoSave } = usePreferences();
  const [store] = useState(() =>
    sessionStore(newSession({ document, saved, restored, autoSave, seed: randomKey().slice(0, 24) })),
  );
  const [session, setSession] = useState(store.glance);
  const others = useOthers(document?.id);
  const perform = useEffects(surroundings);
  useStoreOnPage(store, perform, surroundings.inBrowser);

  useLayoutEffect(() => {
    let shown = store.glance();
    return store.listen((next, event) => {
      const before = shown;
      if (ON_SCREEN.every((name) => next[name] === before[name])) return;
      shown = next;
      const isPause = event.type === 'due' && event.timer === 'pause';
      if (isPause) startTransition(() => setSession(next));
      else setSession(next);
    });
  }, [store]);

  // Before painting: a version that nobody has seen yet must not look like a missed one.
  useLayoutEffect(() => document && store.dispatch({ type: 'read', document }), [store, document]);
  useEffect(() => store.dispatch({ type: 'auto-save-set', isOn: autoSave }), [store, autoSave]);
  const hasEnded = useSessionEnded();
  useEffect(() => {
    if (!hasEnded) store.dispatch({ type: 'signed-in-again' });
  }, [store, hasEnded]);
  useEffect(() => store.dispatch({ type: 'others-counted', count: others.length }), [store, others.length]);
  useEffect(() => {
    if (!isEditing) return undefined;
    store.dispatch({ type: 'editing-began' });
    return () => store.dispatch({ type: 'editing-ended' });
  }, [store, isEditing]);

  return { session, others, store };
}

function useOthers(documentId: string | undefined): Editor[] {
  const { data: user } = useCurrentUser();
  return useEditors(documentId).filter(({ userId }) => userId !== user?.id);
}

/** Opens and closes the session with the component, and reports page events to it. */
function useStoreOnPage(store: SessionStore, perform: Perform, inBrowser: DraftKeys['inBrowser']): void {
  useLayoutEffect(() => store.performWith(perform));
  useEffect(() => {
    store.dispatch({ type: 'opened' });
    // Saves the last typing when the tab closes or the phone sleeps.
    const onHide = () => store.dispatch({ type: 'hidden' });
    // Another tab restored or discarded the draft, or the store was emptied: the typing here is still unsaved.
    const onStorage = ({ key, newValue }: StorageEvent) => {
      const own = inBrowser(store.glance().base.id);
      if (key === null || (key === own && newValue === null)) store.dispatch({ type: 'draft-lost' });
    };
    addEventListener('pagehide', onHide);
    addEventListener('storage', onStorage);
    return () => {
      removeEventListener('pagehide', onHide);
      removeEventListener('storage', onStorage);
      store.dispatch({ type: 'closed' });
    };
  }, [store, inBrowser]);
}

/** State of the draft in this browser, for the status line. */
export const useDraftNote = ({ listen, glance }: SessionStore): BrowserDraft['note'] =>
  useSyncExternalStore(listen, () => glance().draft.note);
