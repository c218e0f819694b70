/** Limits in milliseconds on what comes piece by piece. */
export type Patience = {
  /** From one piece to the next, whatever is in it. */
  silenceMs: number;
  /** To the first word. */
  firstWordMs: number;
};

/** Passes pieces on, and calls `giveUp` when a limit is over. The time that the consumer takes does not count. */
export async function* inTime<T>(
  pieces: AsyncIterable<T>,
  isWord: (piece: T) => boolean,
  { silenceMs, firstWordMs }: Patience,
  giveUp: (reason: DOMException) => void,
): AsyncGenerator<T> {
  const after = (ms: number) =>
    setTimeout(() => giveUp(new DOMException('The model is silent', 'TimeoutError')), ms);
  const first = after(firstWordMs);
  let next = after(silenceMs);
  try {
    for await (const piece of pieces) {
      clearTimeout(next);
      if (isWord(piece)) clearTimeout(first);
      yield piece;
      next = after(silenceMs);
    }
  } finally {
    clearTimeout(first);
    clearTimeout(next);
  }
}
