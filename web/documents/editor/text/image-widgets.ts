import { type EditorState, type Range, StateField, type Transaction } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';
import type { ImageSize } from '../../images/image-size.ts';
import { resizableImage } from '../../images/resizable-image.ts';
import { imageIn, type ImageLine, sizeChange } from './image-lines.ts';

/** Shows an image under its line, to be drawn larger and smaller. */
class ImageWidget extends WidgetType {
  readonly src: string;
  readonly alt: string;
  readonly size: ImageSize;

  constructor({ src, alt, size }: ImageLine) {
    super();
    this.src = src;
    this.alt = alt;
    this.size = size;
  }

  override eq(other: ImageWidget): boolean {
    const isSameSize = other.size.width === this.size.width && other.size.height === this.size.height;
    return other.src === this.src && other.alt === this.alt && isSameSize;
  }

  override toDOM(view: EditorView): HTMLElement {
    const box = document.createElement('div');
    box.className = 'cm-image';
    const onResize = (size: ImageSize) => {
      // The line that the widget stands under, wherever it is by now.
      const line = view.state.doc.lineAt(view.posAtDOM(box));
      if (!imageIn(view.state, line)) return;
      view.dispatch({ changes: sizeChange(view.state, { line }, size), userEvent: 'input.resize' });
    };
    const { src, alt, size } = this;
    box.append(resizableImage({ src, alt, size, onResize }));
    box.querySelector('img')?.addEventListener('load', () => view.requestMeasure());
    return box;
  }

  /** After a resize the image itself stays, so that its corner keeps the focus. */
  override updateDOM(box: HTMLElement, _view: EditorView, from: this): boolean {
    if (from.src !== this.src || from.alt !== this.alt) return false;
    const image = box.querySelector('img');
    if (!image) return false;
    const pixels = (length: number | 'auto') => (length === 'auto' ? '' : `${length}px`);
    return image.style.width === pixels(this.size.width) && image.style.height === pixels(this.size.height);
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

const widgetFor = (image: ImageLine): Range<Decoration> =>
  Decoration.widget({ widget: new ImageWidget(image), block: true, side: 1 }).range(image.line.to);

function widgetsBetween(state: EditorState, from: number, to: number): Range<Decoration>[] {
  const found = [];
  for (let at = from; at <= to;) {
    const line = state.doc.lineAt(at);
    const image = imageIn(state, line);
    if (image) found.push(widgetFor(image));
    at = line.to + 1;
  }
  return found;
}

/** Looks only at the lines that changed and the ones below them, whose size they may say. */
function updated(widgets: DecorationSet, { changes, state }: Transaction): DecorationSet {
  let next = widgets.map(changes);
  changes.iterChangedRanges((_fromA, _toA, fromB, toB) => {
    const from = state.doc.lineAt(fromB).from;
    const last = state.doc.lineAt(toB);
    const to = last.number < state.doc.lines ? state.doc.line(last.number + 1).to : last.to;
    next = next.update({
      filterFrom: from,
      filterTo: to,
      filter: () => false,
      add: widgetsBetween(state, from, to),
    });
  });
  return next;
}

export const imageWidgets = StateField.define<DecorationSet>({
  create: (state) => Decoration.set(widgetsBetween(state, 0, state.doc.length)),
  update: (widgets, transaction) => (transaction.docChanged ? updated(widgets, transaction) : widgets),
  provide: (field) => EditorView.decorations.from(field),
});
