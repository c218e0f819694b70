import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { usePreferences } from '../../lib/preferences.ts';
import { whenIdle } from '../../lib/when-idle.ts';
import { areEqual } from './document-fields.ts';
import { draftPusher } from './draft-pusher.ts';
import { draftState } from './draft-state.ts';
import { type Draft, dropDraft, keepDraft } from './drafts.ts';
import { type DraftHome, pushDraft, removeServerDraft } from './server-drafts.ts';
import type { useEditing } from './use-editing.ts';

/** Typing is kept this often while it goes on, so a crash costs less than a second of it on a busy machine as well. */
const KEEP_MS = 500;

type Editing = Pick<ReturnType<typeof useEditing>, 'current' | 'listen' | 'base' | 'version'> & {
  /** What the writer says the next version is about. */
  changeLog: string;
};

/** Keeps what is being typed for as long as it differs from what is saved: in this browser, and on the server. */
export function useDraft(
  home: DraftHome,
  { current, listen, base, version, changeLog }: Editing,
  restored: Draft | undefined,
  makeRoom: () => boolean,
) {
  const { autoSave } = usePreferences();
  const [state] = useState(draftState);
  /** Takes the next keeping back; none while nothing waits to be kept. */
  const waiting = useRef<() => void>(undefined);
  const own = home.inBrowser;
  const pushedBefore = restored?.pushedAt;
  const pusher = useMemo(
    () =>
      draftPusher(
        {
          push: (typed) => pushDraft(home.onServer, typed),
          remove: (savedAt) => removeServerDraft(home.onServer, savedAt),
        },
        pushedBefore,
      ),
    [home, pushedBefore],
  );

  const stopWaiting = () => {
    waiting.current?.();
    waiting.current = undefined;
  };
  const unsaved = useEffectEvent(() => {
    const fields = current();
    return changeLog === '' && areEqual(fields, base) ? undefined : { fields, changeLog, version };
  });
  const keep = useEffectEvent(() => {
    stopWaiting();
    const typed = unsaved();
    if (!typed) return;
    const savedAt = new Date().toISOString();
    const pushedAt = pusher.pushedAt();
    const isKept = keepDraft(own, { ...typed, savedAt, ...(pushedAt && { pushedAt }) });
    state.set(isKept ? { keptAt: savedAt } : 'failed');
  });
  const drop = () => {
    stopWaiting();
    dropDraft(own);
    pusher.drop();
    state.set(undefined);
  };

  const note = useEffectEvent(() => {
    // What waits already is left alone: waiting for a pause would keep nothing of a long run of typing.
    waiting.current ??= whenIdle(() => keep(), KEEP_MS);
    // Without auto-save the draft stays in this browser alone.
    if (autoSave) pusher.note(() => (makeRoom() ? unsaved() : undefined));
  });
  useEffect(() => {
    note();
    return listen(() => note());
  }, [listen, base, version, changeLog, pusher, autoSave]);

  useEffect(() => {
    // The last second as well, when the tab is closed or the phone put away.
    const onHide = () => keep();
    // Restored or discarded by another tab, or the store was emptied: what is typed here is still not saved.
    const onStore = ({ key, newValue }: StorageEvent) => {
      if (key === null || (key === own && newValue === null)) keep();
    };
    addEventListener('pagehide', onHide);
    addEventListener('storage', onStore);
    // Notes that the server has it too, so that its copy is known as this one when both are found again.
    pusher.listen(() => (waiting.current ??= whenIdle(() => keep(), 0)));
    return () => {
      pusher.listen(undefined);
      removeEventListener('pagehide', onHide);
      removeEventListener('storage', onStore);
      pusher.stop();
      // As when the session ended and sign-in takes the place of the editor.
      if (waiting.current) keep();
    };
  }, [pusher, own]);

  return { state, drop };
}
