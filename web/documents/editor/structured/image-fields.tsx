import { type ClipboardEvent, type DragEvent, type ReactNode } from 'react';
import { NO_IMAGE, writeImage } from '../../../../contract/shared/sized-image.ts';
import {
  carriesFiles,
  droppedImages,
  nameOf,
  pastedImages,
  useAttaching,
} from '../../images/attach-images.ts';
import { behindLine, putInField } from './text-insertion.ts';
import { classNames } from '../../../lib/class-names.ts';

/** A form whose fields of several lines take images, pasted or dropped; its steps take their own before. */
export function ImageFields({ children }: { children: ReactNode }) {
  const attaching = useAttaching();

  const attach = (area: HTMLTextAreaElement, files: File[]) => {
    let cursor = area.selectionEnd;
    let last = '';
    const put = (image: string, file: File) => {
      if (!area.isConnected) return false;
      // Who waits for the images goes on behind them; who types on stays in the words.
      const isWaiting = area.selectionEnd === cursor;
      const block = writeImage({ ...NO_IMAGE, image, name: nameOf(file) });
      const { at, text } = behindLine(area.value, area.selectionEnd, block, last);
      putInField(area, at, text, isWaiting ? 'end' : 'preserve');
      if (isWaiting) cursor = area.selectionEnd;
      last = block;
      return true;
    };
    attaching.attach(files, put);
  };
  const onPaste = (event: ClipboardEvent) => {
    const area = event.target;
    const images = event.defaultPrevented ? [] : pastedImages(event.clipboardData);
    if (images.length === 0 || !(area instanceof HTMLTextAreaElement)) return;
    event.preventDefault();
    attach(area, images);
  };
  const onDragOver = (event: DragEvent) => {
    const area = dropAreaOf(event);
    if (!area) return;
    event.preventDefault();
    area.dataset['dropHere'] = '';
  };
  const onDragLeave = ({ target }: DragEvent) =>
    target instanceof HTMLElement && delete target.dataset['dropHere'];
  const onDrop = (event: DragEvent) => {
    onDragLeave(event);
    const area = dropAreaOf(event);
    if (!area) return;
    event.preventDefault();
    attach(area, droppedImages(event.dataTransfer));
  };

  return (
    <div
      className={classNames(
        'flex max-w-170 flex-col gap-4',
        '[&_[data-drop-here]]:bg-accent-soft [&_[data-drop-here]]:outline-2',
        '[&_[data-drop-here]]:outline-accent [&_[data-drop-here]]:outline-dashed',
      )}
      {...{ onPaste, onDragOver, onDragLeave, onDrop }}
    >
      {children}
      {attaching.uploading > 0 && (
        <output className="sticky bottom-4 self-start rounded-md bg-raised px-2 text-xs text-muted">
          Uploading image…
        </output>
      )}
    </div>
  );
}

/** The field that files are dragged over; undefined where somebody else takes them, or nobody. */
const dropAreaOf = ({ defaultPrevented, dataTransfer, target }: DragEvent): HTMLTextAreaElement | undefined =>
  !defaultPrevented && carriesFiles(dataTransfer) && target instanceof HTMLTextAreaElement
    ? target
    : undefined;
