import { EditorState } from '@codemirror/state';
import { expect, test } from 'vitest';
import { beginAt, uploadMarks, insertImage } from './upload-marks.ts';

/** Types at the cursor. */
const typed = (state: EditorState, words: string) => state.update(state.replaceSelection(words)).state;

/** Inserts two images at the cursor. `meanwhile` is typed while the first one uploads, and `last` at the end. */
function withImages(doc: string, meanwhile: string, last: string): string {
  const [first, second] = [{}, {}];
  let state = EditorState.create({ doc, selection: { anchor: doc.length }, extensions: uploadMarks });
  let { head } = state.selection.main;
  state = state.update(beginAt(head, [first, second])).state;
  state = typed(state, meanwhile);
  for (const id of [first, second]) {
    const put = insertImage(state, `![${id === first ? 'one' : 'two'}]`, { id, head });
    if (!put) throw new Error('The place is gone');
    state = state.update(put).state;
    if (put.selection) ({ head } = state.selection.main);
  }
  return typed(state, last).doc.toString();
}

test('ED-07 words typed while images upload stay whole, and the images keep their order', () => {
  expect(withImages('Look:', ' here it', ' is')).toBe('Look: here it is\n\n![one]\n\n![two]\n');
  expect(withImages('Look:', '\n\nNext', ' step')).toBe('Look:\n\n![one]\n\n![two]\n\nNext step');
  expect(withImages('Look:\n\n', 'here', ' it is')).toBe('Look:\n\nhere it is\n\n![one]\n\n![two]\n');
});

test('ED-07 typing after waiting for the images continues after them', () => {
  expect(withImages('Look:', '', 'Next')).toBe('Look:\n\n![one]\n\n![two]\nNext');
  expect(withImages('', '', 'Next')).toBe('![one]\n\n![two]\nNext');
});

test('ED-07 images that are pasted one by one keep that order, whichever arrives first', () => {
  const ids = [{}, {}, {}];
  for (const order of [
    [0, 1, 2],
    [2, 1, 0],
    [1, 2, 0],
  ]) {
    let state = EditorState.create({ doc: 'Look:', selection: { anchor: 5 }, extensions: uploadMarks });
    for (const id of ids) {
      state = state.update(beginAt(state.selection.main.head, [id])).state;
      state = typed(state, ' so');
    }
    for (const n of order) {
      const put = insertImage(state, `![${n}]`, { id: ids[n] ?? {}, head: 0 });
      if (!put) throw new Error('The place is gone');
      state = state.update(put).state;
    }
    expect(state.doc.toString()).toBe('Look: so so so\n\n![0]\n\n![1]\n\n![2]\n');
  }
});

test('ED-07 images that are inserted between a size and its image come after the two', () => {
  const pair = '<!-- width=120px height=auto -->\n![Rack](/objects/1)';
  for (let at = 0; at <= pair.length; at++) {
    let state = EditorState.create({
      doc: `${pair}\n\nTwo`,
      selection: { anchor: at },
      extensions: uploadMarks,
    });
    const ids = [{}, {}];
    state = state.update(beginAt(at, ids)).state;
    for (const [n, id] of ids.entries()) {
      const put = insertImage(state, `![${n}]`, { id, head: at });
      if (!put) throw new Error('The place is gone');
      state = state.update(put).state;
    }
    expect(state.doc.toString()).toBe(`${pair}\n\n![0]\n\n![1]\n\nTwo`);
  }
});
