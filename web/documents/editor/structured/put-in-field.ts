/**
 * Puts text in a field where nobody types at `at`; the cursor goes behind it or stays in its words. Who is in the field can
 * take it back by Ctrl+Z like what is typed, which only this old command can do.
 */
export function putInField(
  area: HTMLTextAreaElement,
  at: number,
  text: string,
  cursor: 'end' | 'preserve',
): void {
  const { selectionStart, selectionEnd } = area;
  area.setSelectionRange(at, at);
  const isTyped = document.activeElement === area && document.execCommand('insertText', false, text);
  if (!isTyped) {
    area.setRangeText(text, at, at, 'end');
    // As if it were typed: the form listens.
    area.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }));
  }
  if (cursor === 'end') return;
  const moved = (place: number) => (place > at ? place + text.length : place);
  area.setSelectionRange(moved(selectionStart), moved(selectionEnd));
}
