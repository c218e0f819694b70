import { useEffect, useId, useRef } from 'react';
import { PartFailed } from '../../../ui/feedback/part.tsx';
import { insertImages } from './image-uploads.ts';
import { TextToolbar } from './text-toolbar.tsx';
import { useEditorView } from './use-editor-view.ts';

type Props = {
  label: string;
  value: string;
  /** Something was typed; `read` puts the text together. */
  onType: (read: () => string) => void;
  error?: string | undefined;
};

/** Markdown as it is written, with what helps to write it. */
export function TextEditor({ label, value, onType, error }: Props) {
  const errorId = useId();
  const chooser = useRef<HTMLInputElement>(null);
  const { box, view, hasAids, bringAids } = useEditorView(value, onType, () => chooser.current?.click());
  useEffect(() => {
    const content = view.current?.contentDOM;
    content?.setAttribute('aria-label', label);
    content?.setAttribute('aria-invalid', String(Boolean(error)));
    if (error) content?.setAttribute('aria-describedby', errorId);
    else content?.removeAttribute('aria-describedby');
  }, [view, hasAids, label, error, errorId]);
  return (
    <>
      <TextToolbar view={() => view.current} onImage={() => chooser.current?.click()} />
      <input
        ref={chooser}
        type="file"
        accept="image/png,image/jpeg,image/gif,image/webp"
        multiple
        hidden
        aria-label="Image files"
        onChange={({ currentTarget: { files }, currentTarget }) => {
          const chosen = [...(files ?? [])];
          // The same file can be chosen once more.
          currentTarget.value = '';
          if (view.current && chosen.length > 0) void insertImages(view.current, chosen);
          view.current?.focus();
        }}
      />
      {!hasAids && <PartFailed name="What helps to write" onRetry={bringAids} />}
      <div ref={box} />
      {error && (
        <p id={errorId} role="alert" className="text-xs text-red">
          {error}
        </p>
      )}
    </>
  );
}
