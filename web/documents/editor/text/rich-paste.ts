import { isolateHistory } from '@codemirror/commands';
import { EditorView } from '@codemirror/view';
import { call } from '../../../../contract/calls/call.ts';
import { codeLines } from '../../../../contract/shared/outline.ts';
import { isOfCodeEditor, MAX_PASTED, pastedText } from '../../../../contract/calls/pasted-text.ts';

/** Elements, styles and warning boxes that plain text loses. */
const IS_RICH = new RegExp(
  [
    String.raw`<(?:a|b|strong|i|em|h[1-6]|[uo]l|table|pre|code|blockquote|del|s)\b`,
    String.raw`mso-list:|font-weight:\s*(?:bold|[6-9]00)|font-style:\s*italic`,
    String.raw`<(?:div|p)\b[^<>]*\bwhite-space:\s*(?:pre|break)`,
    String.raw`<(?:div|p|aside|section)\b[^<>]*(?:\bdata-(?:panel-type|callout)|\bclass="[^"]*\b(?:${[
      'admonition|alert|callout|custom-block|notices?|note|tip|hint|important|warning|caution|danger|attention',
      'aui-message|confluence-information-macro|notice-block|admonitionblock',
    ].join('|')}))`,
  ].join('|'),
  'i',
);

/** Code editors copy syntax colours; only the plain text is wanted. */
const isFromCodeEditor = (transfer: DataTransfer): boolean =>
  transfer.types.includes('vscode-editor-data') || isOfCodeEditor(transfer.getData('text/html'));

/** Whether the position is inside a code block. */
const isInCode = (textBefore: string): boolean => codeLines(textBefore.split('\n')).open !== undefined;

/**
 * Pastes rich text as markdown. Inserts the plain text at once, and replaces it when the server has converted it, as a
 * separate step, so that one undo returns to the plain text.
 */
function pasteRich(view: EditorView, transfer: DataTransfer): boolean {
  // The styles of an office program are longer than most texts.
  const html = transfer.getData('text/html').replace(/<style[\s\S]*?<\/style>/gi, '');
  const { from, to } = view.state.selection.main;
  if (html.length > MAX_PASTED || !IS_RICH.test(html) || isFromCodeEditor(transfer)) return false;
  if (isInCode(view.state.sliceDoc(0, from))) return false;
  const plain = view.state.toText(transfer.getData('text/plain')).toString();
  view.dispatch({
    changes: { from, to, insert: plain },
    selection: { anchor: from + plain.length },
    userEvent: 'input.paste',
    annotations: isolateHistory.of('full'),
    scrollIntoView: true,
  });
  void call(pastedText.convert, { body: { html } }).then(
    ({ markdown }) => replacePlain(view, from, plain, markdown),
    // The plain text stays.
    () => undefined,
  );
  return true;
}

function replacePlain(view: EditorView, from: number, plain: string, markdown: string): void {
  const to = from + plain.length;
  // When the place was edited meanwhile, the plain text stays.
  const isThere = view.dom.isConnected && view.state.sliceDoc(from, to) === plain;
  if (!isThere || markdown === '' || markdown === plain.trim()) return;
  view.dispatch({
    changes: { from, to, insert: markdown },
    userEvent: 'input.paste',
    annotations: isolateHistory.of('full'),
  });
}

export const richPaste = EditorView.domEventHandlers({
  paste(event, view) {
    if (!event.clipboardData || !pasteRich(view, event.clipboardData)) return false;
    event.preventDefault();
    return true;
  },
});
