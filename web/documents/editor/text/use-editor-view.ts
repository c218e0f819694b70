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
import { markdownKeymap } from '@codemirror/lang-markdown';
import { search, searchKeymap } from '@codemirror/search';
import type { Extension, Text } from '@codemirror/state';
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
import { mentionCompletion } from './mention-completion.ts';
import { richPaste } from './rich-paste.ts';
import { sectionedMarkdown } from './sectioned-markdown.ts';
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

const extensionsWith = (chooseImage: () => void, onType: (text: Text) => void): Extension => [
  lineNumbers(),
  history(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  EditorView.lineWrapping,
  EditorView.contentAttributes.of({ spellcheck: 'true' }),
  autocompletion({ override: [slashCommands(chooseImage), linkCompletion, mentionCompletion], icons: false }),
  search({ top: true }),
  imageUploads,
  richPaste,
  imageWidgets,
  keys,
  sectionedMarkdown,
  textEditorLook,
  EditorView.updateListener.of((update) => {
    if (update.docChanged) onType(update.state.doc);
  }),
];

/** The view in `box`, and the text in step on both sides. */
export function useEditorView(value: string, onType: (read: () => string) => void, chooseImage: () => void) {
  const box = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  /** What the view holds, and what it told before that may still come back: only another text is a change from outside. */
  const told = useRef([value]);
  const tell = useEffectEvent(onType);
  const choose = useEffectEvent(chooseImage);

  useEffect(() => {
    if (!box.current) return undefined;
    const created = new EditorView({
      parent: box.current,
      doc: told.current.at(-1) ?? '',
      extensions: extensionsWith(
        () => choose(),
        (text) =>
          tell(() => {
            const value = text.toString();
            told.current.push(value);
            return value;
          }),
      ),
    });
    view.current = created;
    return () => created.destroy();
  }, []);

  useEffect(() => {
    const at = told.current.lastIndexOf(value);
    if (at >= 0) {
      told.current.splice(0, at);
      return;
    }
    told.current = [value];
    view.current?.dispatch({ changes: changeBetween(view.current.state.doc.toString(), value) });
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
