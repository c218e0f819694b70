import { expect, test } from 'vitest';
import { headingsOf } from '../../ui/markdown/headings.ts';
import { partsOf } from '../../ui/markdown/safe-tree.ts';
import { headingLines } from './heading-lines.ts';

const TEXT = [
  '## Restart the `relay`',
  'Text, and no heading:',
  '',
  '    # code',
  '```',
  '# code',
  '```',
  '## Restart the *relay* ##',
  'Underlined',
  '---',
  '- a list',
  '---',
  '## See [the guide](/a) \\# 2 of snake_case_name',
  '## __Bold__ & <b>more</b>',
].join('\n');

test('KB-08 the lines of headings have the anchors of the page to read', () => {
  const shown = headingsOf(partsOf(TEXT)).map(({ id }) => id);
  const lines = TEXT.split('\n');
  expect(headingLines(TEXT).map(({ id }) => id)).toEqual(shown);
  expect(headingLines(TEXT).map(({ line }) => lines[line]?.slice(0, 14))).toEqual([
    '## Restart the',
    '## Restart the',
    'Underlined',
    '## See [the gu',
    '## __Bold__ & ',
  ]);
});
