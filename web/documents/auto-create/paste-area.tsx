import type { RefObject } from 'react';
import { PASTE } from '../../../contract/writing.ts';
import { controlClass } from '../../ui/controls/control-class.ts';
import { Field } from '../../ui/controls/field.tsx';
import { textOf } from './pasted.ts';

type Props = {
  area: RefObject<HTMLTextAreaElement | null>;
  text: string;
  isBusy: boolean;
  onText: (text: string) => void;
  /** `leftOut` are the characters of its text that find no room. */
  onTransfer: (transfer: DataTransfer, leftOut: number) => void;
};

/** Where text and pictures are pasted or dropped; the text itself is inserted by the browser. */
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
          // A picture alone would be inserted as nothing, or as its file name, and HTML alone not at all.
          if (clipboardData.getData('text/plain') === '') {
            event.preventDefault();
            if (pasted !== '') insert(currentTarget, pasted, onText);
          }
          onTransfer(clipboardData, leftOut);
        }}
        onDragOver={(event) => event.dataTransfer.types.includes('Files') && event.preventDefault()}
        onDrop={(event) => {
          if (event.dataTransfer.files.length === 0) return;
          // The browser would leave the page for the picture.
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
  const room = PASTE.characters - area.value.length + (area.selectionEnd - area.selectionStart);
  area.setRangeText(text.slice(0, Math.max(0, room)), area.selectionStart, area.selectionEnd, 'end');
  onText(area.value);
}
