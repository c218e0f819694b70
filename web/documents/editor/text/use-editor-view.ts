import { autocompletion, completionKeymap } from '@codemirror/autocomplete';
import {
  history,
  historyKeymap,
  indentLess,
  indentMore,
  moveLineDown,
  moveLineUp,
  standardKeymap,
  temporarilySetTabFocusMode,
} from '@codemirror/commands';
// Not its markdown(): that brings the languages of HTML, CSS and JavaScript, more than all the rest together.
import { markdownKeymap, markdownLanguage } from '@codemirror/lang-markdown';
import { search, searchKeymap } from '@codemirror/search';
import type { Extension } from '@codemirror/state';
import {
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { useEffect, useEffectEvent, useRef } from 'react';
import { imageUploads } from './image-uploads.ts';
import { imageWidgets } from './image-widgets.ts';
import { linkCompletion } from './link-completion.ts';
import { slashCommands } from './slash-commands.ts';
import { tableKeys } from './table-keys.ts';
import { textEditorLook } from './text-editor-look.ts';
import { writingKeys } from './writing-keys.ts';

/** Tab is taken in tables alone, and even there Escape gives it back: it leaves the text, as everywhere else. */
const keys = keymap.of([
  ...completionKeymap,
  ...tableKeys,
  ...writingKeys,
  ...searchKeymap,
  ...markdownKeymap,
  ...standardKeymap,
  ...historyKeymap,
  { key: 'Escape', run: temporarilySetTabFocusMode },
  { key: 'Alt-ArrowUp', run: moveLineUp },
  { key: 'Alt-ArrowDown', run: moveLineDown },
  { key: 'Mod-[', run: indentLess },
  { key: 'Mod-]', run: indentMore },
]);

const extensionsWith = (chooseImage: () => void, onChange: (text: string) => void): Extension => [
  lineNumbers(),
  history(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  EditorView.lineWrapping,
  EditorView.contentAttributes.of({ spellcheck: 'true' }),
  autocompletion({ override: [slashCommands(chooseImage), linkCompletion], icons: false }),
  search({ top: true }),
  imageUploads,
  imageWidgets,
  keys,
  markdownLanguage,
  textEditorLook,
  EditorView.updateListener.of((update) => {
    if (update.docChanged) onChange(update.state.doc.toString());
  }),
];

/** The view in `box`, and the text in step on both sides. */
export function useEditorView(value: string, onChange: (value: string) => void, chooseImage: () => void) {
  const box = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  /** The text as both sides know it, so that only a change from outside is put into the view. */
  const known = useRef(value);
  const tell = useEffectEvent(onChange);
  const choose = useEffectEvent(chooseImage);

  useEffect(() => {
    if (!box.current) return undefined;
    const created = new EditorView({
      parent: box.current,
      doc: known.current,
      extensions: extensionsWith(
        () => choose(),
        (text) => {
          known.current = text;
          tell(text);
        },
      ),
    });
    view.current = created;
    return () => created.destroy();
  }, []);

  useEffect(() => {
    if (value === known.current || !view.current) return;
    view.current.dispatch({ changes: changeBetween(view.current.state.doc.toString(), value) });
    known.current = value;
  }, [value]);

  return { box, view };
}

/** Only what is different, so that the cursor and what is on screen stay where they are. */
function changeBetween(before: string, after: string) {
  const shortest = Math.min(before.length, after.length);
  let from = 0;
  while (from < shortest && before[from] === after[from]) from += 1;
  let same = 0;
  while (same < shortest - from && before.at(-1 - same) === after.at(-1 - same)) same += 1;
  return { from, to: before.length - same, insert: after.slice(from, after.length - same) };
}
