import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useWasSeen } from './use-was-seen.ts';

const subscribe = (listener: () => void) => {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
};

/** Whether the theme is dark. Images with their own colours follow it. */
const useIsDark = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => document.documentElement.dataset['theme'] === 'dark',
    () => false,
  );

/** A rendered diagram as an SVG document, or the reason why it failed. */
type Drawing = { svg: string } | { problem: string };

const FRAME = '/diagram/frame.html';
/** The library is large and is loaded on first use. */
const LOAD_MS = 60_000;
const DRAW_MS = 20_000;
/** Maximum characters, the same limit as in the library. */
const MAX_SOURCE = 50_000;

type Answer = { isReady?: boolean; id?: number; svg?: string; problem?: string };

let frame: Promise<Window> | undefined;
let lastId = 0;
const waiting = new Map<number, (drawing: Drawing) => void>();

/** Renders in an iframe without an origin. The first diagram opens it, later ones reuse it. */
async function drawDiagram(source: string, isDark: boolean): Promise<Drawing> {
  if (source.length > MAX_SOURCE) return { problem: `A diagram has at most ${MAX_SOURCE} characters` };
  frame ??= openFrame();
  let target: Window;
  try {
    target = await frame;
  } catch (error) {
    frame = undefined;
    return { problem: (error as Error).message };
  }
  const id = ++lastId;
  return new Promise((resolve) => {
    const timer = setTimeout(() => finish({ problem: 'The diagram took too long to draw' }), DRAW_MS);
    const finish = (drawing: Drawing) => {
      clearTimeout(timer);
      waiting.delete(id);
      resolve(drawing);
    };
    waiting.set(id, finish);
    // The frame has no origin to name as the target.
    target.postMessage({ id, source, isDark }, '*');
  });
}

function openFrame(): Promise<Window> {
  const element = document.createElement('iframe');
  element.setAttribute('sandbox', 'allow-scripts');
  Object.assign(element, { src: FRAME, title: 'Diagrams', tabIndex: -1, ariaHidden: 'true' });
  // Off screen, but with layout, because texts are measured in it.
  element.style.cssText =
    'position:fixed;left:-10000px;top:0;width:1200px;height:900px;border:0;visibility:hidden';
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      removeEventListener('message', listen);
      element.remove();
      reject(new Error('The part that draws diagrams could not be loaded'));
    };
    const timer = setTimeout(giveUp, LOAD_MS);
    const listen = ({ source, data }: MessageEvent<Answer>) => {
      if (source !== element.contentWindow || typeof data !== 'object') return;
      if (data.isReady && element.contentWindow) {
        clearTimeout(timer);
        resolve(element.contentWindow);
      } else take(data);
    };
    addEventListener('message', listen);
    document.body.append(element);
  });
}

function take({ id, svg, problem }: Answer) {
  const finish = waiting.get(Number(id));
  if (typeof svg === 'string') finish?.({ svg });
  else finish?.({ problem: String(problem) });
}

type Props = {
  source: string;
  /** The source as a code block: shown until the picture is ready, and on failure. */
  children: ReactNode;
};

/**
 * A diagram rendered from its source. The result is shown as an image, which runs no script, loads nothing and cannot
 * affect the styles of the page.
 */
export function Diagram({ source, children }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const isSeen = useWasSeen(box);
  const isDark = useIsDark();
  const [drawing, setDrawing] = useState<Drawing & { theme: string }>();
  useEffect(() => {
    if (!isSeen) return undefined;
    let isCurrent = true;
    const theme = isDark ? 'dark' : 'light';
    void drawDiagram(source, isDark).then((next) => isCurrent && setDrawing({ ...next, theme }));
    return () => {
      isCurrent = false;
    };
  }, [source, isDark, isSeen]);
  return (
    <div ref={box} className="diagram" data-drawn={drawing?.theme}>
      {drawing && 'problem' in drawing && (
        <p role="note" className="diagram-problem">
          <TriangleAlert size={14} aria-hidden /> This diagram cannot be drawn: {firstLine(drawing.problem)}
        </p>
      )}
      {drawing && 'svg' in drawing ? (
        <>
          <img
            src={`data:image/svg+xml,${encodeURIComponent(drawing.svg)}`}
            alt="Diagram; its text follows"
          />
          <details>
            <summary>Text of the diagram</summary>
            {children}
          </details>
        </>
      ) : (
        children
      )}
    </div>
  );
}

/** The first line of a parser error contains its position. */
const firstLine = (problem: string): string => (problem.split('\n')[0] ?? '').replace(/:$/, '').slice(0, 300);
