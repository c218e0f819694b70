import { lineToStandBehind } from '../../images/image-size.ts';

/**
 * Where a block goes that is added at `cursor`, with the blank lines that it needs: behind the line, which stays whole, or
 * behind the block that was added `last`.
 */
export function behindLine(text: string, cursor: number, block: string, last = ''): { at: number; text: string } {
  const lastAt = last === '' ? -1 : text.indexOf(last);
  const lines = text.split('\n');
  const number = text.slice(0, lastAt < 0 ? cursor : lastAt + last.length).split('\n').length - 1;
  const upTo = lines.slice(0, lineToStandBehind(number, (n) => lines[n]) + 1);
  const at = upTo.join('\n').length;
  const [before, after] = [text.slice(0, at), text.slice(at)];
  const above = before.trim() === '' || /\n[^\S\n]*\n[^\S\n]*$/.test(before) ? '' : before.endsWith('\n') ? '\n' : '\n\n';
  const below = after === '' ? '\n\n' : after.trim() === '' || /^\n[^\S\n]*\n/.test(after) ? '' : '\n';
  return { at, text: above + block + below };
} // prettier-ignore
