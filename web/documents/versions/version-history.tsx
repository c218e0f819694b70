import { ForEditors } from '../../api/for-editors.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { History, Check } from 'lucide-react';
import { useState } from 'react';
import type { VersionItem } from '../../../contract/calls/documents.ts';
import { query } from '../../api/query.ts';
import { ReadFailed } from '../../api/read-failed.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Notice, Placeholders, Skeleton } from '../../ui/feedback/list-states.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { useBase, DOCUMENT_READS } from '../base.ts';
import { useVersionCalls } from './version-calls.ts';
import { VersionChanges } from './version-changes.tsx';
import { useSave } from '../../api/save.ts';
import { ExactTime } from '../../ui/feedback/relative-time.tsx';
import { MarkdownView } from '../../ui/markdown/markdown-view.tsx';
import { Badge } from '../../ui/feedback/badge.tsx';

/** A version as readers saw it. */
function VersionPreview({ documentId, version }: { documentId: string; version: VersionItem }) {
  const { find } = useVersionCalls();
  const whole = useQuery(query(find, { params: { id: documentId, version: version.version } }));
  return (
    <article className="pb-6">
      <h3 className="text-lg [overflow-wrap:anywhere]">{version.title}</h3>
      <p className="mt-1 mb-3 text-xs text-muted">
        Version {version.version} · {version.authorName ?? 'Unknown'} ·{' '}
        <ExactTime value={version.createdAt} />
        {version.changeLog && ` · ${version.changeLog}`}
      </p>
      {whole.isPending && (
        <Placeholders count={4}>
          <Skeleton className="my-2 h-4 w-4/5" />
        </Placeholders>
      )}
      {whole.error && !whole.data && <ReadFailed read={whole} title="The version could not be loaded" />}
      {whole.data && <MarkdownView text={whole.data.content} />}
    </article>
  );
}

const UNSAVED = ' Your unsaved changes stay on the screen; saving merges both.';

/** Restores one version at a time, then shows the new state everywhere. */
function useRestore(documentId: string, isUnsaved: () => boolean, onRestored: () => void) {
  const { calls, item } = useBase();
  const versions = useVersionCalls();
  const client = useQueryClient();
  const { mutate, isPending } = useSave(versions.restore, {
    invalidates: [...DOCUMENT_READS, calls.versions, versions.diff],
    saved: (restored) => ({
      title: 'Version Restored',
      text: `Its content is the current version again, as version ${restored.version}.${isUnsaved() ? UNSAVED : ''}`,
    }),
    failed: () => ({
      title: 'Restore Failed',
      text: `Failed to restore ${item} version. Please try again.`,
    }),
  });
  const run = (version: VersionItem) => {
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

type Props = { documentId: string; title: string; isUnsaved: () => boolean; onClose: () => void };

/** All versions of a document, to read, compare and restore. */
export function VersionHistory({ documentId, title, isUnsaved, onClose }: Props) {
  const { calls } = useBase();
  const list = useQuery(query(calls.versions, { params: { id: documentId }, query: { fields: 'card' } }));
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
          <ForEditors>
            <Button
              look="primary"
              icon={<History size={16} aria-hidden />}
              disabled={!chosen}
              busy={restore.isPending}
              onClick={() => chosen && restore.run(chosen)}
            >
              {restore.isPending ? 'Restoring...' : 'Restore Version'}
            </Button>
          </ForEditors>
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
          {list.error && !list.data && <ReadFailed read={list} title="Versions could not be loaded" />}
          {list.data?.length === 0 && <p className="p-4 text-sm text-muted">No version history available</p>}
          <VersionList versions={versions} chosenId={chosenId} onChoose={setChosenId} />
        </div>
        <ChosenVersion key={chosenId} documentId={documentId} version={chosen} versions={versions} />
      </div>
    </Dialog>
  );
}

type ChosenProps = { documentId: string; version: VersionItem | undefined; versions: VersionItem[] };

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
        <VersionPreview documentId={documentId} version={version} />
      ) : (
        <VersionChanges documentId={documentId} version={version} versions={versions} />
      )}
    </section>
  );
}

const PLACEHOLDERS = 3;

type VersionListProps = {
  /** Newest first. */
  versions: VersionItem[];
  chosenId: string | undefined;
  onChoose: (id: string) => void;
};

const VersionList = ({ versions, chosenId, onChoose }: VersionListProps) => (
  <ul aria-label="Versions">
    {versions.map((version, index) => (
      <li key={version.id} className="border-b border-border">
        <button
          type="button"
          aria-current={version.id === chosenId || undefined}
          onClick={() => onChoose(version.id)}
          className={
            'w-full border-l-3 border-transparent px-3 py-2.5 compact:py-1 text-left -outline-offset-2 ' +
            'hover:bg-hover aria-current:border-accent aria-current:bg-accent-soft'
          }
        >
          <span className="flex h-5 items-center gap-2 text-sm font-semibold">
            Version {version.version}
            {index === 0 && (
              <Badge look="green" icon={<Check size={12} strokeWidth={2} aria-hidden />}>
                Current
              </Badge>
            )}
          </span>
          <span className="block text-xs text-muted">
            {version.authorName ?? 'Unknown'} · <ExactTime value={version.createdAt} isInControl />
          </span>
          {version.changeLog && (
            <span className="mt-0.5 block text-xs [overflow-wrap:anywhere]">{version.changeLog}</span>
          )}
        </button>
      </li>
    ))}
  </ul>
);

const VersionListPlaceholder = () => (
  <Placeholders count={PLACEHOLDERS}>
    <div className="border-b border-border px-3 py-3">
      <Skeleton className="h-4 w-20" />
      <Skeleton className="mt-2 h-3 w-40" />
    </div>
  </Placeholders>
);
