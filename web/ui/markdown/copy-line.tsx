import { Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { IconButton } from '../controls/button.tsx';
import { copyAndReport } from '../feedback/copy-text.ts';
import { typedLines } from './typed-text.ts';

/** Of a block of code, in pixels (markdown.css). */
const LINE_HEIGHT = 20;
const PADDING = 10;
/** A small button is this much higher than a line. */
const OVERHANG = 8;

type Props = { text: string; language: string };

/**
 * Copies one line. There is one button for all lines of a block, beside the line under the pointer: a button per line would be
 * a stop for each when going through the page by keyboard. The arrow keys move it.
 */
export function CopyLine({ text, language }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const [at, setAt] = useState(0);
  const lines = typedLines(text, language);
  const line = lines[at] === undefined ? 0 : at;
  const last = lines.length - 1;
  useEffect(() => {
    const block = button.current?.parentElement;
    const code = block?.querySelector('pre');
    if (!block || !code) return undefined;
    const follow = (event: PointerEvent) => {
      const y = event.clientY - code.getBoundingClientRect().top - PADDING;
      setAt(Math.max(0, Math.min(last, Math.floor(y / LINE_HEIGHT))));
    };
    const stop = new AbortController();
    // A tap moves it too: there is no hover on a phone.
    for (const name of ['pointermove', 'pointerdown'] as const)
      block.addEventListener(name, follow, { signal: stop.signal, passive: true });
    return () => stop.abort();
  }, [last]);
  if (last < 1) return null;
  return (
    <IconButton
      ref={button}
      size="small"
      label={`Copy line ${line + 1} of ${lines.length}`}
      icon={<Copy size={12} />}
      onClick={() =>
        void copyAndReport(lines[line] ?? '', 'Line copied to clipboard', 'Select the line and copy it.')
      }
      onKeyDown={(event) => {
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (step === undefined) return;
        event.preventDefault();
        setAt(Math.max(0, Math.min(last, line + step)));
      }}
      className="copy-line"
      style={{ top: PADDING + line * LINE_HEIGHT - OVERHANG / 2 }}
    />
  );
}
