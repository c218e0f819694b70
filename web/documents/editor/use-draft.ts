import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { usePreferences } from '../../lib/preferences.ts';
import { areEqual } from './document-fields.ts';
import { draftPusher } from './draft-pusher.ts';
import { type Draft, dropDraft, keepDraft, readDraft } from './drafts.ts';
import { type DraftPlace, pushDraft, removeServerDraft } from './server-drafts.ts';
import type { useEditing } from './use-editing.ts';

/** Typing is kept this often while it goes on, so a crash costs less than a second of it on a busy machine as well. */
const KEEP_MS = 500;

/** How the draft is doing: kept since when, or not kept because the browser's store is full or forbidden. */
export type DraftState = { keptAt: string } | 'failed' | undefined;

type Editing = Pick<ReturnType<typeof useEditing>, 'current' | 'listen' | 'base' | 'version'>;

/** Keeps what is being typed for as long as it differs from what is saved: in this browser, and on the server. */
export function useDraft(
  key: string,
  place: DraftPlace,
  { current, listen, base, version }: Editing,
  restored: Draft | undefined,
) {
  const { autoSave } = usePreferences();
  const [state, setState] = useState<DraftState>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** When this tab kept the draft last: a later one under the same key is another tab's. */
  const keptAt = useRef(restored?.savedAt);
  const [pusher] = useState(() =>
    draftPusher(
      { push: (typed) => pushDraft(place, typed), remove: () => removeServerDraft(place) },
      restored?.pushedAt,
      (pushedAt) => {
        // So that the server's copy is known as this one when both are found again.
        const kept = readDraft(key);
        if (kept) keepDraft(key, { ...kept, pushedAt });
      },
    ),
  );

  const stopTimer = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
  };
  const unsaved = useEffectEvent(() => {
    const fields = current();
    return areEqual(fields, base) ? undefined : { fields, version };
  });
  const keep = useEffectEvent(() => {
    stopTimer();
    const typed = unsaved();
    if (!typed) return;
    const savedAt = new Date().toISOString();
    const pushedAt = pusher.pushedAt();
    const isKept = keepDraft(key, { ...typed, savedAt, ...(pushedAt && { pushedAt }) });
    keptAt.current = savedAt;
    setState(isKept ? { keptAt: savedAt } : 'failed');
  });
  const drop = () => {
    stopTimer();
    if (readDraft(key)?.savedAt === keptAt.current) dropDraft(key);
    pusher.drop();
    setState(undefined);
  };

  const note = useEffectEvent(() => {
    // A running timer is left alone: waiting for a pause would keep nothing of a long run of typing.
    timer.current ??= setTimeout(() => keep(), KEEP_MS);
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
      if (timer.current) keep();
    };
  }, [pusher]);

  return { state, drop };
}
