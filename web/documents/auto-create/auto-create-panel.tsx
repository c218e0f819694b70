import { lazy, Suspense, useEffect, useEffectEvent, useId, useRef } from 'react';
import { PASTE } from '../../../contract/writing.ts';
import { Button } from '../../ui/button.tsx';
import { Field, controlClass } from '../../ui/field.tsx';
import type { KeptImage } from './kept-images.ts';
import { readPaste, takeImages } from './pasted.ts';
import { PastedImages } from './pasted-images.tsx';
import { useAutoCreate } from './use-auto-create.ts';
import { useKeptImages } from './use-kept-images.ts';
import { useKeptText } from './use-kept-text.ts';
import { useReadings } from './use-readings.ts';

const QualityDialog = lazy(async () => ({ default: (await import('./quality-dialog.tsx')).QualityDialog }));
const ArticleDialog = lazy(async () => ({ default: (await import('./article-dialog.tsx')).ArticleDialog }));

type Props = { onCancel: () => void; onSaved: (id: string) => void };

/** Makes an article from a pasted ticket, chat or console output. What was typed and pasted is there again after leaving it, and gone once it is cancelled or saved. */
export function AutoCreatePanel({ onCancel, onSaved }: Props) {
  const headingId = useId();
  const [text, setText] = useKeptText('auto-create');
  const [images, changeImages, found] = useKeptImages('auto-create');
  const area = useRef<HTMLTextAreaElement>(null);
  const setRead = (id: string) =>
    changeImages((before) => before.map((image) => (image.id === id ? { ...image, isRead: true } : image)));
  const readings = useReadings(
    (read) =>
      setText((before) => [before.trimEnd(), read].filter(Boolean).join('\n\n').slice(0, PASTE.characters)),
    setRead,
  );
  const readFound = useEffectEvent((before: KeptImage[]) =>
    readings.read(before.filter(({ isRead }) => !isRead)),
  );
  useEffect(() => readFound(found), [found]);
  const empty = () => {
    setText('');
    changeImages(() => []);
  };
  const flow = useAutoCreate(text, images, (id) => {
    empty();
    onSaved(id);
  });
  const isBusy = flow.isProcessing || flow.isSaving;
  useEffect(() => area.current?.focus(), []);

  const paste = async (transfer: DataTransfer) => {
    const taken = await takeImages(readPaste(transfer), PASTE.images - images.length);
    changeImages((before) => [...before, ...taken].slice(0, PASTE.images));
    readings.read(taken);
  };

  return (
    <section aria-labelledby={headingId} className="mb-4 rounded-lg border border-border bg-surface p-4">
      <h2 id={headingId} className="mb-3 text-md">
        Auto Create Knowledge Base Article
      </h2>
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
            onChange={(event) => setText(event.target.value)}
            onPaste={(event) => {
              // A picture alone would be inserted as nothing, or as its file name.
              if (event.clipboardData.getData('text/plain') === '') event.preventDefault();
              void paste(event.clipboardData);
            }}
            className={`${controlClass} max-h-100 field-sizing-content min-h-40 px-2.5 py-1.5`}
          />
        )}
      </Field>
      <PastedImages
        images={images}
        shares={readings.shares}
        isBusy={isBusy}
        onStop={(id) => {
          readings.stop(id);
          setRead(id);
        }}
        onRemove={(id) => {
          readings.stop(id);
          changeImages((before) => before.filter((image) => image.id !== id));
        }}
      />
      <p role="status" className="mt-2 text-xs text-muted empty:hidden">
        {readings.said}
      </p>
      <div className="mt-3 flex flex-wrap items-center justify-end gap-2">
        <span className="flex-1 text-xs text-muted max-md:basis-full">
          {text.length}/{PASTE.shownCharacters} characters
        </span>
        <Button
          onClick={() => {
            empty();
            onCancel();
          }}
        >
          Cancel
        </Button>
        <Button
          look="primary"
          busy={flow.isProcessing}
          disabled={text.trim() === ''}
          onClick={() => flow.generate()}
        >
          {flow.isProcessing ? 'Processing...' : 'Generate Preview'}
        </Button>
      </div>
      <Suspense>
        {flow.judgement && (
          <QualityDialog
            judgement={flow.judgement}
            content={text}
            onCancel={flow.stop}
            onProceed={flow.proceed}
          />
        )}
        {flow.article && (
          <ArticleDialog
            article={flow.article}
            isSaving={flow.isSaving}
            onBack={flow.backToEdit}
            onSave={flow.save}
          />
        )}
      </Suspense>
    </section>
  );
}
