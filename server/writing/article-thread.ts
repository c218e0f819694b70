import { parentPort } from 'node:worker_threads';
import { articleFrom, enhancedDocument } from './article.ts';

/** What runs in a thread of its own, by name; see aside.ts. */
const WORK = { articleFrom, enhancedDocument };
export type Work = typeof WORK;
export type Asked = { id: number; name: keyof Work; values: never };
export type Told = { id: number; result: ReturnType<Work[keyof Work]> };

parentPort?.on('message', ({ id, name, values }: Asked) => {
  const result = (WORK[name] as (...given: never[]) => Told['result'])(...(values as never[]));
  parentPort?.postMessage({ id, result } satisfies Told);
});
