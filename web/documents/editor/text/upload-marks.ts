import {
  EditorSelection,
  type EditorState,
  StateEffect,
  StateField,
  type TransactionSpec,
} from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';
import { blockInsertion } from './writing-commands.ts';

/** `turn` is the order of insertion, which determines the order of images on one line. */
type UploadMark = { id: object; turn: number };
const began = StateEffect.define<UploadMark & { at: number }>();
const ended = StateEffect.define<{ id: object }>();

class Uploading extends WidgetType {
  override toDOM(): HTMLElement {
    const box = document.createElement('span');
    box.className = 'cm-uploading';
    box.textContent = 'Uploading image…';
    return box;
  }
}

/** Keeps the positions of images being uploaded; later typing comes after them. */
export const uploadMarks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(set, transaction) {
    let next = set.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (effect.is(began)) {
        const { at, ...spec } = effect.value;
        const mark = Decoration.widget({ widget: new Uploading(), side: -1, ...spec });
        next = next.update({ add: [mark.range(at)] });
      } else if (effect.is(ended)) {
        next = next.update({ filter: (_from, _to, { spec }) => spec.id !== effect.value.id });
      }
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

let turns = 0;

export const beginAt = (at: number, ids: object[]): TransactionSpec => ({
  effects: ids.map((id) => began.of({ id, at, turn: (turns += 1) })),
});

export const end = (id: object): TransactionSpec => ({ effects: ended.of({ id }) });

function marksIn(state: EditorState): (UploadMark & { at: number })[] {
  const marks: (UploadMark & { at: number })[] = [];
  for (const cursor = state.field(uploadMarks).iter(); cursor.value; cursor.next())
    marks.push({ ...(cursor.value.spec as UploadMark), at: cursor.from });
  return marks;
}

/**
 * Inserts an image at its position, before later ones of the same line; returns undefined when the position was
 * deleted. The cursor moves after the image if it still waits at `head`, otherwise it stays.
 */
export function insertImage(
  state: EditorState,
  text: string,
  { id, head }: { id: object; head: number },
): TransactionSpec | undefined {
  const marks = marksIn(state);
  const own = marks.find((mark) => mark.id === id);
  if (!own) return undefined;
  const { textFrom, ...changes } = blockInsertion(state, text, own.at);
  const line = state.doc.lineAt(own.at);
  const later = marks.filter(({ at, turn }) => turn > own.turn && at >= line.from && at <= line.to);
  const cursor = state.selection.main.head;
  const isThere = cursor >= line.from && cursor <= line.to;
  const isWaiting = isThere && (cursor === head || line.text.trim() === '');
  const behind = textFrom + text.length;
  return {
    changes,
    effects: later.flatMap((next) => [ended.of(next), began.of({ ...next, at: behind })]),
    ...(isWaiting && { selection: EditorSelection.cursor(changes.from + changes.insert.length) }),
    userEvent: 'input.paste',
  };
}
