import { threadForLongTexts } from '../separate-thread.ts';
import { readText, type ReaderText } from './reader-text.ts';

const read = threadForLongTexts(
  new URL('reader-text.ts', import.meta.url),
  { readText },
  {
    short: 100_000,
    longestMs: 30_000,
    mostWaiting: 50,
  },
);

/** `readText` for a text of any length, without making others wait. */
export const readLongText = (source: string): Promise<ReaderText> => read('readText', source.length, source);
