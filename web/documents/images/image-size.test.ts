import { expect, test } from 'vitest';
import { bounded, imageMarkdown, sizeComment, sizeIn, withWidth } from './image-size.ts';

test('ED-07 parses a size as it is written', () => {
  for (const size of [
    { width: 300, height: 'auto' },
    { width: 120, height: 60 },
    { width: 'auto', height: 'auto' },
  ] as const)
    expect(sizeIn(sizeComment(size))).toEqual(size);
  expect(sizeIn('<!--width=300 height=AUTO-->')).toEqual({ width: 300, height: 'auto' });
  expect(sizeIn('<!-- a note -->')).toBeUndefined();
});

test('ED-07 no image becomes smaller than 100 by 60', () => {
  expect(bounded({ width: 12.4, height: 3 })).toEqual({ width: 100, height: 60 });
  expect(bounded({ width: 250.6, height: 'auto' })).toEqual({ width: 251, height: 'auto' });
  // The minimum height also applies if the height follows the width. Images that were flatter before may stay so.
  expect(withWidth(130, { width: 300, height: 150 })).toEqual({ width: 130, height: 'auto' });
  expect(withWidth(20, { width: 300, height: 150 })).toEqual({ width: 120, height: 'auto' });
  expect(withWidth(20, { width: 300, height: 200 })).toEqual({ width: 100, height: 'auto' });
  expect(withWidth(20, { width: 300, height: 30 })).toEqual({ width: 100, height: 'auto' });
});

test('ED-07 an uploaded image is 300 wide, with a name that Markdown keeps', () => {
  expect(imageMarkdown('Rack [A]_1.png', '/objects/1')).toBe(
    '<!-- width=300px height=auto -->\n![Rack  A  1](/objects/1)',
  );
  expect(imageMarkdown('.png', '/objects/1')).toContain('![Screenshot]');
});
