/** Limits in milliseconds on what comes piece by piece. */
export type Patience = {
  /** From one piece to the next, whatever is in it. */
  silenceMs: number;
  /** To the first word. */
  firstWordMs: number;
};

/** Passes on what comes, and calls `giveUp` where a limit is over. The time that whoever reads it takes does not count. */
export async function* heardInTime<T>(
  parts: AsyncIterable<T>,
  isWord: (part: T) => boolean,
  { silenceMs, firstWordMs }: Patience,
  giveUp: (reason: DOMException) => void,
): AsyncGenerator<T> {
  const after = (ms: number) =>
    setTimeout(() => giveUp(new DOMException('The model is silent', 'TimeoutError')), ms);
  const first = after(firstWordMs);
  let next = after(silenceMs);
  try {
    for await (const part of parts) {
      clearTimeout(next);
      if (isWord(part)) clearTimeout(first);
      yield part;
      next = after(silenceMs);
    }
  } finally {
    clearTimeout(first);
    clearTimeout(next);
  }
}
