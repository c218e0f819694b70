import { useQueryClient } from '@tanstack/react-query';
import type { Version } from '../../../contract/documents.ts';
import { query } from '../../api/query.ts';
import { useSave } from '../../api/save.ts';
import { DOCUMENT_READS, useBase } from '../base.ts';
import { useVersionCalls } from './version-calls.ts';

const UNSAVED = ' Your unsaved changes stay on the screen; saving puts both together.';

/** Restores a version once at a time, and shows everything as it is then. */
export function useRestore(documentId: string, isUnsaved: () => boolean, onRestored: () => void) {
  const { calls, item } = useBase();
  const versions = useVersionCalls();
  const client = useQueryClient();
  const { mutate, isPending } = useSave(versions.restore, {
    invalidates: [...DOCUMENT_READS, calls.versions, versions.diff],
    saved: (restored) => ({
      title: 'Version Restored',
      text: `What it held is the current version again, as version ${restored.version}.${isUnsaved() ? UNSAVED : ''}`,
    }),
    failed: () => ({
      title: 'Restore Failed',
      text: `Failed to restore ${item} version. Please try again.`,
    }),
  });
  const run = (version: Version) => {
    if (isPending) return;
    mutate(
      { params: { id: documentId, versionId: version.id } },
      {
        onSuccess: (restored) => {
          client.setQueryData(query(calls.find, { params: { id: documentId } }).queryKey, restored);
          onRestored();
        },
      },
    );
  };
  return { run, isPending };
}
