import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../../contract/call.ts';
import { type Draft as ServerDraft, drafts } from '../../../contract/drafts.ts';
import { whenIdle } from '../../lib/when-idle.ts';
import type { Fields } from './document-fields.ts';
import { clearOldDrafts, listDrafts } from './drafts.ts';
import { type LeftDraft, leftDrafts } from './left-drafts.ts';

/**
 * What the server keeps of a document that is not stored yet: null for nothing that this browser does not know, undefined
 * while it is asked. A server that does not answer holds nobody up.
 */
export function useDraftOfNew(
  key: string,
  localDrafts: string,
  isNew: boolean,
): ServerDraft | null | undefined {
  // Asked anew for each opening: what was typed elsewhere is told by no event.
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

/**
 * The drafts that were left behind, the newest first: in this browser and, where another one kept typing, on the server.
 * Undefined while the server is asked.
 */
export function useLeftDrafts(
  onServer: ServerDraft | null | undefined,
  localDrafts: string,
  saved: Fields,
): LeftDraft[] | undefined {
  const [local] = useState(() => listDrafts(localDrafts));
  useEffect(() => whenIdle(() => clearOldDrafts(new Date()), 5_000), []);
  return onServer === undefined ? undefined : leftDrafts(local, onServer ?? undefined, saved);
}
