import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { VersionItem } from '../../../contract/calls/documents.ts';
import type { FieldValue, LineChange, WordChange } from '../../../contract/calls/versions.ts';
import { query } from '../../api/query.ts';
import { ReadFailed } from '../../api/read-failed.tsx';
import { Placeholders, Skeleton } from '../../ui/feedback/list-states.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { formatCount } from '../../lib/format-count.ts';
import { useVersionCalls } from './version-calls.ts';

type Props = {
  documentId: string;
  version: VersionItem;
  /** Newest first. */
  versions: VersionItem[];
};

/** The changes of a version compared with the previous one or any chosen one. */
export function VersionChanges({ documentId, version, versions }: Props) {
  const calls = useVersionCalls();
  // The first version has no previous one, so it is compared with the current one.
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
      {diff.error && !diff.data && <ReadFailed read={diff} title="The versions could not be compared" />}
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

const LOOKS = {
  same: '',
  added: 'bg-green-soft',
  removed: 'bg-red-soft',
};
const SIGNS = { same: ' ', added: '+', removed: '−' };
const SPOKEN_PREFIX = { same: '', added: 'Added: ', removed: 'Removed: ' };

/** Maximum lines rendered: a comparison of huge texts would freeze the page. */
const MOST = 2_000;

/** The changed lines with their numbers in both texts; changed words are highlighted. */
const DiffLines = ({ lines }: { lines: LineChange[] }) => (
  <>
    <ol aria-label="Changes" className="tech overflow-hidden rounded-md border border-border text-xs/5">
      {lines.slice(0, MOST).map((line, index) => (
        // The lines of a comparison never move.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index}>{line.kind === 'folded' ? <Folded count={line.lines} /> : <Line line={line} />}</li>
      ))}
    </ol>
    {lines.length > MOST && (
      <p className="mt-2 text-sm text-muted">{formatCount(lines.length - MOST)} more lines are not shown.</p>
    )}
  </>
);

const Folded = ({ count }: { count: number }) => (
  <p className="bg-sunken px-3 py-0.5 font-sans text-muted">
    {formatCount(count)} unchanged {count === 1 ? 'line' : 'lines'}
  </p>
);

type Shown = Exclude<LineChange, { kind: 'folded' }>;

const Line = ({ line: { kind, oldLine, newLine, text, words } }: { line: Shown }) => (
  <div className={`grid grid-cols-[2.5rem_2.5rem_1rem_minmax(0,1fr)] gap-x-1 px-1 ${LOOKS[kind]}`}>
    <span aria-hidden className="text-right text-muted">
      {oldLine}
    </span>
    <span aria-hidden className="text-right text-muted">
      {newLine}
    </span>
    <span aria-hidden className="text-center font-semibold">
      {SIGNS[kind]}
    </span>
    <span className="[overflow-wrap:anywhere] whitespace-pre-wrap">
      {kind !== 'same' && <span className="sr-only">{SPOKEN_PREFIX[kind]}</span>}
      {words ? words.map((word, index) => <Word key={`${index} ${word.text}`} word={word} />) : text}
    </span>
  </div>
);

const Word = ({ word: { kind, text } }: { word: WordChange }) => {
  if (kind === 'added') return <ins className="rounded-sm bg-green-line no-underline">{text}</ins>;
  if (kind === 'removed') return <del className="rounded-sm bg-red-line">{text}</del>;
  return text;
};
