import { EditorView } from '@codemirror/view';
import { type RefObject, useEffect } from 'react';
import { handOver, type TextTarget } from '../../reading/readable-document.ts';
import { changeBetween } from '../text/use-editor-view.ts';

/** Goes after the text of the editor in `page`: when it is there, it takes over what was typed and selected before. */
export function TakeOver({ page }: { page: RefObject<Element | null> }) {
  useEffect(() => {
    // When all of the editor listens, which is above this; no key comes in between.
    queueMicrotask(() => {
      if (!page.current) return;
      const text = page.current.querySelector<HTMLElement>('.cm-editor');
      const view = text && EditorView.findFromDOM(text);
      handOver(page.current, view ? targetOf(view) : undefined);
    });
  }, [page]);
  return null;
}

const targetOf = (view: EditorView): TextTarget => ({
  setText(text) {
    view.dispatch({ changes: changeBetween(view.state.doc.toString(), text), userEvent: 'input.type' });
  },
  select(selection) {
    view.dispatch({ selection });
    view.contentDOM.focus({ preventScroll: true });
  },
  scrollTo(offset, top) {
    view.dispatch({ effects: EditorView.scrollIntoView(offset, { y: 'start', yMargin: top }) });
    // Asking for the place lays out what is on the screen now, and so may move it: above it, heights were estimates.
    for (let tries = 0; tries < 4; tries++) {
      const by = (view.coordsAtPos(offset)?.top ?? top) - top;
      if (Math.abs(by) < 1) return;
      scrollBy(0, by);
    }
  },
});
