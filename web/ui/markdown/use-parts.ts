import { startTransition, useEffect, useMemo, useState } from 'react';
import { beginningOf, isLong } from './beginning.ts';
import { type Part, partsOf } from './parts.ts';
import { partsAside } from './parts-aside.ts';

type Read = { text: string; parts: Part[]; isWhole: boolean };

/**
 * A text as parts to draw: a short one at once, of a long one the beginning at once and the rest as it is read beside the
 * page. A long text that changes stays as it was until all of it is read anew, so that the place one reads stays.
 */
export function useParts(text: string): { parts: Part[]; isWhole: boolean } {
  const [read, setRead] = useState<Read>();
  useEffect(() => {
    if (!isLong(text)) return undefined;
    return partsAside(text, (parts, isWhole) =>
      startTransition(() =>
        setRead((before) => (isWhole || !before?.isWhole ? { text, parts, isWhole } : before)),
      ),
    );
  }, [text]);
  const isRead = isLong(text) && (read?.isWhole || read?.text === text);
  const beginning = useMemo(() => (isRead ? [] : partsOf(beginningOf(text))), [text, isRead]);
  if (isRead && read) return { parts: read.parts, isWhole: read.isWhole && read.text === text };
  return { parts: beginning, isWhole: !isLong(text) };
}
