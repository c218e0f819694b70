import type { Draft as ServerDraft } from '../../../contract/drafts.ts';
import { areEqual, type Fields } from './document-fields.ts';
import { type Draft, keepDraft, ownPlace, type PlacedDraft, type Store } from './drafts.ts';
import { fromServer } from './server-drafts.ts';

/** What was typed and not saved. `place` tells where this browser has it; without one only the server does. */
export type LeftDraft = Draft & { place?: string | undefined; keptBy: 'browser' | 'server' | 'elsewhere' };

/** All there is to offer: what this browser kept, the newest first, and the server's copy where that is none of them. */
export function leftDrafts(
  local: PlacedDraft[],
  onServer: ServerDraft | undefined,
  saved: Fields,
): LeftDraft[] {
  const here = local.map((draft): LeftDraft => ({
    ...draft,
    keptBy: draft.isFromElsewhere ? 'elsewhere' : 'browser',
  }));
  const copy = onServer && fromServer(onServer);
  const isOurs = local.some(
    ({ pushedAt, fields, changeLog }) =>
      copy && (pushedAt === copy.savedAt || (areEqual(fields, copy.fields) && changeLog === copy.changeLog)),
  );
  // Whoever left nothing in this browser typed it in another one; else it may be an older state of the same typing.
  const there: LeftDraft[] =
    copy && !isOurs ? [{ ...copy, keptBy: local.length > 0 ? 'server' : 'elsewhere' }] : [];
  return [...here, ...there]
    .filter(({ fields, changeLog }) => changeLog !== '' || !areEqual(fields, saved))
    .toSorted((a, b) => b.savedAt.localeCompare(a.savedAt));
}

/**
 * The server keeps one draft of each document, so what is typed next takes the place of its copy: where that is not the
 * one that was restored, this browser keeps it too, to be offered another time. False when it has no room for it.
 */
export function putAside(
  left: LeftDraft[],
  restored: LeftDraft,
  drafts: string,
  store?: () => Store,
): boolean {
  const copy = left.find(({ place }) => place === undefined);
  if (!copy || copy === restored) return true;
  const { place: _, keptBy, ...draft } = copy;
  return keepDraft(ownPlace(drafts), { ...draft, isFromElsewhere: keptBy === 'elsewhere' }, store);
}
