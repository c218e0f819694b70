import { useState } from 'react';
import { relativeTime } from '../../../contract/dates.ts';
import type { Document } from '../../../contract/documents.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import { type Fields, fieldsOf } from './document-fields.ts';

type Props = {
  /** As it is stored now. */
  theirs: Document;
  mine: Fields;
  startedFrom: number | null;
  onClose: () => void;
  onSaveMine: () => void;
};

/** Somebody else saved the document meanwhile. Nothing was stored and nothing typed is lost: the writer decides. */
export function ConflictDialog({ theirs, mine, startedFrom, onClose, onSaveMine }: Props) {
  const [isComparing, setComparing] = useState(false);
  const writer = theirs.lastUpdatedByName ?? theirs.authorName;
  return (
    <Dialog
      open
      onClose={onClose}
      width={isComparing ? 'wide' : 'form'}
      title="Somebody else saved this document"
      text={`${writer} saved version ${theirs.version} ${relativeTime(theirs.updatedAt)}; you started from version ${startedFrom}. Your text is not stored yet and stays here.`}
      footer={
        <>
          <Button onClick={onClose}>Keep editing</Button>
          {!isComparing && <Button onClick={() => setComparing(true)}>Open theirs</Button>}
          <Button look="primary" onClick={onSaveMine}>
            Save mine as the next version
          </Button>
        </>
      }
    >
      {isComparing && (
        <div className="mt-4 grid gap-4 md:grid-cols-2">
          <Side name={`Version ${theirs.version} by ${writer}`} fields={fieldsOf(theirs)} />
          <Side name="Yours, not saved" fields={mine} />
        </div>
      )}
    </Dialog>
  );
}

/** One of the two texts, to read and to copy from. */
const Side = ({ name, fields }: { name: string; fields: Fields }) => (
  <section aria-label={name} className="min-w-0">
    <h3 className="text-xs font-medium text-muted">{name}</h3>
    <p className="mt-1 font-semibold [overflow-wrap:anywhere]">{fields.title}</p>
    <ScrollBox
      label={`Text of ${name}`}
      className="tech mt-2 h-[40dvh] overflow-y-auto rounded-md border border-border bg-sunken px-3 py-2 [overflow-wrap:anywhere] whitespace-pre-wrap"
    >
      {fields.content}
    </ScrollBox>
  </section>
);
