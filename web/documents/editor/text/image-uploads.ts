import { EditorView } from '@codemirror/view';
import { imageMarkdown } from '../../images/image-size.ts';
import { attachImages, carriesFiles, droppedImages, pastedImages } from '../../images/attach-images.ts';
import { beginAt, end, uploadMarks, insertImage } from './upload-marks.ts';

/** Uploads images and inserts each where it was put, in its first size. */
export async function insertImages(view: EditorView, files: File[], at = view.state.selection.main.head) {
  const waiting = files.map(() => ({}));
  view.dispatch(beginAt(at, waiting));
  let { head } = view.state.selection.main;
  const put = (path: string, file: File) => {
    const [id] = waiting;
    // The editor may be gone by now; the image is stored and nothing shows it, so the clean-up takes it.
    if (!id || !view.dom.isConnected) return false;
    const insertion = insertImage(view.state, imageMarkdown(file.name, path), { id, head });
    if (!insertion) return false;
    view.dispatch(insertion);
    if (insertion.selection) ({ head } = view.state.selection.main);
    return true;
  };
  await attachImages(files, put, () => {
    const id = waiting.shift();
    if (id && view.dom.isConnected) view.dispatch(end(id));
  });
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
export const imageUploads = [uploadMarks, events];
