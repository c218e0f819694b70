import { useId, useState } from 'react';
import { Button } from '../../../ui/controls/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import type { Hunk } from './hunks.ts';

type Props = {
  hunks: Hunk[];
  onClose: () => void;
  /** For each difference in order, whether it is accepted. */
  onKeep: (taken: boolean[]) => void;
};

const NAMES: Partial<Record<Hunk['field'], string>> = {
  title: 'Title',
  excerpt: 'Excerpt',
  purpose: 'Purpose',
  tags: 'Tags',
  content: 'Text',
};

/** Review of an improvement: accept or reject each difference. Saves nothing. */
export function ReviewDialog({ hunks, onClose, onKeep }: Props) {
  const [taken, setTaken] = useState(() => hunks.map(() => true));
  const count = taken.filter(Boolean).length;
  return (
    <Dialog
      open
      onClose={onClose}
      width="wide"
      title="Review enhancements"
      text="What is not kept goes back to what it was. Nothing is saved yet."
      footer={
        <>
          <Button onClick={() => onKeep(hunks.map(() => false))}>Take all back</Button>
          <Button look="primary" onClick={() => onKeep(taken)}>
            Keep {count} of {hunks.length}
          </Button>
        </>
      }
    >
      <ul aria-label="Changes" className="mt-4 flex max-h-[55dvh] flex-col gap-3 overflow-y-auto p-1">
        {hunks.map((hunk, index) => (
          <HunkChoice
            // They never move.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            name={`${NAMES[hunk.field] ?? hunk.field}, change ${index + 1}`}
            hunk={hunk}
            isTaken={taken[index] ?? true}
            onChange={(isTaken) =>
              setTaken((before) => before.map((old, n) => (n === index ? isTaken : old)))
            }
          />
        ))}
      </ul>
    </Dialog>
  );
}

type ChoiceProps = { name: string; hunk: Hunk; isTaken: boolean; onChange: (isTaken: boolean) => void };

function HunkChoice({ name, hunk: { before, after }, isTaken, onChange }: ChoiceProps) {
  const id = useId();
  return (
    <li className="flex-none overflow-hidden rounded-md border border-border">
      <label htmlFor={id} className="flex min-h-8 items-center gap-2 bg-sunken px-3 py-1 text-sm font-medium">
        <input
          id={id}
          type="checkbox"
          checked={isTaken}
          onChange={(event) => onChange(event.target.checked)}
          className="size-4 accent-accent"
        />
        {name}
      </label>
      <div className="tech text-xs/5 [overflow-wrap:anywhere] whitespace-pre-wrap">
        {before !== '' && (
          <del className="block bg-red-soft px-3 py-1 no-underline">
            <span className="sr-only">Removed: </span>
            {before}
          </del>
        )}
        {after !== '' && (
          <ins className="block bg-green-soft px-3 py-1 no-underline">
            <span className="sr-only">Added: </span>
            {after}
          </ins>
        )}
      </div>
    </li>
  );
}
