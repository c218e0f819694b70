import { ImagePlus, Trash2 } from 'lucide-react';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { classNames } from '../../../lib/class-names.ts';
import { IconButton } from '../../../ui/controls/button.tsx';
import { TextField } from '../../../ui/controls/text-field.tsx';
import {
  carriesFiles,
  droppedImages,
  nameOf,
  pastedImages,
  useAttaching,
} from '../../images/attach-images.ts';
import { toast } from '../../../ui/overlays/toasts.ts';
import { numberOf, withoutNumber } from './entry-identity.ts';

type Props<S> = {
  number: number;
  step: S;
  /** Answers false when the step is there no longer. */
  onChange: (recipe: (step: S) => S) => boolean;
  /** None while it is the only step. */
  onRemove: (() => void) | undefined;
  /** The step with an image that was chosen, dropped or pasted here, now stored under its address. */
  withImage: (step: S, added: { image: string; name: string }) => S;
  /** What an image is called here. */
  imageWord: string;
  children: ReactNode;
};

/**
 * One step on the rail. Images come by the button, by dropping them on the step, or by pasting inside of it; Ctrl+Z takes
 * them back.
 */
export function NumberedStep<S extends { title: string }>(props: Props<S>) {
  const { number, step, onChange, onRemove, withImage, imageWord, children } = props;
  const [isOver, setOver] = useState(false);
  const attaching = useAttaching();
  const images = useStepImages(step, onChange, withImage);

  const attach = (files: File[]) =>
    attaching.attach(files, (image, file) => images.put({ image, name: nameOf(file) }));
  const onDragOver = (event: DragEvent) => {
    if (!carriesFiles(event.dataTransfer)) return;
    event.preventDefault();
    setOver(true);
  };

  return (
    <li
      className={classNames(
        'relative flex gap-3 rounded-md pb-6 before:absolute before:top-8 before:bottom-0 before:left-3 before:w-px',
        'before:bg-border last:before:hidden',
        isOver && 'bg-accent-soft outline-2 outline-accent outline-dashed',
      )}
      onDragOver={onDragOver}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        if (!carriesFiles(event.dataTransfer)) return;
        event.preventDefault();
        attach(droppedImages(event.dataTransfer));
      }}
      onPaste={(event) => {
        const files = pastedImages(event.clipboardData);
        if (files.length === 0) return;
        event.preventDefault();
        attach(files);
      }}
      onKeyDown={(event) => isUndoKey(event) && images.undo() && event.preventDefault()}
    >
      <span
        aria-hidden
        className={classNames(
          'mt-1 flex size-6 flex-none items-center justify-center rounded-full border border-border-strong',
          'bg-surface text-xs font-semibold',
        )}
      >
        {number}
      </span>
      <section aria-label={`Step ${number}`} className="flex min-w-0 flex-1 flex-col gap-3">
        <div className="flex items-center gap-1">
          <TextField
            className="flex-1"
            label={`Title of step ${number}`}
            hideLabel
            placeholder="What is done in this step"
            value={step.title}
            onChange={(event) => onChange((before) => ({ ...before, title: event.target.value }))}
          />
          <ImageChooser number={number} imageWord={imageWord} onChoose={attach} />
          <IconButton
            label={`Remove step ${number}`}
            icon={<Trash2 size={16} />}
            disabled={!onRemove}
            onClick={onRemove}
          />
        </div>
        {children}
        {attaching.uploading > 0 && <output className="text-xs text-muted">Uploading image…</output>}
      </section>
    </li>
  );
}

type ChooserProps = Pick<Props<never>, 'number' | 'imageWord'> & { onChoose: (files: File[]) => void };

function ImageChooser({ number, imageWord, onChoose }: ChooserProps) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton
        label={`Add ${imageWord} to step ${number}`}
        icon={<ImagePlus size={16} />}
        onClick={() => chooser.current?.click()}
      />
      <input
        ref={chooser}
        type="file"
        accept="image/png,image/jpeg,image/gif,image/webp"
        hidden
        aria-label={`Image file for step ${number}`}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          // The same file can be chosen once more.
          currentTarget.value = '';
          onChoose(files);
        }}
      />
    </>
  );
}

type Added = { image: string; name: string };

/** Puts images in a step and takes them back, the last one first, as long as the step is as that one left it. */
function useStepImages<S extends object>(
  step: S,
  onChange: (recipe: (step: S) => S) => boolean,
  withImage: (step: S, added: Added) => S,
) {
  const puts = useRef<{ before: S; after: S }[]>([]);
  const put = (added: Added) =>
    onChange((before) => {
      const after = withImage(before, added);
      puts.current.push({ before, after });
      return after;
    });
  const undo = (): boolean => {
    const last = puts.current.at(-1);
    if (!last || JSON.stringify(last.after) !== JSON.stringify(step)) return false;
    puts.current.pop();
    return onChange(() => last.before);
  };
  return { put, undo };
}

type Pressed = { key: string; metaKey: boolean; ctrlKey: boolean; altKey: boolean; shiftKey: boolean };

/** Ctrl+Z or ⌘Z. */
const isUndoKey = ({ key, metaKey, ctrlKey, altKey, shiftKey }: Pressed): boolean =>
  (metaKey || ctrlKey) && !altKey && !shiftKey && key.toLowerCase() === 'z';

/** Changes the steps of the form as they are by then; false when the form is there no longer. */
type ChangeSteps<T> = (recipe: (steps: T[]) => T[]) => boolean;

/** Takes a step away. The toast puts it back where it stood, numbers of the others and what was typed since in place. */
export function removeStep<T extends { title: string }>(change: ChangeSteps<T>, steps: T[], step: T) {
  const index = steps.indexOf(step);
  change((before) => withoutNumber(before, numberOf(step)));
  toast({
    kind: 'success',
    title: 'Step removed',
    text: step.title || `Step ${index + 1}`,
    action: {
      label: 'Undo',
      run: () => {
        const isBack = change((before) => before.toSpliced(index, 0, step));
        if (!isBack) toast({ kind: 'error', title: 'Not undone', text: 'The form was closed meanwhile.' });
      },
    },
  });
}
