import type { Draft as ServerDraft } from '../../../contract/drafts.ts';
import { areEqual, type Fields } from './document-fields.ts';
import { type Draft, keepDraft, type PlacedDraft, type Store } from './drafts.ts';
import { fromServer } from './server-drafts.ts';

/** What was typed and not saved. `place` tells where this browser has it; without one only the server does. */
export type LeftDraft = Draft & { place?: string | undefined; keptBy: 'browser' | 'server' | 'elsewhere' };

/** All there is to offer: what this browser kept, the newest first, and the server's copy where that is none of them. */
export function leftDrafts(
  local: PlacedDraft[],
  onServer: ServerDraft | undefined,
  saved: Fields,
): LeftDraft[] {
  const copy = onServer && fromServer(onServer);
  const isCopied = ({ pushedAt, fields, changeLog }: Draft): boolean =>
    copy !== undefined &&
    (pushedAt === copy.savedAt || (areEqual(fields, copy.fields) && changeLog === copy.changeLog));
  const here = local.map((draft): LeftDraft => ({
    ...draft,
    ...(copy && isCopied(draft) && { pushedAt: copy.savedAt }),
    keptBy: draft.isFromElsewhere ? 'elsewhere' : 'browser',
  }));
  const isOurs = local.some(isCopied);
  // Whoever left nothing in this browser typed it in another one; else it may be an older state of the same typing.
  const there: LeftDraft[] =
    copy && !isOurs ? [{ ...copy, keptBy: local.length > 0 ? 'server' : 'elsewhere' }] : [];
  return [...here, ...there]
    .filter(({ fields, changeLog }) => changeLog !== '' || !areEqual(fields, saved))
    .toSorted((a, b) => b.savedAt.localeCompare(a.savedAt));
}

/**
 * The server keeps one draft of each document, so what is typed takes the place of its copy there: this browser keeps that
 * one too, to be offered another time. False when it has no room for it.
 */
export function putAside(left: LeftDraft, place: string, store?: () => Store): boolean {
  const { place: _, keptBy, ...draft } = left;
  return keepDraft(place, { ...draft, isFromElsewhere: keptBy === 'elsewhere' }, store);
}
