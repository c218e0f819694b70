import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Endpoint } from '../../contract/calls/endpoint.ts';
import type { Actor, Reader } from '../actor.ts';
import { systemClock } from '../db/clock.ts';
import type { LiveEngine } from '../live/engine.ts';
import { isDatabaseUnavailable, refuse, RefusalError } from './errors.ts';

/** A copy of what people read, beside the database (server/outage/). */
export type Copy = {
  /** The moment that it shows; undefined while it is incomplete. */
  asOf(): Date | undefined;
  /** The account of a session, by the hash of its token. Throws 503 if the copy does not know it, or it has expired. */
  actorOf(sid: string): Actor;
  /** The result of a call with `inOutage`, as its handler returns it. */
  answer(endpoint: Endpoint, call: CopiedCall): unknown;
  /** A document and the servers of its text. */
  documentToRead(
    reader: Reader,
    id: string,
  ): { document: { content: string }; servers: object[] } | undefined;
  /** Notes the last result of a call about the account itself. */
  note(endpoint: Endpoint, actor: Actor, body: unknown): void;
};

type CopiedCall = { params: unknown; query: unknown; actor: Actor };

/** Asks the database, or the copy while the database is away. The one place that decides which. */
export type OrCopy = <T>(
  request: FastifyRequest,
  ask: () => Promise<T>,
  copied: (copy: Copy) => T | Promise<T>,
  /** Receives the result of the database. */
  keep?: (copy: Copy, result: T) => void,
) => Promise<T>;

/** Without a copy, calls fail while the database is away. */
export const withoutCopy: OrCopy = (_request, ask) => ask();

export const copyUnavailable = (): RefusalError =>
  new RefusalError(
    refuse(503, 'unavailable', 'The database is not reachable. Try again shortly.', { retryAfterSeconds: 2 }),
  );

type Connection = Pick<LiveEngine, 'isConnected' | 'onConnection'>;

/**
 * The connection for live events notices within two seconds that the database does not answer, also when it hangs. Questions
 * that wait then are answered from the copy.
 */
export function orCopyOf(copy: Copy, live: Connection): OrCopy {
  return async (request, ask, copied, keep) => {
    const fromCopy = async () => {
      const asOf = copy.asOf();
      if (!asOf) throw copyUnavailable();
      const result = await copied(copy);
      request.copyOf = asOf;
      return result;
    };
    if (!live.isConnected()) return fromCopy();
    const { promise: away, resolve } = Promise.withResolvers<undefined>();
    const forget = live.onConnection(() => !live.isConnected() && resolve(undefined));
    const asked = ask().then((value) => ({ value }));
    // If the copy answers, nobody waits for it any more.
    asked.catch(() => undefined);
    try {
      const first = await Promise.race([asked, away]);
      if (!first) return await fromCopy();
      noteIn(request, () => keep?.(copy, first.value));
      return first.value;
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      return await fromCopy();
    } finally {
      forget();
    }
  };
}

/** A full disk of the copy is no reason to refuse a read. */
function noteIn({ log }: FastifyRequest, note: () => void): void {
  try {
    note();
  } catch (error) {
    log.warn({ err: error }, 'the copy for outages could not note a result');
  }
}

/** Says of each response from the copy how old it is. */
export function ageCopies(app: FastifyInstance): void {
  app.decorateRequest('copyOf', undefined);
  app.addHook('onSend', async ({ copyOf }, reply) => {
    if (!copyOf) return;
    const seconds = Math.max(0, Math.floor((systemClock().getTime() - copyOf.getTime()) / 1_000));
    reply.headers({ age: seconds, 'x-copy-of': copyOf.toISOString() });
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The moment of the copy that answers the request; undefined if the database does. */
    copyOf: Date | undefined;
  }
}
