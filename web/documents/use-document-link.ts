import { useMedia } from '../lib/use-media.ts';
import { usePreferences } from '../lib/preferences.ts';
import { paths } from '../paths.ts';
import { useBase } from './base.ts';

/** Phones: the editor is for wider screens, and who opens a document there wants to read. */
const NARROW = '(width < 48rem)';

/**
 * Where lists and the search open a document: in the editor, or to read, as the account's setting says. In a list the
 * address keeps its filters.
 */
export function useDocumentLink({ isInList = false } = {}) {
  const { path } = useBase();
  const isNarrow = useMedia(NARROW);
  const isForReading = usePreferences().openDocuments === 'reading' || isNarrow;
  return (id: string) =>
    isForReading
      ? ({ to: paths.document, params: { documentId: id } } as const)
      : ({ to: path, search: (search: object) => ({ ...(isInList && search), doc: id }) } as const);
}
