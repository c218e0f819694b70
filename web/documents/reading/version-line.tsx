import type { Document } from '../../../contract/calls/documents.ts';
import { RelativeTime } from '../../ui/feedback/relative-time.tsx';

type Props = {
  document: Pick<Document, 'version' | 'lastUpdatedByName' | 'authorName' | 'updatedAt'>;
  /** The version that the author started from. */
  startedFrom?: number | null;
};

/** The stored version and its author, and a hint when it is newer than the base of this edit. */
export const VersionLine = ({ document, startedFrom = null }: Props) => (
  <p className="mt-1.5 text-xs text-muted">
    Version {document.version} · saved by {document.lastUpdatedByName ?? document.authorName} ·{' '}
    <RelativeTime value={document.updatedAt} />
    {startedFrom !== null && startedFrom < document.version && (
      <strong className="font-medium text-yellow"> · You started from version {startedFrom}</strong>
    )}
  </p>
);
