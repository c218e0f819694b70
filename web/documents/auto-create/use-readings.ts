import { useCallback, useEffect, useRef, useState } from 'react';
import { readText } from './read-text.ts';
import type { TakenImage } from './compress-image.ts';

/** How far the reading of each picture is, from 0 to 1; a picture that is read or given up is not among them. */
type Shares = ReadonlyMap<string, number>;

/** Reads the text in pasted pictures, one after the other, and says it and when it is done; `said` tells how the last one went. */
export function useReadings(onText: (text: string) => void, onDone: (id: string) => void) {
  const [shares, setShares] = useState<Shares>(new Map());
  const [said, setSaid] = useState('');
  const running = useRef(new Map<string, AbortController>());
  const queue = useRef<Promise<unknown>>(Promise.resolve());

  useEffect(() => {
    const all = running.current;
    return () => {
      for (const controller of all.values()) controller.abort();
    };
  }, []);

  const put = (id: string, share: number | undefined) =>
    setShares((before) => {
      const next = new Map(before);
      if (share === undefined) next.delete(id);
      else if (next.has(id) || share === 0) next.set(id, share);
      return next;
    });

  const stop = useCallback((id: string) => {
    running.current.get(id)?.abort();
    running.current.delete(id);
    put(id, undefined);
  }, []);

  const read = (images: TakenImage[]) => {
    for (const { id, name, original } of images) {
      const controller = new AbortController();
      running.current.set(id, controller);
      put(id, 0);
      queue.current = queue.current.then(async () => {
        if (controller.signal.aborted) return;
        try {
          const text = await readText(original, (share) => put(id, share), controller.signal);
          if (text !== '') onText(text);
          setSaid(text === '' ? `No text was found in ${name}` : `The text in ${name} was added`);
          onDone(id);
        } catch {
          // The picture stays; whoever stopped it knows already.
          if (controller.signal.aborted) return;
          setSaid(`The text in ${name} could not be read`);
          onDone(id);
        } finally {
          stop(id);
        }
      });
    }
  };

  return { shares, said, read, stop };
}
