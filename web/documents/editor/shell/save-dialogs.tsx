import { useState } from 'react';
import { relativeTime } from '../../../../contract/shared/dates.ts';
import type { Document } from '../../../../contract/calls/documents.ts';
import { useCurrentUser } from '../../../api/session.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { ScrollBox } from '../../../ui/layout/scroll-box.tsx';
import type { Fields } from '../session/document-fields.ts';
import { type Conflict, type Merge, resolved } from '../session/merge.ts';
import type { Choice } from '../session/text-merge.ts';
import { classNames } from '../../../lib/class-names.ts';

type Props = {
  /** The currently stored document. */
  theirs: Document;
  merge: Merge;
  onClose: () => void;
  onSave: (fields: Fields) => void;
};

const NAMES: Record<Conflict['field'], string> = {
  title: 'Title',
  content: 'Content',
  excerpt: 'Excerpt',
  technology: 'Technology',
  domain: 'Domain',
  category: 'Category',
  isPublished: 'Published',
  isTemplate: 'Template',
  templateType: 'Template Type',
};

/** Somebody saved meanwhile, and both changed the same places. Stores nothing and loses no typing. */
export function MergeDialog({ theirs, merge, onClose, onSave }: Props) {
  const { conflicts } = merge;
  const [choices, setChoices] = useState<Choice[]>(() =>
    conflicts.map(({ field }) => (field === 'content' ? 'both' : 'mine')),
  );
  // Another tab of the same person, or a version restored meanwhile.
  const isOwn = useCurrentUser().data?.id === theirs.lastUpdatedBy;
  const saver = isOwn ? 'You' : (theirs.lastUpdatedByName ?? theirs.authorName);
  const writer = isOwn ? `Version ${theirs.version}` : saver;
  const places = conflicts.length === 1 ? 'One place was' : `${conflicts.length} places were`;
  return (
    <Dialog
      open
      onClose={onClose}
      width="wide"
      title={isOwn ? 'You saved this document meanwhile' : 'Somebody else saved this document'}
      text={[
        `${saver} saved version ${theirs.version} ${relativeTime(theirs.updatedAt)}.`,
        `${places} changed ${isOwn ? 'in both' : 'by both of you'}; everything else is merged already. Choose what stays.`,
      ].join(' ')}
      footer={
        <>
          <Button onClick={onClose}>Keep editing</Button>
          <Button look="primary" onClick={() => onSave(resolved(merge, choices))}>
            Save merged
          </Button>
        </>
      }
    >
      <ScrollBox
        label="Places that both changed"
        className="mt-4 flex max-h-[55dvh] flex-col gap-5 overflow-y-auto pr-1"
      >
        {conflicts.map((conflict, index) => (
          <ConflictChoice
            key={`${conflict.field} ${index}`}
            name={
              conflict.field === 'content' ? `${NAMES.content}, place ${index + 1}` : NAMES[conflict.field]
            }
            conflict={conflict}
            writer={writer}
            choice={choices[index] ?? 'mine'}
            onChoice={(choice) => setChoices(choices.with(index, choice))}
          />
        ))}
      </ScrollBox>
    </Dialog>
  );
}

type ChoiceProps = {
  name: string;
  conflict: Conflict;
  writer: string;
  choice: Choice;
  onChoice: (choice: Choice) => void;
};

function ConflictChoice({ name, conflict, writer, choice, onChoice }: ChoiceProps) {
  const options: [Choice, string, string | undefined][] = [
    ['mine', 'Yours', conflict.mine],
    ['theirs', writer, conflict.theirs],
  ];
  if (conflict.field === 'content') options.push(['both', 'Both, yours first', undefined]);
  return (
    <fieldset className="min-w-0 border-0 p-0">
      <legend className="mb-1.5 text-sm font-semibold">{name}</legend>
      <div className="grid gap-2 md:grid-cols-2">
        {options.map(([value, label, text]) => (
          <label
            key={value}
            className={classNames(
              'flex min-w-0 cursor-pointer flex-col gap-1.5 rounded-md border border-border p-2.5',
              'has-checked:border-accent has-checked:bg-accent-soft md:last:odd:col-span-2',
            )}
          >
            <span className="flex items-center gap-2 text-sm">
              <input
                type="radio"
                name={name}
                checked={choice === value}
                onChange={() => onChoice(value)}
                className="accent-accent"
              />
              {label}
            </span>
            {text !== undefined && (
              <span className="tech [overflow-wrap:anywhere] whitespace-pre-wrap">
                {text || <span className="text-muted">Nothing: it was taken out</span>}
              </span>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

type DeletedProps = {
  /** The server's message, with the person who deleted it if known. */
  reason: string;
  isBusy: boolean;
  onClose: () => void;
  onRestore: () => void;
  onSaveAsNew: () => void;
};

/** The document was deleted during editing. The text stays and can be stored in two ways. */
export const DeletedDialog = ({ reason, isBusy, onClose, onRestore, onSaveAsNew }: DeletedProps) => (
  <Dialog
    open
    onClose={onClose}
    title="This document was deleted"
    text={[
      reason.replace(/\.?$/, '.'),
      'What you typed is not saved, and is still here.',
      'Take the document out of the bin and save it, or save what you have as a new one.',
    ].join(' ')}
    footer={
      <>
        <Button onClick={onClose} disabled={isBusy}>
          Keep editing
        </Button>
        <Button onClick={onSaveAsNew} disabled={isBusy}>
          Save as a new document
        </Button>
        <Button look="primary" onClick={onRestore} disabled={isBusy}>
          Restore and save
        </Button>
      </>
    }
  />
);
