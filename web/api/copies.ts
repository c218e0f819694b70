import type { Query, QueryClient, QueryFunctionContext, QueryKey } from '@tanstack/react-query';
import { ApiError } from '../../contract/shared/error.ts';
import { forget, keepText, readKeptText } from '../lib/kept.ts';
import { isFromServerCopy, noteCopy } from './copy-time.ts';
import { isOutage, noteTrouble } from './outage.ts';

/** `asOf` is when the server sent it; undefined for what no screen shows with its age. */
export type Copy = { data: unknown; asOf: Date | undefined };

/** The offline copies of one account (offline-copies/copies.ts). */
export type Copies = {
  find(key: QueryKey): Promise<Copy | undefined>;
  /** Keeps what the server sent. */
  note(key: QueryKey, data: unknown): Promise<void>;
  /** Removes what the server refuses. */
  heedRefusal(key: QueryKey, error: ApiError): Promise<void>;
  /** Compares them with the server now and then, until the returned function is called. */
  keepInStep(): () => void;
};

export type CopiesModule = {
  openCopies: (userId: string) => Promise<Copies | undefined>;
  removeCopies: () => Promise<void>;
};

/** The account whose copies this browser has. */
const ACCOUNT = 'copies-of';
export const accountOfCopies = (): string | undefined => readKeptText(ACCOUNT) ?? undefined;

let load: (() => Promise<CopiesModule>) | undefined;
let opening: { userId: string; copies: Promise<Copies | undefined> } | undefined;
/** Known at once when they are open, so that a screen shows them without a pause. */
let opened: Copies | undefined;

/** Tells where the copies come from. Their module loads when it is needed. */
export const provideCopies = (from: typeof load): void => void (load = from);

/** Opens the copies of the account. Without an account, those that this browser has. */
export async function openCopies(userId = accountOfCopies()): Promise<Copies | undefined> {
  if (!userId || !load) return undefined;
  if (opening?.userId === userId) return opening.copies;
  opened = undefined;
  keepText(ACCOUNT, userId);
  const copies = load().then((module) => module.openCopies(userId));
  opening = { userId, copies };
  try {
    return (opened = await copies);
  } catch {
    // Storage is forbidden, or the module did not arrive: the screens work without copies.
    opening = undefined;
    return undefined;
  }
}

const REMOVAL_MS = 1_000;

/** Removes all copies of this browser. From the first moment none can be opened. */
export async function endCopies(): Promise<void> {
  if (accountOfCopies() === undefined) return;
  forget(ACCOUNT);
  opening = opened = undefined;
  const removal = load?.().then(({ removeCopies }) => removeCopies());
  // A removal that fails is repeated at the next start.
  await Promise.race([removal?.catch(() => undefined), pause(REMOVAL_MS)]);
}

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, Math.max(0, ms)));

/** The server has this long to answer before a copy takes its place. */
const PATIENCE_MS = 300;

/** A query that loads a whole page has this in its `meta`: the reads that get the parts of its data. */
export type PartsOf = (data: never) => [QueryKey, unknown][];

type Read = { query: Query; client: QueryClient; state: 'waiting' | 'over' | 'failed' };

/**
 * The one place that decides between copy and server; every read goes through it. A kept page is on the screen at once, and
 * other reads show a copy when the server has not answered in time. What the server answers replaces it. A read that fails
 * still fails, so that it is repeated, but the copy stays on the screen.
 */
export async function copyOrServer<T>(
  ask: (context: QueryFunctionContext) => T | Promise<T>,
  context: QueryFunctionContext,
  query: Query,
): Promise<T> {
  const read: Read = { query, client: context.client, state: 'waiting' };
  const answer = Promise.resolve(ask(context));
  const failure = answer.then(
    () => new Promise<never>(() => undefined),
    (error: unknown) => {
      read.state = isOutage(error) && !context.signal.aborted ? 'failed' : 'over';
    },
  );
  const offer = offerCopy(read, failure).catch(reportError);
  try {
    const data = await answer;
    read.state = 'over';
    noteCopy(read.query, undefined);
    if (!isFromServerCopy()) void opened?.note(query.queryKey, data);
    return data;
  } catch (error) {
    if (read.state === 'failed') await offer;
    else noteCopy(read.query, undefined);
    if (error instanceof ApiError && !isOutage(error)) await heedRefusal(read, error);
    throw error;
  }
}

async function heedRefusal({ query, client }: Read, error: ApiError): Promise<void> {
  if (error.body?.code === 'signed_out') return endCopies();
  const copies = opened ?? (await openCopies());
  await copies?.heedRefusal(query.queryKey, error);
  for (const [key] of shownParts.get(query) ?? []) client.removeQueries({ queryKey: key, exact: true });
  shownParts.delete(query);
}

/** Shows the copy of a read, if there is one, until the server answers. */
async function offerCopy(read: Read, failure: Promise<void>): Promise<void> {
  const { query } = read;
  if (query.state.data !== undefined || accountOfCopies() === undefined) return;
  const begin = performance.now();
  const patience = () => Promise.race([failure, pause(begin + PATIENCE_MS - performance.now())]);
  const isPage = query.meta?.partsOf !== undefined;
  if (!opened || !isPage) await patience();
  if (read.state === 'over') return;
  const copy = await (opened ?? (await openCopies()))?.find(query.queryKey);
  if (!copy || isOver(read)) return;
  show(read, copy);
  await patience();
  if (isOver(read) || !copy.asOf) return;
  noteCopy(query, copy.asOf);
  noteTrouble();
}

/** A function, because the compiler does not know that the state changes meanwhile. */
const isOver = ({ state }: Read) => state === 'over';

/** The parts that a copy gave to other reads. They go when the server says that the page does not exist. */
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
