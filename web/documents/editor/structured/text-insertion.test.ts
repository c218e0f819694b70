import { expect, test } from 'vitest';
import { behindLine } from './text-insertion.ts';

const added = (text: string, cursor: number, image = 'IMAGE', last = '') => {
  const { at, text: block } = behindLine(text, cursor, image, last);
  return text.slice(0, at) + block + text.slice(at);
};

test('ED-07 inserts an image after the line of the cursor, between blank lines, and splits no line', () => {
  expect(added('', 0)).toBe('IMAGE\n\n');
  expect(added('One two', 3)).toBe('One two\n\nIMAGE\n\n');
  expect(added('One\nTwo', 1)).toBe('One\n\nIMAGE\n\nTwo');
  expect(added('One\n\nTwo', 3)).toBe('One\n\nIMAGE\n\nTwo');
  expect(added('One\n', 4)).toBe('One\n\nIMAGE\n\n');
  expect(added('One\n\n', 5)).toBe('One\n\nIMAGE\n\n');
  // Several images keep their order, wherever the cursor is.
  expect(added('One\n\nIMAGE\n\n', 3, 'SECOND', 'IMAGE')).toBe('One\n\nIMAGE\n\nSECOND\n\n');
  expect(added('One\n\nIMAGE\n\nTwo', 15, 'SECOND', 'IMAGE')).toBe('One\n\nIMAGE\n\nSECOND\n\nTwo');
});

test('ED-07 inserts an image after another one with its size, not between the two', () => {
  for (const between of ['\n', '\n\n', '\n \n\n']) {
    const pair = `<!-- width=120px height=auto -->${between}![Rack](/objects/1)`;
    for (let cursor = 0; cursor <= pair.length; cursor++) {
      expect(added(pair, cursor)).toBe(`${pair}\n\nIMAGE\n\n`);
      expect(added(`One\n${pair}\n\nTwo`, cursor + 4)).toBe(`One\n${pair}\n\nIMAGE\n\nTwo`);
    }
  }
  // A size comment without an image is an ordinary line.
  expect(added('<!-- width=120px height=auto -->\nOne', 3)).toBe(
    '<!-- width=120px height=auto -->\n\nIMAGE\n\nOne',
  );
});
