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
import { flushSync } from 'react-dom';
import { linkCompletion, mentionCompletion, slashCommands } from './completions.ts';
import { imageUploads } from './image-uploads.ts';
import { imageWidgets } from './image-widgets.ts';
import { richPaste } from './rich-paste.ts';
import { sectionedMarkdown } from './sectioned-markdown.ts';
import { tableKeys, writingKeys } from './writing-keys.ts';
import { textEditorLook } from './text-editor-look.ts';

/** Extensions that only help to write. If one of them throws, the text can still be written without all of them. */
const aidsWith = (chooseImage: () => void): Extension => [
  keymap.of([...completionKeymap, ...tableKeys, ...writingKeys, ...searchKeymap, ...markdownKeymap]),
  autocompletion({ override: [slashCommands(chooseImage), linkCompletion, mentionCompletion], icons: false }),
  search({ top: true }),
  imageUploads,
  richPaste,
  imageWidgets,
  sectionedMarkdown,
];

/** Tab leaves the text, as everywhere else, except in tables; there Escape makes the next Tab leave. */
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

type Content = Pick<EditorState, 'doc' | 'selection'>;

/**
 * The view in `box`, synchronised with `value`. If an extension that helps to write throws, a view without them replaces it
 * until `bringAids` is called; nothing that was typed is lost.
 */
export function useEditorView(value: string, onType: (read: () => string) => void, chooseImage: () => void) {
  const box = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const [hasAids, setHasAids] = useState(true);
  /**
   * The text of the view, and earlier ones that it reported and that may still return as `value`. Any other text is a change
   * from outside.
   */
  const reported = useRef([value]);
  /** Content of a view that failed or was closed, for the next one. */
  const remaining = useRef<Content>(undefined);
  const reportTyping = useEffectEvent(onType);
  const choose = useEffectEvent(chooseImage);

  useEffect(() => {
    if (!box.current) return undefined;
    const report = (doc: Text) =>
      reportTyping(() => {
        const value = doc.toString();
        reported.current.push(value);
        return value;
      });
    const replaceView = (error: unknown) => {
      reportError(error);
      // Before the next key: a view that failed may not report what is typed in it.
      queueMicrotask(() => flushSync(() => setHasAids(false)));
    };
    const update = (transactions: readonly Transaction[], view: EditorView) => {
      try {
        view.update(transactions);
      } catch (error) {
        if (!hasAids) throw error;
        const last = transactions.at(-1);
        if (last) {
          remaining.current = { doc: last.newDoc, selection: last.newSelection };
          report(last.newDoc);
        }
        replaceView(error);
      }
    };
    try {
      view.current = new EditorView({
        parent: box.current,
        doc: reported.current.at(-1) ?? '',
        ...remaining.current,
        dispatchTransactions: update,
        extensions: [
          hasAids ? aidsWith(() => choose()) : [],
          text,
          EditorView.updateListener.of(({ docChanged, state }) => docChanged && report(state.doc)),
        ],
      });
      if (remaining.current) view.current.focus();
      remaining.current = undefined;
    } catch (error) {
      if (!hasAids) throw error;
      box.current.replaceChildren();
      replaceView(error);
    }
    return () => {
      const { doc, selection } = view.current?.state ?? {};
      if (doc && selection) remaining.current ??= { doc, selection };
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
