import { refuse, RefusalError } from '../http/errors.ts';
import { separateThread } from '../separate-thread.ts';
import { articleFrom, enhancedDocument } from './worker-thread.ts';

const WORK = { articleFrom, enhancedDocument };
type Work = typeof WORK;

/** Characters processed in the main thread; a difficult text takes a second per 100,000. */
const SHORT = 4_000;
const LONGEST_MS = 20_000;

const inThread = separateThread<Work>(new URL('worker-thread.ts', import.meta.url), LONGEST_MS);

/** Processes a long text in a separate thread. Rejects with a refusal when it takes longer than LONGEST_MS. */
export async function aside<N extends keyof Work>(
  name: N,
  text: string,
  ...given: Parameters<Work[N]>[0]
): Promise<ReturnType<Work[N]>> {
  if (text.length <= SHORT) return (WORK[name] as (given: unknown) => ReturnType<Work[N]>)(given);
  const result = await inThread(name, given);
  if (result) return result;
  throw new RefusalError(refuse(503, 'unavailable', 'This text takes too long to read. Try a shorter one.'));
}
