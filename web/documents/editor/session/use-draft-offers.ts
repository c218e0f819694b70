import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../../contract/calls/call.ts';
import { type Draft as ServerDraft, drafts } from '../../../../contract/calls/drafts.ts';
import { whenIdle } from '../../../lib/when-idle.ts';
import { toast } from '../../../ui/overlays/toasts.ts';
import type { Fields } from './document-fields.ts';
import { clearOldDrafts, type LeftDraft, leftDrafts, listDrafts, ownKey, putAside } from './drafts.ts';

/**
 * The server's draft of a new document: null without one that this browser lacks, undefined while loading. An
 * unavailable server does not block.
 */
export function useDraftOfNew(
  key: string,
  localDrafts: string,
  isNew: boolean,
): ServerDraft | null | undefined {
  // Read again for each opening, since no event reports typing elsewhere.
  const { data, isPending } = useQuery({
    queryKey: [drafts.list.path, key],
    queryFn: async () => {
      const listed = (await call(drafts.list, {})).find((draft) => draft.key === key);
      const isKnown = listDrafts(localDrafts).some(({ pushedAt }) => pushedAt === listed?.savedAt);
      return listed && !isKnown ? call(drafts.find, { params: { key } }) : null;
    },
    gcTime: 0,
    retry: false,
    enabled: isNew,
  });
  return isPending ? undefined : (data ?? null);
}

/** A draft with its key in this browser, if it has one here. */
export type OfferedDraft = LeftDraft & { localKey: string };

const NO_ROOM = 'The browser has no room for the other draft. Discard one of them first.';

/** Drafts to offer, newest first. None while loading, and none after one was restored or the document stored. */
export function useDraftOffers(onServer: ServerDraft | null | undefined, drafts: string, saved: Fields) {
  const [local] = useState(() => listDrafts(drafts));
  useEffect(() => whenIdle(() => clearOldDrafts(new Date()), 5_000), []);
  const [asideAt] = useState(() => ownKey(drafts));
  const isAside = useRef(false);
  const [answers, setAnswers] = useState<string[]>([]);
  const [settled, setSettled] = useState({ drafts, isSettled: false });
  // Stored for the first time: later typing is a draft of the document.
  if (settled.drafts !== drafts) setSettled({ drafts, isSettled: true });
  const all = onServer === undefined ? [] : leftDrafts(local, onServer ?? undefined, saved);
  const left = all
    .map((draft): OfferedDraft => ({ ...draft, localKey: draft.key ?? asideAt }))
    .filter(({ localKey }) => !answers.includes(localKey));

  return {
    left,
    offered: settled.isSettled ? undefined : left[0],
    answered: ({ localKey }: OfferedDraft) => setAnswers((before) => [...before, localKey]),
    settle: () => setSettled({ drafts, isSettled: true }),
    /** Runs before typing replaces the server's copy. Returns false when that copy could not be kept elsewhere. */
    setCopyAside: (): boolean => {
      const copy = left.find(({ key }) => key === undefined);
      if (!copy || isAside.current) return true;
      isAside.current = putAside(copy, asideAt);
      if (!isAside.current) toast({ kind: 'error', title: 'Draft not kept', text: NO_ROOM });
      return isAside.current;
    },
  };
}
