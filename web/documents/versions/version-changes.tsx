import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Version } from '../../../contract/documents.ts';
import { messageOf } from '../../../contract/error.ts';
import type { FieldValue } from '../../../contract/versions.ts';
import { query } from '../../api/query.ts';
import { Failed, Placeholders } from '../../ui/feedback/list-states.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { DiffLines } from './diff-lines.tsx';
import { useVersionCalls } from './version-calls.ts';

type Props = {
  documentId: string;
  version: Version;
  /** Newest first. */
  versions: Version[];
};

/** What a version changed against the one before it, or against any other that is chosen. */
export function VersionChanges({ documentId, version, versions }: Props) {
  const calls = useVersionCalls();
  // The first one has none before it, so what matters is how far it is from the current one.
  const older = versions.find((other) => other.version < version.version) ?? versions[0];
  const [from, setFrom] = useState((older ?? version).version);
  const diff = useQuery(query(calls.diff, { params: { id: documentId, from, to: version.version } }));
  return (
    <div className="pb-6">
      <div className="mb-3 flex flex-wrap items-center gap-2 text-sm">
        <Select
          label="Compared with"
          className="flex-row! items-center"
          value={String(from)}
          onChange={(event) => setFrom(Number(event.target.value))}
          options={versions.map((other) => ({
            value: String(other.version),
            label: `Version ${other.version}`,
          }))}
        />
      </div>
      {diff.isPending && (
        <Placeholders count={4}>
          <Skeleton className="my-2 h-4 w-4/5" />
        </Placeholders>
      )}
      {diff.error && !diff.data && (
        <Failed
          title="The versions could not be compared"
          text={messageOf(diff.error, 'The server did not answer.')}
          onRetry={() => void diff.refetch()}
        />
      )}
      {diff.data && (
        <>
          {diff.data.fields.length > 0 && (
            <dl className="mb-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
              {diff.data.fields.map(({ field, before, after }) => (
                <div key={field} className="contents">
                  <dt className="text-muted">{FIELD_NAMES[field] ?? field}</dt>
                  <dd className="[overflow-wrap:anywhere]">
                    <del className="rounded-sm bg-red-soft px-1 text-red">{inWords(before)}</del>{' '}
                    <ins className="rounded-sm bg-green-soft px-1 text-green no-underline">
                      {inWords(after)}
                    </ins>
                  </dd>
                </div>
              ))}
            </dl>
          )}
          {diff.data.isCoarse && (
            <p className="mb-2 text-sm text-muted">
              The texts have too little in common to be compared line by line.
            </p>
          )}
          {diff.data.lines.length > 0 ? (
            <DiffLines lines={diff.data.lines} />
          ) : (
            <p className="text-sm text-muted">The text is the same.</p>
          )}
        </>
      )}
    </div>
  );
}

const FIELD_NAMES: Record<string, string> = {
  title: 'Title',
  excerpt: 'Excerpt',
  technology: 'Technology',
  domain: 'Domain',
  category: 'Category',
  tags: 'Tags',
  isPublished: 'Published',
  isTemplate: 'Template',
  templateType: 'Template Type',
};

function inWords(value: FieldValue): string {
  if (value === null || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? value : value.join(', ') || 'none';
}
