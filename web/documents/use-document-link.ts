import { useMayWrite } from '../api/for-editors.tsx';
import { useIsReachable } from '../lib/reachable.ts';
import { NARROW, useMedia } from '../lib/use-media.ts';
import { usePreferences } from '../lib/preferences.ts';
import { paths } from '../paths.ts';
import type { Base } from './base.ts';

/**
 * Where lists and the search open a document: in the editor, or to read, as the account's setting says. Viewers read. `list` is
 * the address of a list, which keeps its filters.
 */
export function useDocumentLink(list?: Base['path']) {
  // The editor is for wider screens, and who opens a document on a phone wants to read.
  const isNarrow = useMedia(NARROW);
  const mayWrite = useMayWrite();
  // The editor needs the server.
  const isCutOff = !useIsReachable();
  const isForReading = usePreferences().openDocuments === 'reading' || isNarrow || !mayWrite || isCutOff;
  return (id: string) =>
    isForReading
      ? ({ to: paths.document, params: { documentId: id } } as const)
      : ({
          to: list ?? paths.knowledgeBase,
          search: (search: object) => ({ ...(list && search), doc: id }),
        } as const);
}
