import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useState } from 'react';
import type { Version } from '../../../contract/documents.ts';
import { messageOf } from '../../../contract/error.ts';
import { query } from '../../api/query.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Failed, Notice } from '../../ui/feedback/list-states.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { useBase } from '../base.ts';
import { useRestore } from './use-restore.ts';
import { VersionChanges } from './version-changes.tsx';
import { VersionList, VersionListPlaceholder } from './version-list.tsx';
import { VersionPreview } from './version-preview.tsx';

type Props = { documentId: string; title: string; isUnsaved: () => boolean; onClose: () => void };

/** Every version of a document: to read, to compare, and to restore. */
export function VersionHistory({ documentId, title, isUnsaved, onClose }: Props) {
  const { calls } = useBase();
  const list = useQuery(query(calls.versions, { params: { id: documentId } }));
  const [chosenId, setChosenId] = useState<string>();
  const restore = useRestore(documentId, isUnsaved, onClose);
  const versions = list.data ?? [];
  const chosen = versions.find(({ id }) => id === chosenId);
  return (
    <Dialog
      open
      isTall
      width="wide"
      onClose={onClose}
      title="Version History"
      text={title}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            look="primary"
            icon={<History size={16} aria-hidden />}
            disabled={!chosen}
            busy={restore.isPending}
            onClick={() => chosen && restore.run(chosen)}
          >
            {restore.isPending ? 'Restoring...' : 'Restore Version'}
          </Button>
        </>
      }
    >
      <div
        className={
          'mt-3 grid min-h-0 flex-1 grid-rows-[minmax(9rem,2fr)_5fr] border-y border-border ' +
          'md:grid-cols-[16.5rem_minmax(0,1fr)] md:grid-rows-1'
        }
      >
        <div className="min-h-0 overflow-y-auto border-border max-md:border-b md:border-r">
          {list.isPending && <VersionListPlaceholder />}
          {list.error && !list.data && (
            <Failed
              title="Versions could not be loaded"
              text={messageOf(list.error, 'The server did not answer.')}
              onRetry={() => void list.refetch()}
            />
          )}
          {list.data?.length === 0 && <p className="p-4 text-sm text-muted">No version history available</p>}
          <VersionList versions={versions} chosenId={chosenId} onChoose={setChosenId} />
        </div>
        <ChosenVersion key={chosenId} documentId={documentId} version={chosen} versions={versions} />
      </div>
    </Dialog>
  );
}

type ChosenProps = { documentId: string; version: Version | undefined; versions: Version[] };

function ChosenVersion({ documentId, version, versions }: ChosenProps) {
  const [mode, setMode] = useState<'preview' | 'changes'>('preview');
  if (!version) {
    return (
      <Notice
        icon={<History size={24} strokeWidth={1.5} className="text-muted" aria-hidden />}
        title="Select a version to preview its content"
        text="Two versions can be compared, and each can be restored"
      />
    );
  }
  return (
    <section
      aria-label={`Version ${version.version}`}
      className="flex min-h-0 flex-col overflow-y-auto md:pl-4"
    >
      <div className="sticky top-0 z-1 flex flex-wrap items-center gap-2 bg-raised py-2">
        <Segmented
          label="Show"
          value={mode}
          onChange={setMode}
          choices={[
            { value: 'preview', label: 'Preview' },
            { value: 'changes', label: 'Changes' },
          ]}
        />
      </div>
      {mode === 'preview' ? (
        <VersionPreview version={version} />
      ) : (
        <VersionChanges documentId={documentId} version={version} versions={versions} />
      )}
    </section>
  );
}
