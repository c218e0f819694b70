/** A page of small print takes a slow machine half a minute. */
const LIMIT_MS = 120_000;
/** Percent, by the reader itself: below, it guesses at patterns that are no letters. */
const SURE = 60;

const failed = new Error('The text could not be read');

/**
 * The text in a picture, '' where there is none. It is read by a worker of this page from files of the product alone;
 * `onProgress` hears the share that is done, and the signal ends it.
 */
export async function readText(
  image: Blob,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]);
  const { default: reader } = await import('tesseract.js');
  const ended = new Promise<never>((_resolve, reject) => {
    limit.addEventListener('abort', () => reject(failed), { once: true });
  });
  // Whoever waits hears of it below.
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
