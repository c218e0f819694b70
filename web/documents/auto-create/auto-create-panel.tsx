import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { PASTE } from '../../../contract/calls/writing.ts';
import { Button } from '../../ui/controls/button.tsx';
import { type KeptImage, useKeptImages } from './kept-images.ts';
import { PasteArea, PasteNotes, PastedImages } from './paste-area.tsx';
import { readPaste, takeImages } from './pasted.ts';
import { useAutoCreate } from './use-auto-create.ts';
import { useReadings } from './use-readings.ts';
import { useCurrentUser } from '../../api/session.ts';
import { openedLater } from '../../ui/feedback/part.tsx';

const KEEP_MS = 500;

const store = (act: (storage: Storage) => string | null | void): string => {
  try {
    return act(sessionStorage) ?? '';
  } catch {
    // A full or forbidden browser store keeps nothing; the text on the screen is unaffected.
    return '';
  }
};

/**
 * Keeps the text of a panel in this tab, per account, until it is emptied, so that it survives navigation and a new
 * sign-in.
 */
function useKeptText(name: string) {
  const { data: user } = useCurrentUser();
  const key = `${name}:${user?.id ?? ''}`;
  const [text, setText] = useState(() => store((storage) => storage.getItem(key)));
  const keep = useEffectEvent(() => {
    store((storage) => (text === '' ? storage.removeItem(key) : storage.setItem(key, text)));
  });
  useEffect(() => {
    const timer = setTimeout(() => keep(), KEEP_MS);
    return () => clearTimeout(timer);
  }, [text]);
  useEffect(() => {
    const onHide = () => keep();
    addEventListener('pagehide', onHide);
    return () => {
      removeEventListener('pagehide', onHide);
      keep();
    };
  }, []);
  return [text, setText] as const;
}

const QualityDialog = openedLater(() => import('./quality-dialog.tsx'), 'QualityDialog');
const ArticleDialog = openedLater(() => import('./article-dialog.tsx'), 'ArticleDialog');

/** Pasted text and screenshots, and the texts recognised in the screenshots. */
function usePasted() {
  const [text, setText] = useKeptText('auto-create');
  const [images, changeImages, found] = useKeptImages('auto-create');
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => area.current?.focus(), []);
  const setRead = (id: string) =>
    changeImages((before) => before.map((image) => (image.id === id ? { ...image, isRead: true } : image)));
  /** A requested preview waits until the screenshots are read. */
  const [isPreviewRequested, setPreviewRequested] = useState(false);
  const [cut, setCut] = useState(0);
  const readings = useReadings((read) => {
    const whole = (before: string) => [before.trimEnd(), read].filter(Boolean).join('\n\n');
    setCut(Math.max(0, whole(area.current?.value ?? '').length - PASTE.characters));
    setText((before) => whole(before).slice(0, PASTE.characters));
  }, setRead);
  const leaveUnread = (id: string) => {
    readings.stop(id);
    setRead(id);
  };
  const readFound = useEffectEvent((before: KeptImage[]) =>
    readings.read(before.filter(({ isRead }) => !isRead)),
  );
  useEffect(() => readFound(found), [found]);
  const empty = () => {
    setText('');
    setCut(0);
    setPreviewRequested(false);
    for (const { id } of images) readings.stop(id);
    changeImages(() => []);
  };
  const paste = async (transfer: DataTransfer, leftOut: number) => {
    const pasted = readPaste(transfer);
    setCut(leftOut);
    setPreviewRequested(false);
    // The message below the text names what was cut; a toast that it was pasted would be misleading.
    const added = await takeImages(
      { ...pasted, hasText: pasted.hasText && leftOut === 0 },
      PASTE.images - images.length,
    );
    changeImages((before) => [...before, ...added].slice(0, PASTE.images));
    readings.read(added);
  };

  const write = (typed: string) => {
    setText(typed);
    if (typed.length < PASTE.characters) setCut(0);
  };
  const remove = (id: string) => {
    readings.stop(id);
    changeImages((before) => before.filter((image) => image.id !== id));
  };
  return {
    area,
    text,
    images,
    readings,
    cut,
    isPreviewRequested,
    setPreviewRequested,
    write,
    paste,
    remove,
    leaveUnread,
    empty,
  };
}

type Props = { onCancel: () => void; onSaved: (id: string) => void };

/**
 * Creates an article from a pasted ticket, chat or console output. Input survives leaving the page, and is deleted on
 * cancel or save.
 */
export function AutoCreatePanel({ onCancel, onSaved }: Props) {
  const headingId = useId();
  const pasted = usePasted();
  const { area, text, images, readings, isPreviewRequested, setPreviewRequested, leaveUnread, empty } =
    pasted;
  const flow = useAutoCreate(text, images, (id) => {
    empty();
    onSaved(id);
  });
  const isBusy = flow.isProcessing || flow.isSaving;

  const isReading = readings.shares.size > 0;
  const isWaiting = isPreviewRequested && isReading;
  const generate = useEffectEvent(() => flow.generate());
  useEffect(() => {
    if (isPreviewRequested && !isReading) generate();
  }, [isPreviewRequested, isReading]);

  return (
    <section aria-labelledby={headingId} className="mb-4 rounded-lg border border-border bg-surface p-4">
      <h2 id={headingId} className="mb-3 text-md">
        Auto Create Knowledge Base Article
      </h2>
      <PasteArea
        area={area}
        text={text}
        isBusy={isBusy}
        onText={pasted.write}
        onTransfer={(transfer, leftOut) => void pasted.paste(transfer, leftOut)}
      />
      <PastedImages
        images={images}
        shares={readings.shares}
        isBusy={isBusy}
        onStop={leaveUnread}
        onRemove={pasted.remove}
      />
      <PasteNotes
        status={readings.status}
        cut={pasted.cut}
        isWaiting={isWaiting}
        onGoOn={() => {
          for (const id of readings.shares.keys()) leaveUnread(id);
        }}
      />
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
          busy={flow.isProcessing || isWaiting}
          disabled={text.trim() === ''}
          onClick={() => (isReading ? setPreviewRequested(true) : flow.generate())}
        >
          {flow.isProcessing || isWaiting ? 'Processing...' : 'Generate Preview'}
        </Button>
      </div>
      <Dialogs flow={flow} content={text} />
    </section>
  );
}

function Dialogs({ flow, content }: { flow: ReturnType<typeof useAutoCreate>; content: string }) {
  return (
    <>
      {flow.judgement && (
        <QualityDialog
          judgement={flow.judgement}
          content={content}
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
    </>
  );
}
