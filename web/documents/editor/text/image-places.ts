import {
  EditorSelection,
  type EditorState,
  StateEffect,
  StateField,
  type TransactionSpec,
} from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';
import { blockInsertion } from './insertions.ts';

const began = StateEffect.define<{ id: object; at: number }>();
const ended = StateEffect.define<{ id: object }>();

class Uploading extends WidgetType {
  override toDOM(): HTMLElement {
    const box = document.createElement('span');
    box.className = 'cm-uploading';
    box.textContent = 'Uploading image…';
    return box;
  }
}

/** Holds the places of images that are on their way; what is typed meanwhile comes behind them. */
export const imagePlaces = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(set, transaction) {
    let next = set.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (effect.is(began)) {
        const mark = Decoration.widget({ widget: new Uploading(), id: effect.value.id, side: -1 });
        next = next.update({ add: [mark.range(effect.value.at)] });
      } else if (effect.is(ended)) {
        next = next.update({ filter: (_from, _to, { spec }) => spec.id !== effect.value.id });
      }
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

export const beginAt = (at: number, ids: object[]): TransactionSpec => ({
  effects: ids.map((id) => began.of({ id, at })),
});

export const end = (id: object): TransactionSpec => ({ effects: ended.of({ id }) });

function placeOf(state: EditorState, id: object): number | undefined {
  for (const cursor = state.field(imagePlaces).iter(); cursor.value; cursor.next())
    if (cursor.value.spec.id === id) return cursor.from;
  return undefined;
}

/**
 * Puts an image at its place, and the places of `later` ones behind it; undefined when the place is gone. The cursor goes
 * behind the image where its writer waits for it at `head`; who has typed on since stays in the words.
 */
export function insertImage(
  state: EditorState,
  text: string,
  { id, later, head }: { id: object; later: object[]; head: number },
): TransactionSpec | undefined {
  const place = placeOf(state, id);
  if (place === undefined) return undefined;
  const { textFrom, ...changes } = blockInsertion(state, text, place);
  const line = state.doc.lineAt(place);
  const cursor = state.selection.main.head;
  const isThere = cursor >= line.from && cursor <= line.to;
  const isWaiting = isThere && (cursor === head || line.text.trim() === '');
  const behind = textFrom + text.length;
  return {
    changes,
    effects: later.flatMap((next) => [ended.of({ id: next }), began.of({ id: next, at: behind })]),
    ...(isWaiting && { selection: EditorSelection.cursor(changes.from + changes.insert.length) }),
    userEvent: 'input.paste',
  };
}
