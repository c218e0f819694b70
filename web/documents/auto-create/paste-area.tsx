import type { RefObject } from 'react';
import { PASTE, type PastedImage } from '../../../contract/calls/writing.ts';
import { controlClass } from '../../ui/controls/control-class.ts';
import { Field } from '../../ui/controls/field.tsx';
import { textOf } from './pasted.ts';
import { Button, IconButton } from '../../ui/controls/button.tsx';
import { formatCount } from '../../lib/format-count.ts';
import { X } from 'lucide-react';

type Props = {
  area: RefObject<HTMLTextAreaElement | null>;
  text: string;
  isBusy: boolean;
  onText: (text: string) => void;
  /** `leftOut`: number of characters beyond the limit. */
  onTransfer: (transfer: DataTransfer, leftOut: number) => void;
};

/** Input for text and pictures; the browser inserts the text itself. */
export const PasteArea = ({ area, text, isBusy, onText, onTransfer }: Props) => (
  <Field
    label="Content"
    hint="Paste a ticket, a chat, console output or screenshots, whose text is read here. Nothing is stored before you save."
  >
    {(tied) => (
      <textarea
        {...tied}
        ref={area}
        rows={8}
        maxLength={PASTE.characters}
        disabled={isBusy}
        value={text}
        onChange={(event) => onText(event.target.value)}
        onPaste={(event) => {
          const { clipboardData, currentTarget } = event;
          const pasted = textOf(clipboardData);
          const leftOut = leftOver(currentTarget, pasted);
          // The browser would insert a picture as nothing or as its file name, and HTML alone not at all.
          if (clipboardData.getData('text/plain') === '') {
            event.preventDefault();
            if (pasted !== '') insert(currentTarget, pasted, onText);
          }
          onTransfer(clipboardData, leftOut);
        }}
        onDragOver={(event) => event.dataTransfer.types.includes('Files') && event.preventDefault()}
        onDrop={(event) => {
          if (event.dataTransfer.files.length === 0) return;
          // The browser would navigate to the picture.
          event.preventDefault();
          onTransfer(event.dataTransfer, 0);
        }}
        className={`${controlClass} max-h-100 field-sizing-content min-h-40 px-2.5 py-1.5`}
      />
    )}
  </Field>
);

function leftOver({ value, selectionStart, selectionEnd }: HTMLTextAreaElement, pasted: string): number {
  const kept = value.length - (selectionEnd - selectionStart);
  return Math.max(0, kept + pasted.replaceAll('\r\n', '\n').length - PASTE.characters);
}

function insert(area: HTMLTextAreaElement, text: string, onText: (text: string) => void) {
  const remaining = PASTE.characters - area.value.length + (area.selectionEnd - area.selectionStart);
  area.setRangeText(text.slice(0, Math.max(0, remaining)), area.selectionStart, area.selectionEnd, 'end');
  onText(area.value);
}

type PasteNotesProps = {
  /** Result of reading the last screenshot. */
  status: string;
  /** Characters beyond the limit. */
  cut: number;
  /** A preview was requested while screenshots are being read. */
  isWaiting: boolean;
  onGoOn: () => void;
};

/** Reports the result of a paste, and what the preview waits for. */
export const PasteNotes = ({ status, cut, isWaiting, onGoOn }: PasteNotesProps) => (
  <>
    <p role="status" className="mt-2 text-xs text-muted empty:hidden">
      {status}
    </p>
    <p role="alert" className="mt-2 text-sm text-red empty:hidden">
      {cut > 0 && tooLong(cut)}
    </p>
    {isWaiting && (
      <p role="status" className="mt-2 flex flex-wrap items-center gap-2 text-sm">
        The preview waits until the text of the screenshots is read.
        <Button size="small" onClick={onGoOn}>
          Continue without it
        </Button>
      </p>
    )}
  </>
);

const tooLong = (cut: number): string =>
  `An article uses at most ${formatCount(PASTE.characters)} characters: the last ${formatCount(cut)} were left out. ` +
  'Create a second article from them, or remove what is not needed and paste them again.';

type PastedImagesProps = {
  images: PastedImage[];
  /** Progress of each picture that is being read. */
  shares: ReadonlyMap<string, number>;
  isBusy: boolean;
  onStop: (id: string) => void;
  onRemove: (id: string) => void;
};

/** Pasted pictures with the progress of reading, which can be skipped. */
export function PastedImages({ images, shares, isBusy, onStop, onRemove }: PastedImagesProps) {
  if (images.length === 0) return null;
  return (
    <ul aria-label="Pasted images" className="mt-3 flex flex-wrap gap-2">
      {images.map((image) => {
        const share = shares.get(image.id);
        return (
          <li key={image.id} className="relative rounded-md border border-border">
            <img
              src={image.data}
              alt={image.name}
              className="h-20 w-auto max-w-40 rounded-md object-contain"
            />
            <div className="absolute top-1 right-1 rounded-md bg-raised">
              <IconButton
                size="small"
                label={`Remove ${image.name}`}
                icon={<X size={14} />}
                disabled={isBusy}
                onClick={() => onRemove(image.id)}
              />
            </div>
            {share !== undefined && (
              <div className="flex w-40 flex-col gap-1 border-t border-border p-2 text-xs text-muted">
                <progress
                  aria-label={`Reading the text in ${image.name}`}
                  value={share}
                  className="h-1 w-full accent-accent"
                />
                <span className="flex items-center justify-between gap-2">
                  Reading text {Math.round(share * 100)}%
                  <Button
                    size="small"
                    look="quiet"
                    aria-label={`Stop reading ${image.name}`}
                    onClick={() => onStop(image.id)}
                  >
                    Stop
                  </Button>
                </span>
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}
