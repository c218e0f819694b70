import { lineToInsertAfter } from '../../images/image-size.ts';

/**
 * Where a block goes that is added at `cursor`, with the blank lines that it needs: behind the line, which stays whole, or
 * behind the block that was added `last`.
 */
export function behindLine(
  text: string,
  cursor: number,
  block: string,
  last = '',
): { at: number; text: string } {
  const lastAt = last === '' ? -1 : text.indexOf(last);
  const lines = text.split('\n');
  const number = text.slice(0, lastAt < 0 ? cursor : lastAt + last.length).split('\n').length - 1;
  const upTo = lines.slice(0, lineToInsertAfter(number, (n) => lines[n]) + 1);
  const at = upTo.join('\n').length;
  const [before, after] = [text.slice(0, at), text.slice(at)];
  const above =
    before.trim() === '' || /\n[^\S\n]*\n[^\S\n]*$/.test(before) ? '' : before.endsWith('\n') ? '\n' : '\n\n';
  const below = after === '' ? '\n\n' : after.trim() === '' || /^\n[^\S\n]*\n/.test(after) ? '' : '\n';
  return { at, text: above + block + below };
}

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
