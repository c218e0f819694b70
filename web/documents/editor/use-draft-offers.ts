import { useRef, useState } from 'react';
import type { Draft as ServerDraft } from '../../../contract/drafts.ts';
import { toast } from '../../ui/overlays/toasts.ts';
import type { Fields } from './document-fields.ts';
import { ownPlace } from './drafts.ts';
import { type LeftDraft, putAside } from './left-drafts.ts';
import { useLeftDrafts } from './use-left-drafts.ts';

/** A draft with the place where this browser has it, or has it as soon as the server has another one. */
export type PlacedOffer = LeftDraft & { lies: string };

const NO_ROOM = 'The browser has no room for the other draft. Discard one of them first.';

/** The drafts that wait for an answer, the newest first; none is offered once one was restored or the document stored. */
export function useDraftOffers(onServer: ServerDraft | null | undefined, drafts: string, saved: Fields) {
  const all = useLeftDrafts(onServer, drafts, saved);
  const [asideAt] = useState(() => ownPlace(drafts));
  const isAside = useRef(false);
  const [answers, setAnswers] = useState<string[]>([]);
  const [isSettled, setSettled] = useState(false);
  const left = (all ?? [])
    .map((draft): PlacedOffer => ({ ...draft, lies: draft.place ?? asideAt }))
    .filter(({ lies }) => !answers.includes(lies));

  return {
    left,
    offered: isSettled ? undefined : left[0],
    answered: ({ lies }: PlacedOffer) => setAnswers((before) => [...before, lies]),
    settle: () => setSettled(true),
    /** Before what is typed takes the place of the copy on the server. False when that one could be kept nowhere else. */
    makeRoom: (): boolean => {
      const copy = left.find(({ place }) => place === undefined);
      if (!copy || isAside.current) return true;
      isAside.current = putAside(copy, asideAt);
      if (!isAside.current) toast({ kind: 'error', title: 'Draft not kept', text: NO_ROOM });
      return isAside.current;
    },
  };
}
