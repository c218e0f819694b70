import { call } from '../../../contract/call.ts';
import { type Draft as ServerDraft, drafts, type EditingCalls } from '../../../contract/drafts.ts';
import { type Fields, newFields } from './document-fields.ts';
import type { Draft } from './drafts.ts';

/** Where the server keeps a draft: with its document, or under a key while there is none. */
type DraftPlace = { editing: EditingCalls; documentId: string } | { key: string };

/** Where an editor keeps its draft: in the browser's store, and on the server. */
export type DraftHome = { inBrowser: string; onServer: DraftPlace };

export type Typed = Pick<Draft, 'fields' | 'changeLog' | 'version'>;

/** Keeps a draft on the server; returns when, by the server's clock. */
export async function pushDraft(place: DraftPlace, { fields, changeLog, version }: Typed) {
  const body = { fields: { ...fields, changeLog }, version };
  const kept =
    'key' in place
      ? await call(drafts.keep, { params: { key: place.key }, body })
      : await call(place.editing.keep, { params: { id: place.documentId }, body });
  return kept.savedAt;
}

/** With `savedAt` only the copy that was kept then: a later one is another tab's. */
export const removeServerDraft = (place: DraftPlace, savedAt?: string): Promise<undefined> =>
  'key' in place
    ? call(drafts.remove, { params: { key: place.key }, query: { savedAt } })
    : call(place.editing.remove, { params: { id: place.documentId }, query: { savedAt } });

/** As this editor holds drafts: every field, '' where there is nothing. */
export function fromServer({ fields: { changeLog, ...fields }, version, savedAt }: ServerDraft): Draft {
  const given = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined);
  return {
    version,
    savedAt,
    pushedAt: savedAt,
    changeLog: changeLog ?? '',
    fields: { ...newFields('knowledge-base'), ...(Object.fromEntries(given) as Partial<Fields>) },
  };
}
