import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newFields } from '../document-fields.ts';
import { hunksOf, taking } from './hunks.ts';

const before = { ...newFields('knowledge-base'), title: 'dns', content: 'a\nb\nc\nd\ne' };
const changes = { title: 'DNS', tags: ['dns', 'windows'], content: 'a\nB\nc\nd\nE\nf' };

test('ED-09 an enhancement is taken difference by difference', () => {
  expect(hunksOf(before, changes)).toEqual([
    { field: 'title', before: 'dns', after: 'DNS' },
    { field: 'tags', before: '', after: 'dns, windows' },
    { field: 'content', before: 'b', after: 'B' },
    { field: 'content', before: 'e', after: 'E\nf' },
  ]);
  expect(taking(before, changes, [true, false, false, true])).toEqual({
    title: 'DNS',
    tags: [],
    content: 'a\nb\nc\nd\nE\nf',
  });
});

test('ED-09 all of it is the enhancement, nothing of it the text as it was', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 })
    .map((lines) => lines.join('\n'));
  fc.assert(
    fc.property(text, text, (old, content) => {
      const fields = { ...before, content: old };
      const count = hunksOf(fields, { content }).length;
      expect(taking(fields, { content }, Array(count).fill(true)).content).toBe(content);
      expect(taking(fields, { content }, Array(count).fill(false)).content).toBe(old);
    }),
  );
});
