import { EditorSelection, EditorState, type StateCommand } from '@codemirror/state';
import { expect, test } from 'vitest';
import { imageIn, sizeChange } from './image-lines.ts';
import {
  escaped,
  insertCodeBlock,
  insertLink,
  insertTable,
  toggleLines,
  toggleMark,
} from './writing-commands.ts';
import { tableKeys } from './writing-keys.ts';

/** The text with `‹` and `›` around the selection, or `|` at the cursor. */
function stateOf(marked: string): EditorState {
  const doc = marked.replaceAll(/[‹›¦]/g, '');
  const cursor = marked.indexOf('¦');
  const selection =
    cursor >= 0
      ? EditorSelection.cursor(cursor)
      : EditorSelection.range(marked.indexOf('‹'), marked.indexOf('›') - 1);
  return EditorState.create({ doc, selection });
}

function after(command: StateCommand, marked: string): string {
  let state = stateOf(marked);
  command({ state, dispatch: (transaction) => (state = transaction.state) });
  const { from, to, empty } = state.selection.main;
  const doc = state.doc.toString();
  return empty
    ? `${doc.slice(0, from)}¦${doc.slice(from)}`
    : `${doc.slice(0, from)}‹${doc.slice(from, to)}›${doc.slice(to)}`;
}

test.each([
  ['**', 'a ‹b› c', 'a **‹b›** c'],
  ['**', 'a **‹b›** c', 'a ‹b› c'],
  ['**', 'a ‹**b**› c', 'a ‹b› c'],
  ['**', 'a ¦', 'a **¦**'],
  ['*', 'a **‹b›** c', 'a ***‹b›*** c'],
  ['*', 'a *‹b›* c', 'a ‹b› c'],
  ['`', '‹rm›', '`‹rm›`'],
])('ED-12 %s around %j gives %j, and removes it again', (mark, before, expected) => {
  expect(after(toggleMark(mark), before)).toBe(expected);
});

test.each([
  ['bullets', '‹a\n\nb›', '- ‹a\n\n- b›'],
  ['numbers', '‹a\nb›', '1. ‹a\n2. b›'],
  ['numbers', '‹1. a\n2. b›', '‹a\nb›'],
  ['tasks', '- a¦', '- [ ] a¦'],
  ['tasks', '- [x] a¦', 'a¦'],
  ['h2', '# a¦', '## a¦'],
  ['quote', '¦', '> ¦'],
  ['bullets', '  1. a¦', '  - a¦'],
] as const)('ED-12 lines as %s: %j gives %j', (kind, before, expected) => {
  expect(after(toggleLines(kind), before)).toBe(expected);
});

test('ED-12 a link keeps the selection, as its text or as its address', () => {
  expect(after(insertLink, 'see ‹the guide›')).toBe('see [the guide](‹https://›)');
  expect(after(insertLink, 'see ‹https://x.example›')).toBe('see [‹text›](https://x.example)');
  expect(escaped('a [b] \\')).toBe(String.raw`a \[b\] \\`);
});

test('ED-12 inserts a block between blank lines', () => {
  expect(after(insertTable, 'before¦')).toMatch(/^before\n\n\| ‹Column 1› \|/);
  expect(after(insertTable, 'before\n¦\nafter')).toMatch(/^before\n\n\| ‹Column 1› [^]*\|  \|\n\nafter$/);
  expect(after(insertCodeBlock, '¦')).toBe('```\n¦\n```\n');
  expect(after(insertCodeBlock, '‹ls\npwd›')).toBe('```¦\nls\npwd\n```');
});

test('ED-12 Tab moves between cells, including empty ones and those with a pipe, and adds a row at the end', () => {
  const { run, shift } = tableKeys[0]!;
  const rows = [
    String.raw`¦| one |  | a \| b |`,
    String.raw`| ‹one› |  | a \| b |`,
    String.raw`| one | ¦ | a \| b |`,
    String.raw`| one |  | ‹a \| b› |`,
  ];
  for (const [n, row] of rows.slice(1).entries()) expect(after(run, rows[n]!)).toBe(row);
  for (const [n, row] of rows.slice(1, -1).entries()) expect(after(shift, rows[n + 2]!)).toBe(row);
  expect(after(run, rows.at(-1)!)).toBe('| one |  | a \\| b |\n| ¦ |  |  |');
  expect(after(run, '| a |\n|-|\n¦| b |')).toBe('| a |\n|-|\n| ‹b› |');
  expect(after(shift, '| a |\n|-|\n| ‹b› |')).toBe('| ‹a› |\n|-|\n| b |');
});

test('ED-07 recognises an image line with its size, and writes a new size on the line before it', () => {
  const doc =
    'x\n<!-- width=250px height=auto -->\n![Rack](/objects/abc-1)\n![](data:image/png;base64,iVBO=)\n![r](https://x.example/a.png)';
  const state = EditorState.create({ doc });
  const images = [1, 2, 3, 4, 5].map((number) => imageIn(state, state.doc.line(number)));
  expect(images.map((image) => image && [image.alt, image.src, image.size])).toEqual([
    undefined,
    undefined,
    ['Rack', '/objects/abc-1', { width: 250, height: 'auto' }],
    ['', 'data:image/png;base64,iVBO=', { width: 300, height: 'auto' }],
    undefined,
  ]);
  const resized = (number: number) =>
    state.update({ changes: sizeChange(state, { line: state.doc.line(number) }, { width: 120, height: 60 }) })
      .state.doc;
  expect(resized(3).line(2).text).toBe('<!-- width=120px height=60px -->');
  expect(resized(4).toString()).toContain('(/objects/abc-1)\n<!-- width=120px height=60px -->\n![](data');
});
