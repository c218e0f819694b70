import { startTransition, useEffect, useMemo, useState } from 'react';
import { whenIdle } from '../../lib/when-idle.ts';
import { partsOfBeginning } from './beginning-parts.ts';
import { isLong } from './beginning.ts';
import type { Part } from './parts.ts';
import { partsAside } from './parts-aside.ts';

/** Parts that come into the page together: few enough to answer a key before the next ones. */
const AT_A_TIME = 6;

type Read = { text: string; parts: Part[]; isWhole: boolean };

/** A text as parts to draw: a short one at once, of a long one the beginning at once and the rest a few parts at a time. */
export function useParts(text: string): { parts: Part[]; isWhole: boolean } {
  const { parts, isWhole } = useReadParts(text);
  const [drawn, setDrawn] = useState(AT_A_TIME);
  const isDrawn = drawn >= parts.length;
  useEffect(() => {
    if (!isDrawn) startTransition(() => setDrawn(drawn + AT_A_TIME));
  }, [isDrawn, drawn]);
  return isDrawn ? { parts, isWhole } : { parts: parts.slice(0, drawn), isWhole: false };
}

/**
 * All parts that are there: of a long text its beginning first, and more as it is read beside the page. A long text that
 * changes stays as it was until all of it is read anew, so that the place one reads stays.
 */
function useReadParts(text: string): { parts: Part[]; isWhole: boolean } {
  const [read, setRead] = useState<Read>();
  useEffect(() => {
    if (!isLong(text)) return undefined;
    const take = (parts: Part[], isWhole: boolean) =>
      startTransition(() =>
        setRead((before) => (isWhole || !before?.isWhole ? { text, parts, isWhole } : before)),
      );
    let stop: (() => void) | undefined;
    // The beginning is on the screen by then: reading the rest would take processor time from drawing it.
    const stopWaiting = whenIdle(() => (stop = partsAside(text, take)), 0);
    return () => {
      stopWaiting();
      stop?.();
    };
  }, [text]);
  const isRead = isLong(text) && (read?.isWhole || read?.text === text);
  const beginning = useMemo(() => (isRead ? [] : partsOfBeginning(text)), [text, isRead]);
  if (isRead && read) return { parts: read.parts, isWhole: read.isWhole && read.text === text };
  return { parts: beginning, isWhole: !isLong(text) };
}
