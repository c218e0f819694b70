import { threadForLongTexts } from '../work/separate-thread.ts';
import { readText, type ReaderText } from './markdown/reader-text.ts';

const read = threadForLongTexts(
  new URL('markdown/reader-text.ts', import.meta.url),
  { readText },
  {
    short: 100_000,
    longestMs: 30_000,
    mostWaiting: 50,
  },
);

/** `readText` for a text of any length, without making others wait. */
export const readLongText = (source: string): Promise<ReaderText> => read('readText', source.length, source);
