import './resizable-image.css';
import { bounded, type ImageSize, withWidth } from './image-size.ts';

/** Pixels of one press of an arrow key; with Shift for the last few. */
const STEP = 20;
const SMALL_STEP = 1;

type Props = { src: string; alt: string; size: ImageSize; onResize: (size: ImageSize) => void };

/**
 * An image whose lower right corner can be dragged, or moved by the arrow keys. Plain elements, since the text editor,
 * which is no React, shows it as well. The width leads and the height follows, until the height was drawn too.
 */
export function resizableImage({ src, alt, size, onResize }: Props): HTMLElement {
  const box = document.createElement('span');
  box.className = 'resizable-image';
  const image = document.createElement('img');
  Object.assign(image, { src, alt, draggable: false });
  const corner = document.createElement('button');
  Object.assign(corner, { type: 'button', className: 'resize-corner' });
  box.append(image, corner);

  let shown = size;
  const show = (next: ImageSize) => {
    shown = bounded(next);
    image.style.width = shown.width === 'auto' ? '' : `${shown.width}px`;
    image.style.height = shown.height === 'auto' ? '' : `${shown.height}px`;
    const size = shown.width === 'auto' ? 'its own width' : `${shown.width} pixels wide`;
    corner.setAttribute('aria-label', `Resize image ${alt}, ${size}. Use the arrow keys`);
  };
  show(size);
  dragCorner(corner, image, { shown: () => shown, show, onResize });

  corner.addEventListener('keydown', (event) => {
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
  });
  return box;
}

/** Sideways the shape stays; up and down as well once a height is set, or when the pointer clearly asks for it. */
function dragCorner(
  corner: HTMLElement,
  image: HTMLImageElement,
  {
    shown,
    show,
    onResize,
  }: {
    shown: () => ImageSize;
    show: (size: ImageSize) => void;
    onResize: (size: ImageSize) => void;
  },
) {
  const CLEARLY = 24;
  corner.addEventListener('pointerdown', (start) => {
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
  });
}
