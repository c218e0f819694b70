import type { Document } from '../../../contract/documents.ts';
import { RelativeTime } from '../../ui/feedback/relative-time.tsx';

type Props = {
  document: Document;
  /** The version that the writer started from. */
  startedFrom: number | null;
};

/** Which version is stored and who wrote it; and that it is a newer one than the writer's, where it is. */
export const VersionLine = ({ document, startedFrom }: Props) => (
  <p className="mt-1.5 text-xs text-muted">
    Version {document.version} · saved by {document.lastUpdatedByName ?? document.authorName} ·{' '}
    <RelativeTime value={document.updatedAt} />
    {startedFrom !== null && startedFrom < document.version && (
      <strong className="font-medium text-yellow"> · You started from version {startedFrom}</strong>
    )}
  </p>
);
