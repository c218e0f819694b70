import { expect, test } from 'vitest';
import { behindLine } from './behind-line.ts';

test('ED-07 an image added to a field stands behind the line of the cursor, between blank lines, and tears nothing apart', () => {
  const added = (text: string, cursor: number, image = 'IMAGE', last = '') => {
    const { at, text: block } = behindLine(text, cursor, image, last);
    return text.slice(0, at) + block + text.slice(at);
  };
  expect(added('', 0)).toBe('IMAGE\n\n');
  expect(added('One two', 3)).toBe('One two\n\nIMAGE\n\n');
  expect(added('One\nTwo', 1)).toBe('One\n\nIMAGE\n\nTwo');
  expect(added('One\n\nTwo', 3)).toBe('One\n\nIMAGE\n\nTwo');
  expect(added('One\n', 4)).toBe('One\n\nIMAGE\n\n');
  expect(added('One\n\n', 5)).toBe('One\n\nIMAGE\n\n');
  // Several come in their order, wherever the cursor is.
  expect(added('One\n\nIMAGE\n\n', 3, 'SECOND', 'IMAGE')).toBe('One\n\nIMAGE\n\nSECOND\n\n');
  expect(added('One\n\nIMAGE\n\nTwo', 15, 'SECOND', 'IMAGE')).toBe('One\n\nIMAGE\n\nSECOND\n\nTwo');
});
