import { useSyncExternalStore } from 'react';
import type { LiveEvent } from '../../contract/live.ts';

/** What is not said again within this time is over: a browser that died says nothing. */
const LAPSES_MS = 30_000;

type Said = Extract<LiveEvent, { type: 'presence' }>;
export type Editor = { userId: string; name: string };

/** Who edits which document, as it was told; a list is replaced, never changed, so that screens see the difference. */
let editors = new Map<string, Editor[]>();
const ends = new Map<string, ReturnType<typeof setTimeout>>();
const listeners = new Set<() => void>();
const NOBODY: Editor[] = [];

const show = (documentId: string, present: Editor[]) => {
  editors = new Map(editors).set(documentId, present);
  for (const listener of listeners) listener();
};

export function hearPresence({ documentId, userId, name, editing }: Said): void {
  const place = `${documentId} ${userId}`;
  clearTimeout(ends.get(place));
  ends.delete(place);
  const before = editors.get(documentId) ?? NOBODY;
  const isThere = before.some((editor) => editor.userId === userId);
  if (editing) {
    const lapse = { type: 'presence', documentId, userId, name, editing: false } as const;
    ends.set(
      place,
      setTimeout(() => hearPresence(lapse), LAPSES_MS),
    );
    if (!isThere) show(documentId, [...before, { userId, name }]);
  } else if (isThere) {
    show(
      documentId,
      before.filter((editor) => editor.userId !== userId),
    );
  }
}

const editorsOf = (documentId: string): Editor[] => editors.get(documentId) ?? NOBODY;

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Everybody who edits the document now, oneself included. */
export const useEditors = (documentId: string | undefined): Editor[] =>
  useSyncExternalStore(
    subscribe,
    () => editorsOf(documentId ?? ''),
    () => editorsOf(documentId ?? ''),
  );
