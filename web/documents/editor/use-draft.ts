import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { usePreferences } from '../../lib/preferences.ts';
import { whenIdle } from '../../lib/when-idle.ts';
import { areEqual } from './document-fields.ts';
import { draftPusher } from './draft-pusher.ts';
import { draftState } from './draft-state.ts';
import { type Draft, dropDraft, keepDraft, readDraft } from './drafts.ts';
import { type DraftPlace, pushDraft, removeServerDraft } from './server-drafts.ts';
import type { useEditing } from './use-editing.ts';

/** Typing is kept this often while it goes on, so a crash costs less than a second of it on a busy machine as well. */
const KEEP_MS = 500;

type Editing = Pick<ReturnType<typeof useEditing>, 'current' | 'listen' | 'base' | 'version'>;

/** Keeps what is being typed for as long as it differs from what is saved: in this browser, and on the server. */
export function useDraft(
  key: string,
  place: DraftPlace,
  { current, listen, base, version }: Editing,
  restored: Draft | undefined,
) {
  const { autoSave } = usePreferences();
  const [state] = useState(draftState);
  /** Takes the next keeping back; none while nothing waits to be kept. */
  const waiting = useRef<() => void>(undefined);
  /** When this tab kept the draft last: a later one under the same key is another tab's. */
  const keptAt = useRef(restored?.savedAt);
  const [pusher] = useState(() =>
    draftPusher(
      { push: (typed) => pushDraft(place, typed), remove: () => removeServerDraft(place) },
      restored?.pushedAt,
      (pushedAt) => {
        // So that the server's copy is known as this one when both are found again.
        whenIdle(() => {
          const kept = readDraft(key);
          if (kept) keepDraft(key, { ...kept, pushedAt });
        }, 0);
      },
    ),
  );

  const stopWaiting = () => {
    waiting.current?.();
    waiting.current = undefined;
  };
  const unsaved = useEffectEvent(() => {
    const fields = current();
    return areEqual(fields, base) ? undefined : { fields, version };
  });
  const keep = useEffectEvent(() => {
    stopWaiting();
    const typed = unsaved();
    if (!typed) return;
    const savedAt = new Date().toISOString();
    const pushedAt = pusher.pushedAt();
    const isKept = keepDraft(key, { ...typed, savedAt, ...(pushedAt && { pushedAt }) });
    keptAt.current = savedAt;
    state.set(isKept ? { keptAt: savedAt } : 'failed');
  });
  const drop = () => {
    stopWaiting();
    if (readDraft(key)?.savedAt === keptAt.current) dropDraft(key);
    pusher.drop();
    state.set(undefined);
  };

  const note = useEffectEvent(() => {
    // What waits already is left alone: waiting for a pause would keep nothing of a long run of typing.
    waiting.current ??= whenIdle(() => keep(), KEEP_MS);
    // Without auto-save the draft stays in this browser alone.
    if (autoSave) pusher.note(() => unsaved());
  });
  useEffect(() => {
    note();
    return listen(() => note());
  }, [listen, base, version, pusher, autoSave]);

  useEffect(() => {
    // The last second as well, when the tab is closed or the phone put away.
    const onHide = () => keep();
    addEventListener('pagehide', onHide);
    return () => {
      removeEventListener('pagehide', onHide);
      pusher.stop();
      // As when the session ended and sign-in takes the place of the editor.
      if (waiting.current) keep();
    };
  }, [pusher]);

  return { state, drop };
}
