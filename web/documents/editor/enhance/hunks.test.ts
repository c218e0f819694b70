import { expect, test } from 'vitest';
import { newFields } from '../session/document-fields.ts';
import { hunksOf, taking, revertChanges } from './hunks.ts';
import { fc } from '../../../../test/properties.ts';

const before = { ...newFields('knowledge-base'), title: 'dns', content: 'a\nb\nc\nd\ne' };
const changes = { title: 'DNS', tags: ['dns', 'windows'], content: 'a\nB\nc\nd\nE\nf' };

test('ED-09 accepts an enhancement change by change', () => {
  expect(hunksOf(before, changes)).toEqual([
    { field: 'title', before: 'dns', after: 'DNS' },
    { field: 'tags', before: '', after: 'dns, windows' },
    { field: 'content', before: 'b', after: 'B' },
    { field: 'content', before: 'e', after: 'E\nf' },
  ]);
  expect(taking(before, changes, [true, false, false, true])).toEqual({
    fields: { tags: [], content: 'a\nb\nc\nd\nE\nf' },
    isWhole: true,
  });
});

test('ED-09 accepting all gives the enhancement, accepting none the text as it was', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 })
    .map((lines) => lines.join('\n'));
  fc.assert(
    fc.property(text, text, (old, content) => {
      const fields = { ...before, content: old };
      const count = hunksOf(fields, { content }).length;
      expect(taking(fields, { content }, Array(count).fill(true)).fields.content).toBe(content);
      expect(taking(fields, { content }, Array(count).fill(false)).fields.content).toBe(old);
    }),
  );
});

test('ED-09 text that is typed later stays when changes are reverted', () => {
  const made = { ...before, ...changes };
  const typed = {
    ...made,
    title: 'DNS again',
    tags: [...made.tags, 'mine'],
    content: `${made.content}\nmore`,
  };
  expect(taking(before, changes, [true, false, false, false], typed)).toEqual({
    fields: { tags: ['mine'], content: 'a\nb\nc\nd\ne\nmore' },
    isWhole: true,
  });
  // The title has changed since, so it stays.
  expect(taking(before, changes, [false, true, true, true], typed)).toEqual({
    fields: { content: typed.content },
    isWhole: false,
  });
});

test.each([
  [
    'a character in a line that is reverted',
    { made: '- last', now: '- last one', wanted: '• last', text: '• last one', isWhole: true },
  ],
  [
    'a line directly below it',
    { made: '# A\n- b', now: '# A\n- b\nc', wanted: 'A\n• b', text: 'A\n• b\nc', isWhole: true },
  ],
  [
    'a line in between',
    { made: '## A\n\nb', now: '## A\n\nx\nb', wanted: 'A\nb', text: 'A\nx\nb', isWhole: true },
  ],
  ['the same word', { made: 'DNS', now: 'DNSX', wanted: 'dns', text: 'DNSX', isWhole: false }],
  ['elsewhere', { made: 'A\nb\nc', now: 'A\nb\nc!', wanted: 'a\nb\nc', text: 'a\nb\nc!', isWhole: true }],
])('ED-09 typed since: %s', (_name, { made, now, wanted, text, isWhole }) => {
  expect(revertChanges(made, now, wanted)).toEqual({ text, isWhole });
});

test('ED-09 reverting loses nothing that was typed', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 8 });
  fc.assert(
    fc.property(lines, lines, fc.nat(8), (made, wanted, place) => {
      const typed = [...made.slice(0, place), 'TYPED', ...made.slice(place)];
      const { text } = revertChanges(made.join('\n'), typed.join('\n'), wanted.join('\n'));
      expect(text).toContain('TYPED');
    }),
  );
});
