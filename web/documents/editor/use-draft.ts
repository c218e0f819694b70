import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Fields } from './document-fields.ts';
import { dropDraft, keepDraft, readDraft } from './drafts.ts';

/** Typing is kept this often while it goes on, so a crash costs less than a second of it. */
const KEEP_MS = 800;

/** How the draft is doing: kept since when, or not kept because the browser's store is full or forbidden. */
export type DraftState = { keptAt: string } | 'failed' | undefined;

type Editing = { fields: Fields; version: number | null; isDirty: boolean };

/** Keeps what is being typed in this browser for as long as it differs from what is saved. */
export function useDraft(key: string, { fields, version, isDirty }: Editing, restoredAt: string | undefined) {
  const [state, setState] = useState<DraftState>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** When this tab kept the draft last: a later one under the same key is another tab's. */
  const keptAt = useRef(restoredAt);

  const stopTimer = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
  };
  const keep = useEffectEvent(() => {
    stopTimer();
    if (!isDirty) return;
    const savedAt = new Date().toISOString();
    const isKept = keepDraft(key, { version, savedAt, fields });
    keptAt.current = savedAt;
    setState(isKept ? { keptAt: savedAt } : 'failed');
  });
  const drop = () => {
    stopTimer();
    if (readDraft(key)?.savedAt === keptAt.current) dropDraft(key);
    setState(undefined);
  };

  useEffect(() => {
    // A running timer is left alone: waiting for a pause would keep nothing of a long run of typing.
    if (isDirty) timer.current ??= setTimeout(() => keep(), KEEP_MS);
  }, [fields, version, isDirty]);

  useEffect(() => {
    // The last second as well, when the tab is closed or the phone put away.
    const onHide = () => keep();
    addEventListener('pagehide', onHide);
    return () => {
      removeEventListener('pagehide', onHide);
      // As when the session ended and sign-in takes the place of the editor.
      if (timer.current) keep();
    };
  }, []);

  return { state, drop };
}
