import type { ReactNode } from 'react';
import type { Document } from '../../../contract/calls/documents.ts';
import { exactTime } from '../../../contract/shared/dates.ts';

type Props = {
  document: Pick<Document, 'version' | 'updatedAt'>;
  /** The address as people type it. */
  address: string;
  note?: ReactNode;
  /** Of the reader, if known. */
  timeZone?: string | undefined;
  className: string;
};

/** What stands below the title on paper. */
export function PaperFacts({ document: { version, updatedAt }, address, note, timeZone, className }: Props) {
  return (
    <div className={`text-xs text-muted ${className}`}>
      <p className="mt-1">
        Version {version} · {exactTime(updatedAt, timeZone)}
        {note}
      </p>
      <p className="tech [overflow-wrap:anywhere]">{address}</p>
    </div>
  );
}
