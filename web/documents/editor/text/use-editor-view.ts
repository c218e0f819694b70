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
import type { EditorState, Extension, Text, Transaction } from '@codemirror/state';
import {
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { linkCompletion, mentionCompletion } from './completions.ts';
import { imageUploads } from './image-uploads.ts';
import { imageWidgets } from './image-widgets.ts';
import { richPaste } from './rich-paste.ts';
import { sectionedMarkdown } from './sectioned-markdown.ts';
import { slashCommands } from './slash-commands.ts';
import { tableKeys } from './table-keys.ts';
import { textEditorLook } from './text-editor-look.ts';
import { writingKeys } from './writing-keys.ts';

/** What only helps to write: one part of it that throws takes down none of the rest. */
const aidsWith = (chooseImage: () => void): Extension => [
  keymap.of([...completionKeymap, ...tableKeys, ...writingKeys, ...searchKeymap, ...markdownKeymap]),
  autocompletion({ override: [slashCommands(chooseImage), linkCompletion, mentionCompletion], icons: false }),
  search({ top: true }),
  imageUploads,
  richPaste,
  imageWidgets,
  sectionedMarkdown,
];

/** Tab is taken in tables alone, and even there Escape gives it back: it leaves the text, as everywhere else. */
const text: Extension = [
  lineNumbers(),
  history(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  EditorView.lineWrapping,
  EditorView.contentAttributes.of({ spellcheck: 'true' }),
  keymap.of([
    ...standardKeymap,
    ...historyKeymap,
    { key: 'Escape', run: temporarilySetTabFocusMode },
    { key: 'Alt-ArrowUp', run: moveLineUp },
    { key: 'Alt-ArrowDown', run: moveLineDown },
    { key: 'Mod-[', run: indentLess },
    { key: 'Mod-]', run: indentMore },
  ]),
  textEditorLook,
];

type Kept = Pick<EditorState, 'doc' | 'selection'>;

/**
 * The view in `box`, and the text in step on both sides. Where an aid throws, the view goes on without all of them until
 * `bringAids` is called; nothing that was typed is lost.
 */
export function useEditorView(value: string, onType: (read: () => string) => void, chooseImage: () => void) {
  const box = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const [hasAids, setHasAids] = useState(true);
  /** What the view holds, and what it told before that may still come back: only another text is a change from outside. */
  const reported = useRef([value]);
  /** What the next view goes on with. */
  const kept = useRef<Kept>(undefined);
  const reportTyping = useEffectEvent(onType);
  const choose = useEffectEvent(chooseImage);

  useEffect(() => {
    if (!box.current) return undefined;
    const tellOf = (doc: Text) =>
      reportTyping(() => {
        const value = doc.toString();
        reported.current.push(value);
        return value;
      });
    const goOnWithout = (error: unknown) => {
      reportError(error);
      setHasAids(false);
    };
    const update = (transactions: readonly Transaction[], view: EditorView) => {
      try {
        view.update(transactions);
      } catch (error) {
        if (!hasAids) throw error;
        const last = transactions.at(-1);
        if (last) {
          kept.current = { doc: last.newDoc, selection: last.newSelection };
          tellOf(last.newDoc);
        }
        goOnWithout(error);
      }
    };
    try {
      view.current = new EditorView({
        parent: box.current,
        doc: reported.current.at(-1) ?? '',
        ...kept.current,
        dispatchTransactions: update,
        extensions: [
          hasAids ? aidsWith(() => choose()) : [],
          text,
          EditorView.updateListener.of(({ docChanged, state }) => docChanged && tellOf(state.doc)),
        ],
      });
      if (kept.current) view.current.focus();
      kept.current = undefined;
    } catch (error) {
      if (!hasAids) throw error;
      box.current.replaceChildren();
      goOnWithout(error);
    }
    return () => {
      const { doc, selection } = view.current?.state ?? {};
      if (doc && selection) kept.current ??= { doc, selection };
      view.current?.destroy();
      view.current = undefined;
    };
  }, [hasAids]);

  useEffect(() => {
    const at = reported.current.lastIndexOf(value);
    if (at >= 0) {
      reported.current.splice(0, at);
      return;
    }
    reported.current = [value];
    view.current?.dispatch({ changes: changeBetween(view.current.state.doc.toString(), value) });
  }, [value]);

  return { box, view, hasAids, bringAids: () => setHasAids(true) };
}

/** Only what is different, so that the cursor and what is on screen stay where they are. */
export function changeBetween(before: string, after: string) {
  const shortest = Math.min(before.length, after.length);
  let from = 0;
  while (from < shortest && before[from] === after[from]) from += 1;
  let same = 0;
  while (same < shortest - from && before.at(-1 - same) === after.at(-1 - same)) same += 1;
  return { from, to: before.length - same, insert: after.slice(from, after.length - same) };
}
