import { useEffect, useEffectEvent, useRef } from 'react';
import { addressOf } from '../../../contract/call.ts';
import { type Editor, useEditors } from '../../api/presence.ts';
import { useCurrentUser } from '../../api/session.ts';
import { useEditingCalls } from './editing-calls.ts';

/** A third of the time after which it lapses, so that one lost message does no harm. */
const AGAIN_MS = 10_000;

/** Tells the others that one is editing, for as long as it is so, and returns who else is. */
export function usePresence(documentId: string | undefined, isEditing: boolean): Editor[] {
  const editing = useEditingCalls();
  const { data: user } = useCurrentUser();
  const others = useEditors(documentId).filter(({ userId }) => userId !== user?.id);

  const tell = useEffectEvent((isHere: boolean) => {
    if (!documentId) return;
    // It outlives the page, and what does not arrive lapses by itself.
    void fetch(addressOf(editing.presence.path, { id: documentId }), {
      method: 'PUT',
      credentials: 'include',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ editing: isHere }),
      keepalive: true,
    }).catch(() => undefined);
  });

  useEffect(() => {
    if (!isEditing) return undefined;
    const leave = () => tell(false);
    tell(true);
    const timer = setInterval(() => tell(true), AGAIN_MS);
    addEventListener('pagehide', leave);
    return () => {
      clearInterval(timer);
      removeEventListener('pagehide', leave);
      leave();
    };
  }, [documentId, isEditing]);

  // Who came just now has not heard of us yet.
  const known = useRef(0);
  useEffect(() => {
    if (isEditing && others.length > known.current) tell(true);
    known.current = others.length;
  }, [isEditing, others.length]);
  return others;
}
