import { history, historyKeymap, standardKeymap } from '@codemirror/commands';
import { markdownKeymap, markdownLanguage } from '@codemirror/lang-markdown';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';

/** The editor library alone: the minimum cost of typing on this machine. */
export const openBare = (doc: string) =>
  new EditorView({
    parent: document.body,
    doc,
    extensions: [
      lineNumbers(),
      history(),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ spellcheck: 'true' }),
      keymap.of([...markdownKeymap, ...standardKeymap, ...historyKeymap]),
      markdownLanguage,
    ],
  });
