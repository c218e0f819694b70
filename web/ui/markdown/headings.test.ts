import { expect, test } from 'vitest';
import { headingsOf, withoutTitle } from './headings.ts';
import { partsOf } from './safe-tree.ts';

const contentsOf = (text: string) =>
  headingsOf(partsOf(text)).map(({ depth, text: words, id }) => `${'  '.repeat(depth)}${words} #${id}`);

test('KB-08 the contents list the sections and what is below them, in two levels', () => {
  const text =
    '# One\n\n## A `code`\n\n### Deep\n\n# Two\n\n> ## In a box\n\n## A code\n\nNote[^1]\n\n[^1]: The note';
  expect(contentsOf(text)).toEqual([
    'One #one',
    '  A code #a-code',
    'Two #two',
    '  In a box #in-a-box',
    '  A code #a-code-1',
  ]);
});

test.each([
  [
    'one heading above all sections is one of them',
    '# All\n\n## One\n\n### A\n\n## Two',
    ['All', 'One', '  A', 'Two'],
  ],
  ['levels may be left out', '## One\n\n##### A\n\n## Two', ['One', '  A', 'Two']],
  ['one level', '## One\n\n## Two\n\n## Three', ['One', 'Two', 'Three']],
  ['two headings need none', '## One\n\n## Two', []],
  ['no level has several', '# One\n\n## A\n\n### Deep', []],
  ['no headings', 'Text', []],
])('KB-08 the contents: %s', (_, text, expected) => {
  expect(contentsOf(text).map((line) => line.replace(/ #\S+$/, ''))).toEqual(expected);
});

test.each([
  ['# Restart the relay\n\nText', 'restart-the-relay'],
  ['## Restart the *relay*\n\nText', 'restart-the-relay'],
  ['Restart the relay\n===\n\nText', 'restart-the-relay'],
  ['<!-- note -->\n\n# RESTART THE RELAY #\n\nText', 'restart-the-relay'],
])('KB-08 a first heading that repeats the title is not shown twice: %j', (text, anchor) => {
  const shown = withoutTitle(partsOf(text), ' Restart the relay ');
  expect(shown.anchor).toBe(anchor);
  expect(JSON.stringify(shown.parts)).not.toMatch(/relay/i);
  expect(JSON.stringify(shown.parts)).toContain('Text');
});

test.each(['# Stop the relay\n\nText', 'Text\n\n# Restart the relay', 'Restart the relay\n\nText', ''])(
  'KB-08 another beginning of a text stays: %j',
  (text) => {
    const parts = partsOf(text);
    expect(withoutTitle(parts, 'Restart the relay')).toEqual({ parts });
  },
);
