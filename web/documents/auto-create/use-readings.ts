import { useCallback, useEffect, useRef, useState } from 'react';
import type { PreparedImage } from './compress-image.ts';

/** A page of small print takes a slow machine half a minute. */
const LIMIT_MS = 120_000;
/** Percent of confidence; below it the recognised text is mostly noise. */
const SURE = 60;

const failed = new Error('The text could not be read');

/**
 * Recognises the text in a picture; '' without any. Runs in a worker with files of the product only. `onProgress`
 * receives the finished share; the signal ends it.
 */
async function readText(
  image: Blob,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]);
  const { default: reader } = await import('tesseract.js');
  const ended = new Promise<never>((_resolve, reject) => {
    limit.addEventListener('abort', () => reject(failed), { once: true });
  });
  // Callers that wait are notified below.
  ended.catch(() => undefined);
  if (limit.aborted) throw failed;
  const opening = reader.createWorker('eng', reader.OEM.LSTM_ONLY, {
    workerPath: '/ocr/worker.js',
    corePath: '/ocr/core.js',
    langPath: '/ocr',
    workerBlobURL: false,
    cacheMethod: 'none',
    logger: ({ status, progress }) => status === 'recognizing text' && onProgress(progress),
    errorHandler: () => undefined,
  });
  try {
    const worker = await Promise.race([opening, ended]);
    const { data } = await Promise.race([worker.recognize(image), ended]);
    return data.confidence < SURE ? '' : data.text.trim();
  } finally {
    void opening.then((worker) => worker.terminate()).catch(() => undefined);
  }
}

/** Progress of each unfinished picture, from 0 to 1. */
type Shares = ReadonlyMap<string, number>;

/** Recognises the text in pasted images one after the other. `status` is the last result, for the screen. */
export function useReadings(onText: (text: string) => void, onDone: (id: string) => void) {
  const [shares, setShares] = useState<Shares>(new Map());
  const [status, setStatus] = useState('');
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

  const read = (images: PreparedImage[]) => {
    for (const { id, name, original } of images) {
      const controller = new AbortController();
      running.current.set(id, controller);
      put(id, 0);
      queue.current = queue.current.then(async () => {
        if (controller.signal.aborted) return;
        try {
          const text = await readText(original, (share) => put(id, share), controller.signal);
          if (text !== '') onText(text);
          setStatus(text === '' ? `No text was found in ${name}` : `The text in ${name} was added`);
          onDone(id);
        } catch {
          // The image stays. The user stopped the reading, so show no message.
          if (controller.signal.aborted) return;
          setStatus(`The text in ${name} could not be read`);
          onDone(id);
        } finally {
          stop(id);
        }
      });
    }
  };

  return { shares, status, read, stop };
}
