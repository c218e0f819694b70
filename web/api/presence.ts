import { useSyncExternalStore } from 'react';
import type { LiveEvent } from '../../contract/calls/live.ts';
import { newListeners } from '../lib/listeners.ts';

/** An editor without a new event for this long is removed: a crashed browser sends no closing event. */
const LAPSES_MS = 30_000;

type PresenceEvent = Extract<LiveEvent, { type: 'presence' }>;
export type Editor = { userId: string; name: string };

/** Editors by document. Lists are replaced, never mutated, so that React sees the change. */
let editors = new Map<string, Editor[]>();
const timers = new Map<string, ReturnType<typeof setTimeout>>();
const { notify, subscribe } = newListeners();
const NOBODY: Editor[] = [];

const show = (documentId: string, present: Editor[]) => {
  editors = new Map(editors).set(documentId, present);
  notify();
};

export function updatePresence({ documentId, userId, name, editing }: PresenceEvent): void {
  const key = `${documentId} ${userId}`;
  clearTimeout(timers.get(key));
  timers.delete(key);
  const before = editors.get(documentId) ?? NOBODY;
  const isKnown = before.some((editor) => editor.userId === userId);
  if (editing) {
    const lapse = { type: 'presence', documentId, userId, name, editing: false } as const;
    timers.set(
      key,
      setTimeout(() => updatePresence(lapse), LAPSES_MS),
    );
    if (!isKnown) show(documentId, [...before, { userId, name }]);
  } else if (isKnown) {
    show(
      documentId,
      before.filter((editor) => editor.userId !== userId),
    );
  }
}

const editorsOf = (documentId: string): Editor[] => editors.get(documentId) ?? NOBODY;

/** All current editors of the document, including oneself. */
export const useEditors = (documentId: string | undefined): Editor[] =>
  useSyncExternalStore(
    subscribe,
    () => editorsOf(documentId ?? ''),
    () => editorsOf(documentId ?? ''),
  );
