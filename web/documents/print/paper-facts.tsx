import type { ReactNode } from 'react';
import type { Document } from '../../../contract/calls/documents.ts';
import { exactTime } from '../../../contract/shared/dates.ts';
import { useTimeStyle } from '../../lib/preferences.ts';

type Props = {
  document: Pick<Document, 'version' | 'updatedAt'>;
  /** The address as people type it. */
  address: string;
  note?: ReactNode;
  className: string;
};

/** What stands below the title on paper. */
export function PaperFacts({ document: { version, updatedAt }, address, note, className }: Props) {
  const timeStyle = useTimeStyle();
  return (
    <div className={`text-xs text-muted ${className}`}>
      <p className="mt-1">
        Version {version} · {exactTime(updatedAt, timeStyle)}
        {note}
      </p>
      <p className="tech [overflow-wrap:anywhere]">{address}</p>
    </div>
  );
}
