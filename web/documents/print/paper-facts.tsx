import type { ReactNode } from 'react';
import type { Document } from '../../../contract/calls/documents.ts';
import { exactTime, type TimeStyle } from '../../../contract/shared/dates.ts';

type Props = {
  document: Pick<Document, 'version' | 'updatedAt'>;
  /** The address as people type it. */
  address: string;
  note?: ReactNode;
  /** Of the reader, if known. */
  timeStyle?: TimeStyle | undefined;
  className: string;
};

/** What stands below the title on paper. */
export function PaperFacts({ document: { version, updatedAt }, address, note, timeStyle, className }: Props) {
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
