import { expect, test } from 'vitest';
import { behindLine } from './behind-line.ts';

test('ED-07 an image added to a field stands behind the line of the cursor, between blank lines, and tears nothing apart', () => {
  const added = (text: string, cursor: number) => {
    const { at, text: block } = behindLine(text, cursor, 'IMAGE');
    return text.slice(0, at) + block + text.slice(at);
  };
  expect(added('', 0)).toBe('IMAGE');
  expect(added('One two', 3)).toBe('One two\n\nIMAGE');
  expect(added('One\nTwo', 1)).toBe('One\n\nIMAGE\n\nTwo');
  expect(added('One\n\nTwo', 3)).toBe('One\n\nIMAGE\n\nTwo');
  expect(added('One\n', 4)).toBe('One\n\nIMAGE');
  expect(added('One\n\n', 5)).toBe('One\n\nIMAGE');
});
