import { expect, test } from 'vitest';
import { beginningOf } from './long-text.ts';

test('ED-11 the beginning of a short text is all of it, of a long one whole blocks', () => {
  expect(beginningOf('short')).toBe('short');
  const block = `${'word '.repeat(100)}\n\n`;
  const long = block.repeat(100);
  const beginning = beginningOf(long);
  expect(long.startsWith(`${beginning}\n\n`)).toBe(true);
  expect(beginning.length).toBeGreaterThan(1_400);
  expect(beginning.length).toBeLessThanOrEqual(2_000);
});

test('ED-11 never cuts a code block', () => {
  const text = `Before.\n\n\`\`\`\n${'line\n\n'.repeat(5_000)}\`\`\`\n`;
  expect(beginningOf(text)).toBe('Before.');
  expect(beginningOf(`Before.\n\n- a\n\n- \`\`\`\n${'  line\n\n'.repeat(5_000)}`)).toBe('Before.\n\n- a');
  expect(beginningOf('x'.repeat(20_000))).toHaveLength(2_000);
});
