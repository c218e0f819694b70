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
  '&.cm-drop-here': {
    outline: '2px dashed var(--accent)',
    outlineOffset: '4px',
    backgroundColor: 'var(--accent-soft)',
  },
  '.cm-uploading': { color: 'var(--muted)', fontStyle: 'italic', padding: '0 6px' },
  '.cm-image': { padding: '4px 0 8px' },
});

/** What floats over the text or stands above it. */
const panels = EditorView.theme({
  '.cm-tooltip.cm-tooltip-autocomplete': {
    border: '1px solid var(--border)',
    borderRadius: '8px',
    backgroundColor: 'var(--raised)',
    boxShadow: 'var(--elevation-1)',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'var(--font-sans)',
    maxHeight: '18rem',
    padding: '4px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    gap: '1.5rem',
    justifyContent: 'space-between',
    padding: '5px 10px',
    borderRadius: '6px',
    color: 'var(--text)',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--active)', color: 'var(--text)' },
  '.cm-completionLabel': { overflow: 'hidden', textOverflow: 'ellipsis' },
  '.cm-completionMatchedText': { textDecoration: 'none', color: 'var(--accent-ink)', fontWeight: '600' },
  '.cm-completionDetail': { color: 'var(--muted)', fontStyle: 'normal', marginLeft: '0' },
  '.cm-panels': {
    backgroundColor: 'var(--surface)',
    color: 'var(--text)',
    border: '1px solid var(--border)',
  },
  '.cm-panels.cm-panels-top': { borderBottom: '1px solid var(--border)' },
  '.cm-panel.cm-search': { padding: '8px 10px', fontFamily: 'var(--font-sans)', fontSize: '0.8125rem' },
  '.cm-textfield': {
    border: '1px solid var(--border-strong)',
    backgroundColor: 'var(--surface)',
    color: 'var(--text)',
    borderRadius: '4px',
    fontSize: '0.8125rem',
  },
  '.cm-button': {
    border: '1px solid var(--grey-line)',
    backgroundColor: 'var(--surface)',
    backgroundImage: 'none',
    color: 'var(--text)',
    borderRadius: '4px',
    fontSize: '0.8125rem',
    minHeight: '1.5rem',
  },
  '.cm-searchMatch': { backgroundColor: 'var(--yellow-soft)', outline: '1px solid var(--yellow-line)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--yellow-line)' },
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
export const textEditorLook = [theme, panels, syntaxHighlighting(highlighting)];
