import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const mono = { fontFamily: 'var(--font-mono)', fontVariantLigatures: 'none' };

const theme = EditorView.theme({
  '&': { backgroundColor: 'transparent', fontSize: '0.8125rem' },
  // The cursor and its lit line show the focus; a ring around a whole page would not.
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { ...mono, lineHeight: '1.4375rem', minHeight: '20rem' },
  '.cm-content': { padding: '0 0 1rem', caretColor: 'var(--text)' },
  '.cm-line': { padding: '0 4px 0 0' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': {
    backgroundColor: 'transparent',
    border: 'none',
    color: 'var(--muted)',
    fontSize: '0.75rem',
  },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 14px 0 0', minWidth: '2.25rem' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine, &.cm-focused .cm-activeLineGutter': { backgroundColor: 'var(--hover)' },
});

const highlighting = HighlightStyle.define([
  { tag: tags.heading, fontWeight: '600' },
  { tag: tags.strong, fontWeight: '600' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: [tags.link, tags.url], color: 'var(--blue)' },
  { tag: tags.monospace, color: 'var(--green)' },
  { tag: tags.atom, color: 'var(--purple)' },
  { tag: tags.quote, color: 'var(--muted)' },
  { tag: [tags.processingInstruction, tags.labelName], color: 'var(--muted)' },
  { tag: tags.comment, color: 'var(--muted)', fontStyle: 'italic' },
]);

/** The text of documents in the colours of the theme, light and dark alike. */
export const textEditorLook = [theme, syntaxHighlighting(highlighting)];
