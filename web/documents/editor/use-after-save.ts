import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Document } from '../../../contract/documents.ts';
import { query } from '../../api/query.ts';
import { useCurrentUser } from '../../api/session.ts';
import { useBase } from '../base.ts';
import type { Fields } from './document-fields.ts';
import { draftsOf, keepDraft, ownPlace } from './drafts.ts';
import type { useEditing } from './use-editing.ts';

/** Goes on from what is stored now; a new document gets its own address. Nothing typed during the save is lost. */
export function useAfterSave(
  document: Document | undefined,
  { current, take }: Pick<ReturnType<typeof useEditing>, 'current' | 'take'>,
  dropDraft: () => void,
) {
  const { calls, path } = useBase();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { data: user } = useCurrentUser();

  return (stored: Document, sent: Fields) => {
    client.setQueryData(query(calls.find, { params: { id: stored.id } }).queryKey, stored);
    dropDraft();
    take(stored, sent);
    if (document?.id === stored.id) return;
    if (current() !== sent) {
      // The editor starts anew under the new address, and offers this there.
      const savedAt = new Date().toISOString();
      keepDraft(ownPlace(draftsOf(user?.id ?? '', stored.id)), {
        version: stored.version,
        savedAt,
        changeLog: '',
        fields: current(),
      });
    }
    void navigate({
      to: path,
      search: (search) => ({ ...search, doc: stored.id }),
      replace: true,
      ignoreBlocker: true,
    });
  };
}
