import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Answer, Endpoint, Input } from '../../contract/endpoint.ts';
import type { Actor } from '../actor.ts';
import type { Db } from '../db/open.ts';
import { busy, Refusal, RefusalError, refuse, sendRefusal, validationFailed } from './errors.ts';
import {
  noWrite,
  replayResponses,
  type Run,
  type StoredAnswer,
  type Transaction,
  type Write,
} from './idempotency.ts';
import type { FreeSpace } from '../storage/free-space.ts';
import { readsWithoutStandby, type Reads } from '../db/reads.ts';
import { lastWriteOf } from './own-writes.ts';
import { refusalOnFullDisk } from './full-disk.ts';
import { roundedUp } from './response-time.ts';
import { placesFor } from '../places.ts';

type Call<E extends Endpoint> = Input<E> & {
  /** A transaction in calls that write, the database itself in calls that read. */
  db: Db;
  /** Runs what a call writes in one transaction. Return its result: it is the answer to a repetition, too. */
  write: Write;
  /** Signed in by the scope of the endpoint; for public calls nobody is looked up. */
  actor: E['scope'] extends 'public' ? undefined : Actor;
  request: FastifyRequest;
  reply: FastifyReply;
};

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Answer<E> | Page<Answer<E>> | Refusal>;

/** One page of a list: the array is the body, the rest goes into the headers that `pagingHeaders` documents. */
export class Page<T> {
  readonly items: T;
  readonly total: number;
  readonly nextCursor: string | undefined;

  constructor(items: T, total: number, nextCursor: string | undefined) {
    this.items = items;
    this.total = total;
    this.nextCursor = nextCursor;
  }
}

type Mounting = {
  /**
   * `write` for handlers that do slow work first (an upload, a hash): they get the database itself, and `write` for the rest. `own`
   * for handlers that commit more than once, or wait for the outside world between. Everybody else who writes runs in one
   * transaction with its audit entry, its search entry and its idempotency key.
   */
  transaction?: Transaction;
  /** The reply leaves after a whole step of time, so that it does not show how much was done. */
  roundedTime?: boolean;
};

/**
 * Changing calls of visitors, such as sign-in, registration and mails, at the same time, and how many more may wait. However
 * many come, they leave connections of the database and time of the processor to those who are signed in.
 */
const VISITORS_AT_ONCE = 6;
const VISITORS_WAITING = 128;
const visitors = placesFor(VISITORS_AT_ONCE);

const isByVisitor = ({ scope, method }: Endpoint): boolean => scope === 'public' && method !== 'GET';

/** Makes the calls of one database reachable; the scope guard and the error handler belong to the app. */
export const mounting = (
  app: FastifyInstance,
  db: Db,
  freeSpace: Pick<FreeSpace, 'isFull'>,
  reads: Pick<Reads, 'read'> = readsWithoutStandby({ db }),
) => {
  const mount = <E extends Endpoint>(
    endpoint: E,
    handler: Handler<E>,
    { transaction = 'call', roundedTime = false }: Mounting = {},
  ) => {
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      config: { endpoint },
      ...bodyLimitOf(endpoint),
      handler: async (request, reply) => {
        const input = parseInput(endpoint, request);
        if (input instanceof Refusal) return sendRefusal(reply, input);
        const noRoom = refusalOnFullDisk(endpoint, freeSpace);
        if (noRoom) return sendRefusal(reply, noRoom);
        const handle: Run['handle'] = (within, write) =>
          handler({ ...input, db: within, write, actor: request.actor, request, reply } as Call<E>);
        const answerTo: Run['answerTo'] = (result) => finish(endpoint, result);
        const read = async (within: Db) => answerTo(await handle(within, noWrite));
        if (isByVisitor(endpoint) && visitors.waiting() >= VISITORS_WAITING)
          return sendRefusal(reply, busy());
        const inPlace = () => replayResponses(db, request, { transaction, handle, answerTo });
        // A reply that waits for the step of time holds no place.
        const placed = isByVisitor(endpoint) ? () => visitors.run(inPlace) : inPlace;
        const change = roundedTime ? () => roundedUp(placed) : placed;
        const answer =
          endpoint.method !== 'GET'
            ? await change()
            : endpoint.mayBeStale
              ? await reads.read(read, lastWriteOf(request))
              : await read(db);
        return reply.code(answer.status).headers(answer.headers).send(answer.body);
      },
    });
  };
  return mount;
};

export type Mount = ReturnType<typeof mounting>;

function bodyLimitOf({ bytes, maxBodyBytes = bytes?.maxBytes }: Endpoint): { bodyLimit?: number } {
  return maxBodyBytes ? { bodyLimit: maxBodyBytes } : {};
}

/** The checked parts of the request. An id that is no id names no such thing, so it is 404 like an unknown one. */
function parseInput(endpoint: Endpoint, request: FastifyRequest) {
  const params = endpoint.params?.safeParse(request.params);
  if (params?.error) return refuse(404, 'not_found', 'There is no such thing');
  const query = endpoint.query?.safeParse(request.query);
  if (query?.error) return validationFailed(query.error);
  const body = endpoint.body?.safeParse(request.body ?? {});
  if (body?.error) return validationFailed(body.error);
  return { params: params?.data, query: query?.data, body: body?.data };
}

const compiledResults = new WeakMap<z.ZodMiniType, z.ZodMiniType>();

/** Checks a long list six times as fast. Made with the first answer: for all calls at the start it would take a third of a second. */
function compiled(result: z.ZodMiniType): z.ZodMiniType {
  const known = compiledResults.get(result) ?? z.compile(result);
  compiledResults.set(result, known);
  return known;
}

/** Parses the answer out, so that a field the contract does not name can never leave. */
function finish(endpoint: Endpoint, answer: unknown): StoredAnswer {
  if (answer instanceof Refusal) throw new RefusalError(answer);
  const page = answer instanceof Page ? answer : undefined;
  const headers: Record<string, string> = {};
  if (page) {
    headers['x-total-count'] = String(page.total);
    if (page.nextCursor) headers['x-next-cursor'] = page.nextCursor;
  }
  const body = endpoint.result && compiled(endpoint.result).parse(page ? page.items : answer);
  return { status: endpoint.status, headers, body };
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | undefined;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}
