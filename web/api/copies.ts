import type { Query, QueryFunctionContext } from '@tanstack/react-query';
import { forget, keepText, readKeptText } from '../lib/kept.ts';
import { offlineSupport } from '../lib/offline-support.ts';

type Ask = (context: QueryFunctionContext) => unknown;

/** The offline copies of one account (offline-copies/copies.ts). */
export type Copies = {
  /** Decides between copy and server. */
  read(ask: Ask, context: QueryFunctionContext, query: Query): Promise<unknown>;
  /** Keeps what the server sent before they were open, and compares them with it now and then until the returned call. */
  keepInStep(): () => void;
  /** The address of the copy of a picture. */
  picture(address: string): Promise<string | undefined>;
};

type CopiesModule = {
  openCopies: (userId: string) => Promise<Copies>;
  removeCopies: () => Promise<void>;
};

/** The account whose copies this browser has. */
const ACCOUNT = 'copies-of';
export const accountOfCopies = (): string | undefined => readKeptText(ACCOUNT) ?? undefined;

/** The account that wants no copies in this browser. */
const DECLINED = 'copies-declined-by';
export const hasDeclinedCopies = (userId: string): boolean => readKeptText(DECLINED) === userId;

let load: (() => Promise<CopiesModule>) | undefined;
let opening: { userId: string; copies: Promise<Copies> } | undefined;
/** Known at once when they are open, so that a screen shows them without a pause. */
let opened: Copies | undefined;

/** Names the module of the copies. It loads after the first screen, or when the server does not answer. */
export const provideCopies = (from: typeof load): void => void (load = from);

/** Opens the copies of the account. Without an account, those that this browser has. */
export async function openCopies(userId = accountOfCopies()): Promise<Copies | undefined> {
  if (!userId || !load || hasDeclinedCopies(userId)) return undefined;
  // With OFFLINE=off, browsers also remove what they have.
  if (!offlineSupport().isSupported) {
    await endCopies();
    return undefined;
  }
  if (opening?.userId !== userId) {
    opened = undefined;
    keepText(ACCOUNT, userId);
    opening = { userId, copies: load().then((module) => module.openCopies(userId)) };
  }
  try {
    return (opened = await opening.copies);
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
  // A removal that fails is repeated when copies are opened the next time.
  await Promise.race([removal?.catch(() => undefined), pause(REMOVAL_MS)]);
}

/** Removes the copies of the account, and keeps none until it wants them again. */
export async function declineCopies(userId: string): Promise<void> {
  keepText(DECLINED, userId);
  await endCopies();
}

/** Keeps copies again, from the next load of a page on. */
export const acceptCopies = (): void => forget(DECLINED);

export const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, Math.max(0, ms)));

/** The server has this long to answer before a copy takes its place. */
export const PATIENCE_MS = 300;

/**
 * The one way of every read to the server or a copy (offline-copies/copy-or-server.ts decides). Until the copies are open, a read
 * that fails or lasts opens them.
 */
export async function copyOrServer<T>(ask: Ask, context: QueryFunctionContext, query: Query): Promise<T> {
  if (opened) return opened.read(ask, context, query) as Promise<T>;
  const answer = Promise.resolve(ask(context) as T);
  if (accountOfCopies() === undefined) return answer;
  const isAnswered = answer.then(
    () => true,
    () => false,
  );
  if (await Promise.race([isAnswered, pause(PATIENCE_MS)])) return answer;
  const copies = await Promise.race([openCopies(), isAnswered.then((is) => (is ? undefined : openCopies()))]);
  return copies ? (copies.read(() => answer, context, query) as Promise<T>) : answer;
}
