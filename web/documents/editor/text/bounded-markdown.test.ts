import { expect, test } from 'vitest';
import { boundedMarkdown } from './bounded-markdown.ts';

/** Counts the nodes of that name in the syntax tree of a text. */
function countOf(name: string, text: string): number {
  let count = 0;
  boundedMarkdown.parse(text).iterate({ enter: (node) => void (count += node.name === name ? 1 : 0) });
  return count;
}

test('threat 94 highlights a paragraph that is too long as plain text, and the next one as usual', () => {
  const link = '[a](b) ';
  expect(countOf('Link', link.repeat(1_000))).toBe(1_000);
  expect(countOf('Link', `${link.repeat(10_000)}\n\n${link}`)).toBe(1);
  expect(countOf('Emphasis', `${'**a *b'.repeat(100_000)}\n\n*c*`)).toBe(1);
});

test('threat 94 parses a line inside thousands of lists to a limited depth, and the next one as usual', () => {
  for (const marks of ['> - ', '1. ', '* + ']) {
    const text = `${marks.repeat(100_000)}a\n\n[a](b)`;
    expect(countOf('ListItem', text)).toBeLessThan(200);
    expect(countOf('Link', text)).toBe(1);
  }
});
