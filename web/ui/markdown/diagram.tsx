import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useIsDark } from '../../lib/use-is-dark.ts';
import { drawDiagram, type Drawing } from './diagram-frame.ts';
import { useWasSeen } from './use-was-seen.ts';

type Props = {
  source: string;
  /** The source as a block of code: shown until there is a picture, and where there can be none. */
  children: ReactNode;
};

/**
 * A diagram drawn from its text. The picture is an image: whatever the drawing made of the text, an image runs no script,
 * fetches nothing and touches no style of the page.
 */
export function Diagram({ source, children }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const isSeen = useWasSeen(box);
  const isDark = useIsDark();
  const [drawing, setDrawing] = useState<Drawing>();
  useEffect(() => {
    if (!isSeen) return undefined;
    let isCurrent = true;
    void drawDiagram(source, isDark).then((next) => isCurrent && setDrawing(next));
    return () => {
      isCurrent = false;
    };
  }, [source, isDark, isSeen]);
  return (
    <div ref={box} className="diagram">
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

/** Parsers go on with what they read; where it went wrong stands in the first line. */
const firstLine = (problem: string): string => (problem.split('\n')[0] ?? '').replace(/:$/, '').slice(0, 300);
