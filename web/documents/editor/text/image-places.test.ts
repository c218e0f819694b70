import { EditorState } from '@codemirror/state';
import { expect, test } from 'vitest';
import { beginAt, imagePlaces, insertImage } from './image-places.ts';

/** What is typed, at the cursor. */
const typed = (state: EditorState, words: string) => state.update(state.replaceSelection(words)).state;

/** Two images that are put at the cursor, come while `meanwhile` is typed after the first, and what is typed at last. */
function withImages(doc: string, meanwhile: string, last: string): string {
  const [first, second] = [{}, {}];
  let state = EditorState.create({ doc, selection: { anchor: doc.length }, extensions: imagePlaces });
  let { head } = state.selection.main;
  state = state.update(beginAt(head, [first, second])).state;
  state = typed(state, meanwhile);
  for (const [id, later] of [[first, [second]], [second, []]] as const) {
    const put = insertImage(state, `![${later.length ? 'one' : 'two'}]`, { id, later: [...later], head });
    if (!put) throw new Error('The place is gone');
    state = state.update(put).state;
    if (put.selection) ({ head } = state.selection.main);
  }
  return typed(state, last).doc.toString();
} // prettier-ignore

test('ED-07 words typed while images are on their way stay whole, and the images in their order', () => {
  expect(withImages('Look:', ' here it', ' is')).toBe('Look: here it is\n\n![one]\n\n![two]\n');
  expect(withImages('Look:', '\n\nNext', ' step')).toBe('Look:\n\n![one]\n\n![two]\n\nNext step');
  expect(withImages('Look:\n\n', 'here', ' it is')).toBe('Look:\n\nhere it is\n\n![one]\n\n![two]\n');
});

test('ED-07 who waits for the images goes on behind them', () => {
  expect(withImages('Look:', '', 'Next')).toBe('Look:\n\n![one]\n\n![two]\nNext');
  expect(withImages('', '', 'Next')).toBe('![one]\n\n![two]\nNext');
});
