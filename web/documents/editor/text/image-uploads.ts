import { EditorSelection, StateEffect, StateField, type TransactionSpec } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';
import { imageMarkdown } from '../../images/image-size.ts';
import { attachImage, carriesFiles, droppedImages, pastedImages } from '../../images/upload-image.ts';
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

/** Holds the places of images that are on their way, while typing goes on around them. */
const places = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(set, transaction) {
    let next = set.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (effect.is(began)) {
        const mark = Decoration.widget({ widget: new Uploading(), id: effect.value.id, side: 1 });
        next = next.update({ add: [mark.range(effect.value.at)] });
      } else if (effect.is(ended)) {
        next = next.update({ filter: (_from, _to, { spec }) => spec.id !== effect.value.id });
      }
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function placeOf(view: EditorView, id: object): number | undefined {
  for (const cursor = view.state.field(places).iter(); cursor.value; cursor.next())
    if (cursor.value.spec.id === id) return cursor.from;
  return undefined;
}

/** Uploads images one after the other and inserts each where it was put, in its first size. */
export async function insertImages(view: EditorView, files: File[], at = view.state.selection.main.head) {
  const waiting = files.map((file) => ({ file, id: {} }));
  view.dispatch({ effects: waiting.map(({ id }) => began.of({ id, at })) });
  for (const { file, id } of waiting) {
    await attachImage(file, (path) => {
      const place = placeOf(view, id);
      // The editor may be gone by now; the image is stored and nothing shows it, so the clean-up takes it.
      if (place === undefined || !view.dom.isConnected) return false;
      view.dispatch(insertion(view, place, imageMarkdown(file.name, path)));
      return true;
    });
    if (view.dom.isConnected) view.dispatch({ effects: ended.of({ id }) });
  }
}

/** The cursor goes behind the image, unless its writer has gone on somewhere else. */
function insertion({ state }: EditorView, place: number, text: string): TransactionSpec {
  const { textFrom: _, ...changes } = blockInsertion(state, text, place);
  const line = state.doc.lineAt(place);
  const { head } = state.selection.main;
  const isThere = head >= line.from && head <= line.to;
  return {
    changes,
    ...(isThere && { selection: EditorSelection.cursor(changes.from + changes.insert.length) }),
    userEvent: 'input.paste',
  };
}

const events = EditorView.domEventHandlers({
  paste(event, view) {
    const images = event.clipboardData ? pastedImages(event.clipboardData) : [];
    if (images.length === 0) return false;
    event.preventDefault();
    void insertImages(view, images);
    return true;
  },
  dragover(event, view) {
    if (!carriesFiles(event.dataTransfer)) return false;
    event.preventDefault();
    view.dom.classList.add('cm-drop-here');
    return true;
  },
  dragleave(event, view) {
    if (!view.dom.contains(event.relatedTarget as Node | null)) view.dom.classList.remove('cm-drop-here');
    return false;
  },
  drop(event, view) {
    view.dom.classList.remove('cm-drop-here');
    if (!event.dataTransfer || !carriesFiles(event.dataTransfer)) return false;
    event.preventDefault();
    const images = droppedImages(event.dataTransfer);
    const at = view.posAtCoords({ x: event.clientX, y: event.clientY }) ?? undefined;
    if (images.length > 0) void insertImages(view, images, at);
    return true;
  },
});

/** Images can be pasted and dropped; a drop goes where the pointer is, which lights up before. */
export const imageUploads = [places, events];
