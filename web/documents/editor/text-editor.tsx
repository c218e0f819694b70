import {
  history,
  historyKeymap,
  indentLess,
  indentMore,
  moveLineDown,
  moveLineUp,
  standardKeymap,
} from '@codemirror/commands';
// Not its markdown(): that brings the languages of HTML, CSS and JavaScript, more than all the rest together.
import { markdownKeymap, markdownLanguage } from '@codemirror/lang-markdown';
import {
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { useEffect, useEffectEvent, useId, useRef } from 'react';
import { textEditorLook } from './text-editor-look.ts';

const keys = keymap.of([
  ...markdownKeymap,
  ...standardKeymap,
  ...historyKeymap,
  { key: 'Alt-ArrowUp', run: moveLineUp },
  { key: 'Alt-ArrowDown', run: moveLineDown },
  { key: 'Mod-[', run: indentLess },
  { key: 'Mod-]', run: indentMore },
]);

type Props = { label: string; value: string; onChange: (value: string) => void; error?: string | undefined };

/** Markdown as it is written. Tab is not taken: it leaves the text, as everywhere else. */
export function TextEditor({ label, value, onChange, error }: Props) {
  const errorId = useId();
  const { box, view } = useEditorView(value, onChange);
  useEffect(() => {
    const content = view.current?.contentDOM;
    content?.setAttribute('aria-label', label);
    content?.setAttribute('aria-invalid', String(Boolean(error)));
    if (error) content?.setAttribute('aria-describedby', errorId);
    else content?.removeAttribute('aria-describedby');
  }, [view, label, error, errorId]);
  return (
    <>
      <div ref={box} />
      {error && (
        <p id={errorId} role="alert" className="text-xs text-red">
          {error}
        </p>
      )}
    </>
  );
}

function useEditorView(value: string, onChange: (value: string) => void) {
  const box = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  /** The text as both sides know it, so that only a change from outside is put into the view. */
  const known = useRef(value);
  const tell = useEffectEvent(onChange);

  useEffect(() => {
    if (!box.current) return undefined;
    const created = new EditorView({
      parent: box.current,
      doc: known.current,
      extensions: [
        lineNumbers(),
        history(),
        highlightActiveLine(),
        highlightActiveLineGutter(),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ spellcheck: 'true' }),
        keys,
        markdownLanguage,
        textEditorLook,
        EditorView.updateListener.of((update) => {
          if (!update.docChanged) return;
          known.current = update.state.doc.toString();
          tell(known.current);
        }),
      ],
    });
    view.current = created;
    return () => created.destroy();
  }, []);

  useEffect(() => {
    if (value === known.current || !view.current) return;
    const { length } = view.current.state.doc;
    view.current.dispatch({ changes: { from: 0, to: length, insert: value } });
  }, [value]);

  return { box, view };
}
