import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../contract/call.ts';
import { drafts } from '../../../contract/drafts.ts';
import { type Draft, readDraft } from './drafts.ts';
import { type DraftPlace, findServerDraft, fromServer, keyOf } from './server-drafts.ts';

export type LeftDraft = Draft & { keptBy: 'browser' | 'server' };

/**
 * The draft that was left behind: in this browser or, when another one kept typing later, on the server. While the
 * server is asked it is undefined; null when there is none. A server that does not answer holds nobody up.
 */
export function useLeftDraft(place: DraftPlace, localKey: string): LeftDraft | null | undefined {
  const [local] = useState(() => readDraft(localKey));
  // Asked anew for each opening: what was typed elsewhere is told by no event.
  const { data, isPending } = useQuery({
    queryKey: [drafts.list.path, keyOf(place)],
    queryFn: async () => newerThan(local, place),
    gcTime: 0,
    retry: false,
  });
  if (isPending) return undefined;
  if (data) return { ...data, keptBy: 'server' };
  return local ? { ...local, keptBy: 'browser' } : null;
}

/** The server's copy, unless this browser wrote it or has typed since. */
async function newerThan(local: Draft | undefined, place: DraftPlace): Promise<Draft | null> {
  const listed = (await call(drafts.list, {})).find(({ key }) => key === keyOf(place));
  if (!listed || (local && (local.pushedAt === listed.savedAt || local.savedAt > listed.savedAt)))
    return null;
  return fromServer(await findServerDraft(place));
}
