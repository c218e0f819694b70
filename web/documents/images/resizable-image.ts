import { bounded, type ImageSize, withWidth } from './image-size.ts';

/** Pixels of one press of an arrow key; with Shift for the last few. */
const STEP = 20;
const SMALL_STEP = 1;

const inCss = (length: number | 'auto'): string => (length === 'auto' ? '' : `${length}px`);

/** Style and label of an image of this size and its corner, for components that render both. */
export const imageStyle = (size: ImageSize) => {
  const { width, height } = bounded(size);
  return { width: inCss(width), height: inCss(height) };
};
export const cornerLabel = (alt: string, size: ImageSize): string => {
  const { width } = bounded(size);
  const words = width === 'auto' ? 'its own width' : `${width} pixels wide`;
  return `Resize image ${alt}, ${words}. Use the arrow keys`;
};

type Resizing = { alt: string; size: ImageSize; onResize: (size: ImageSize) => void };
type Elements = { image: HTMLImageElement; corner: HTMLElement };

/**
 * Lets the lower right corner of an image be dragged, or moved by the arrow keys, until the returned function is called.
 * The width leads and the height follows, until the height was drawn too.
 */
export function makeResizable({ image, corner }: Elements, { alt, size, onResize }: Resizing): () => void {
  let shown = bounded(size);
  const show = (next: ImageSize) => {
    shown = bounded(next);
    Object.assign(image.style, imageStyle(shown));
    corner.setAttribute('aria-label', cornerLabel(alt, shown));
  };
  const stop = new AbortController();
  dragCorner({ image, corner }, { shown: () => shown, show, onResize, stop: stop.signal });
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.shiftKey ? SMALL_STEP : STEP;
    const moved = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[
      event.key
    ];
    if (!moved) return;
    event.preventDefault();
    event.stopPropagation();
    const [byX = 0, byY = 0] = moved;
    const now = image.getBoundingClientRect();
    if (byY) show({ ...shown, height: now.height + byY });
    else if (shown.height === 'auto') show(withWidth(now.width + byX, now));
    else show({ ...shown, width: now.width + byX });
    onResize(shown);
  };
  corner.addEventListener('keydown', onKeyDown, { signal: stop.signal });
  return () => stop.abort();
}

/** The image as plain elements, for the text editor, which is no React. */
export function resizableImage({ src, ...resizing }: Resizing & { src: string }): HTMLElement {
  const box = document.createElement('span');
  box.className = 'resizable-image';
  const image = document.createElement('img');
  Object.assign(image, { src, alt: resizing.alt, draggable: false });
  Object.assign(image.style, imageStyle(resizing.size));
  const corner = document.createElement('button');
  Object.assign(corner, { type: 'button', className: 'resize-corner' });
  corner.setAttribute('aria-label', cornerLabel(resizing.alt, resizing.size));
  box.append(image, corner);
  makeResizable({ image, corner }, resizing);
  return box;
}

type Dragging = {
  shown: () => ImageSize;
  show: (size: ImageSize) => void;
  onResize: (size: ImageSize) => void;
  stop: AbortSignal;
};

/** Sideways the shape stays; up and down as well once a height is set, or when the pointer clearly asks for it. */
function dragCorner({ image, corner }: Elements, { shown, show, onResize, stop }: Dragging) {
  const CLEARLY = 24;
  const onPointerDown = (start: PointerEvent) => {
    if (start.button !== 0) return;
    start.preventDefault();
    const before = image.getBoundingClientRect();
    const first = shown();
    corner.setPointerCapture(start.pointerId);
    const move = (event: PointerEvent) => {
      const [byX, byY] = [event.clientX - start.clientX, event.clientY - start.clientY];
      const keepsShape = first.height === 'auto' && Math.abs(byY) < Math.max(CLEARLY, Math.abs(byX) * 2);
      const width = before.width + byX;
      show(keepsShape ? withWidth(width, before) : { width, height: before.height + byY });
    };
    const end = () => {
      corner.removeEventListener('pointermove', move);
      corner.removeEventListener('pointerup', end);
      corner.removeEventListener('pointercancel', end);
      const { width, height } = shown();
      if (width !== first.width || height !== first.height) onResize(shown());
    };
    corner.addEventListener('pointermove', move);
    corner.addEventListener('pointerup', end);
    corner.addEventListener('pointercancel', end);
  };
  corner.addEventListener('pointerdown', onPointerDown, { signal: stop });
}
