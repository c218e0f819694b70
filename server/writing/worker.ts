import { threadForLongTexts } from '../work/separate-thread.ts';
import * as work from './worker-thread.ts';

/** A difficult text takes a second per 100,000 characters. */
export const aside = threadForLongTexts(new URL('worker-thread.ts', import.meta.url), work, {
  short: 4_000,
  longestMs: 20_000,
});
