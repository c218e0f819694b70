import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Document } from '../../../contract/documents.ts';
import { query } from '../../api/query.ts';
import { useBase } from '../base.ts';
import type { Fields } from './document-fields.ts';
import type { useEditing } from './use-editing.ts';

/** Goes on from what is stored now; a new document gets its own address. Nothing typed during the save is lost. */
export function useAfterSave(
  document: Document | undefined,
  take: ReturnType<typeof useEditing>['take'],
  { dropDraft, onStoredAs }: { dropDraft: () => void; onStoredAs: (id: string) => void },
) {
  const { calls, path } = useBase();
  const client = useQueryClient();
  const navigate = useNavigate();

  return (stored: Document, sent: Fields) => {
    client.setQueryData(query(calls.find, { params: { id: stored.id } }).queryKey, stored);
    dropDraft();
    take(stored, sent);
    if (document?.id === stored.id) return;
    onStoredAs(stored.id);
    void navigate({
      to: path,
      search: (search) => ({ ...search, doc: stored.id }),
      // Without what was created the list would show until the address is read.
      state: (state) => state,
      replace: true,
      ignoreBlocker: true,
    });
  };
}
