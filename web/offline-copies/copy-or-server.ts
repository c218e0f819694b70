import type { Query, QueryClient, QueryFunctionContext, QueryKey } from '@tanstack/react-query';
import { ApiError } from '../../contract/shared/error.ts';
import { PATIENCE_MS, pause } from '../api/copies.ts';
import { isFromServerCopy } from '../api/copy-time.ts';
import { isOutage, noteTrouble } from '../api/outage.ts';
import { noteCopy } from '../api/shown-copies.ts';

/** `asOf` is when the server sent it; undefined for what no screen shows with its age. */
export type Copy = { data: unknown; asOf: Date | undefined };

type Source = {
  find(key: QueryKey): Promise<Copy | undefined>;
  /** Keeps what the server sent. */
  note(key: QueryKey, data: unknown): Promise<void>;
  /** Removes what the server refuses. */
  heedRefusal(key: QueryKey, error: ApiError): Promise<void>;
};

type Read = { query: Query; client: QueryClient; state: 'waiting' | 'over' | 'failed' };

/**
 * The one place that decides between copy and server. A kept page is on the screen at once, and other reads show a copy when the
 * server has not answered in time. What the server answers replaces it. A read that fails still fails, so that it is repeated,
 * but the copy stays on the screen.
 */
export const deciding =
  (source: Source) =>
  async (
    ask: (context: QueryFunctionContext) => unknown,
    context: QueryFunctionContext,
    query: Query,
  ): Promise<unknown> => {
    const read: Read = { query, client: context.client, state: 'waiting' };
    const answer = Promise.resolve(ask(context));
    const failure = answer.then(
      () => new Promise<never>(() => undefined),
      (error: unknown) => {
        read.state = isOutage(error) && !context.signal.aborted ? 'failed' : 'over';
      },
    );
    const offer = offerCopy(source, read, failure).catch(reportError);
    try {
      const data = await answer;
      read.state = 'over';
      noteCopy(query, undefined);
      if (!isFromServerCopy()) source.note(query.queryKey, data).catch(reportError);
      return data;
    } catch (error) {
      if (read.state === 'failed') await offer;
      else noteCopy(query, undefined);
      if (error instanceof ApiError && !isOutage(error)) await heedRefusal(source, read, error);
      throw error;
    }
  };

async function heedRefusal(source: Source, { query, client }: Read, error: ApiError): Promise<void> {
  await source.heedRefusal(query.queryKey, error);
  for (const [key] of shownParts.get(query) ?? []) client.removeQueries({ queryKey: key, exact: true });
  shownParts.delete(query);
}

/** Shows the copy of a read, if there is one, until the server answers. */
async function offerCopy(source: Source, read: Read, failure: Promise<void>): Promise<void> {
  const { query } = read;
  if (query.state.data !== undefined) return;
  const begin = performance.now();
  const patience = () => Promise.race([failure, pause(begin + PATIENCE_MS - performance.now())]);
  if (!query.meta?.partsOf) await patience();
  if (isOver(read)) return;
  const copy = await source.find(query.queryKey);
  if (!copy || isOver(read)) return;
  show(read, copy);
  await patience();
  if (isOver(read) || !copy.asOf) return;
  noteCopy(query, copy.asOf);
  noteTrouble();
}

/** A function, because the compiler does not know that the state changes meanwhile. */
const isOver = ({ state }: Read) => state === 'over';

/** The parts that a copy gave to other reads. They go when the server refuses the page. */
const shownParts = new WeakMap<Query, [QueryKey, unknown][]>();

function show({ query, client }: Read, { data, asOf }: Copy): void {
  const updatedAt = asOf?.getTime() ?? 0;
  const partsOf = query.meta?.partsOf;
  if (!partsOf) {
    if (query.state.data === undefined) query.setData(data, { updatedAt, manual: true });
    return;
  }
  const parts = partsOf(data as never).filter(
    ([key, part]) => part !== undefined && client.getQueryData(key) === undefined,
  );
  for (const [key, part] of parts) client.setQueryData(key, part, { updatedAt });
  shownParts.set(query, parts);
}
