import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../../contract/call.ts';
import { drafts } from '../../../contract/drafts.ts';
import { whenIdle } from '../../lib/when-idle.ts';
import type { Fields } from './document-fields.ts';
import { clearOldDrafts, listDrafts } from './drafts.ts';
import { type LeftDraft, leftDrafts } from './left-drafts.ts';
import { type DraftPlace, findServerDraft, keyOf } from './server-drafts.ts';

/**
 * The drafts that were left behind, the newest first: in this browser and, where another one kept typing, on the server.
 * While the server is asked it is undefined. A server that does not answer holds nobody up.
 */
export function useLeftDrafts(
  place: DraftPlace,
  localDrafts: string,
  saved: Fields,
): LeftDraft[] | undefined {
  const [local] = useState(() => listDrafts(localDrafts));
  useEffect(() => whenIdle(() => clearOldDrafts(new Date()), 5_000), []);
  // Asked anew for each opening: what was typed elsewhere is told by no event.
  const { data, isPending } = useQuery({
    queryKey: [drafts.list.path, keyOf(place)],
    queryFn: async () => {
      const listed = (await call(drafts.list, {})).find(({ key }) => key === keyOf(place));
      const isKnown = !listed || local.some(({ pushedAt }) => pushedAt === listed.savedAt);
      return isKnown ? null : findServerDraft(place);
    },
    gcTime: 0,
    retry: false,
  });
  return isPending ? undefined : leftDrafts(local, data ?? undefined, saved);
}
