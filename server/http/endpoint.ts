import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import pLimit from 'p-limit';
import * as z from 'zod/mini';
import type { Answer, Endpoint, Input } from '../../contract/calls/endpoint.ts';
import type { Actor, Reader } from '../actor.ts';
import type { Db } from '../db/open.ts';
import { busy, Refusal, RefusalError, refuse, sendRefusal, validationFailed } from './errors.ts';
import {
  noWrite,
  replayResponses,
  type CallRun,
  type StoredAnswer,
  type Transaction,
  type Write,
} from './idempotency.ts';
import type { FreeSpace } from '../storage/free-space.ts';
import { readsWithoutStandby, type Reads } from '../db/reads.ts';
import { withoutCopy, type Copy, type OrCopy } from './or-copy.ts';
import { lastWriteOf } from './own-writes.ts';
import { refusalOnFullDisk, withRoom } from './full-disk.ts';
import { roundedUp } from './response-time.ts';
import { takeListTurn } from './budgets.ts';
import { jsonOf, LongList } from './long-list.ts';

type Call<E extends Endpoint> = Input<E> & {
  /** A transaction in calls that write, the database itself in calls that read. */
  db: Db;
  /** Runs the writes of a call in one transaction. Return its result, since a repeated request gets the same response. */
  write: Write;
  /** Present by the scope of the endpoint; public calls look up nobody. */
  actor: E['scope'] extends 'public' ? undefined : Actor;
  request: FastifyRequest;
  reply: FastifyReply;
};

export type Handler<E extends Endpoint> = (
  call: Call<E>,
) => Promise<Returned<Answer<E>> | Page<Returned<Answer<E>>> | Refusal>;

type Returned<A> = A | (A extends readonly (infer Item)[] ? LongList<Item> : never);

/** One page of a list: the array becomes the body, the rest the headers that `pagingHeaders` documents. */
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
   * Who opens the transaction of a writing call. By default the handler runs in one, with its audit entry, search entry
   * and idempotency key. `write` is for handlers with slow work first (an upload, a hash): they get the database itself
   * and a `write` function. `own` is for handlers that commit more than once, or wait for external systems in between.
   */
  transaction?: Transaction;
  /** Rounds the response time up to whole steps, so that it does not reveal how much work was done. */
  roundedTime?: boolean;
  /** Checks that a stored response to the same call is still open to its caller. */
  isStillOpen?: (db: Db, reader: Reader, body: never) => Promise<boolean>;
};

/**
 * Simultaneous changing calls of visitors (sign-in, registration, mails), and how many more may queue. Leaves database
 * connections and processor time for signed-in people under any load.
 */
const VISITORS_AT_ONCE = 6;
const VISITORS_WAITING = 128;
const visitors = pLimit(VISITORS_AT_ONCE);

const isByVisitor = ({ scope, method }: Endpoint): boolean => scope === 'public' && method !== 'GET';

/** Where reads come from beside the database. */
type Reading = { reads?: Pick<Reads, 'read'>; orCopy?: OrCopy };

/** Mounts calls on one database. The access check and the error handler belong to the app. */
export const mounting = (
  app: FastifyInstance,
  db: Db,
  freeSpace: Pick<FreeSpace, 'isFull' | 'makeRoom'>,
  { reads = readsWithoutStandby({ db }), orCopy = withoutCopy }: Reading = {},
) => {
  const mount = <E extends Endpoint>(
    endpoint: E,
    handler: Handler<E>,
    { transaction = 'call', roundedTime = false, isStillOpen }: Mounting = {},
  ) => {
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      config: { endpoint },
      ...bodyLimitOf(endpoint),
      handler: async (request, reply) => {
        const input = parseInput(endpoint, request);
        if (input instanceof Refusal) return sendRefusal(reply, input);
        const fullDiskRefusal = refusalOnFullDisk(endpoint, freeSpace);
        if (fullDiskRefusal) return sendRefusal(reply, fullDiskRefusal);
        const handle: CallRun['handle'] = (within, write) =>
          handler({ ...input, db: within, write, actor: request.actor, request, reply } as Call<E>);
        const answerTo: CallRun['answerTo'] = (result) => finish(endpoint, result);
        const read = async (within: Db) => answerOf(endpoint, await handle(within, noWrite), request, reply);
        if (isByVisitor(endpoint) && visitors.pendingCount >= VISITORS_WAITING)
          return sendRefusal(reply, busy());
        const inPlace = () =>
          withRoom(endpoint, freeSpace, () =>
            replayResponses(db, request, {
              transaction,
              handle,
              answerTo,
              repeated: repeatedBy(db, request, isStillOpen),
            }),
          );
        // A response that waits for its time step does not occupy a slot.
        const placed = isByVisitor(endpoint) ? () => visitors(inPlace) : inPlace;
        const change = roundedTime ? () => roundedUp(placed) : placed;
        const ask = () => (endpoint.mayBeStale ? reads.read(read, lastWriteOf(request)) : read(db));
        const { actor } = request;
        const copied = (copy: Copy) =>
          answerOf(endpoint, actor && copy.answer(endpoint, { ...input, actor }), request, reply);
        const keep = (copy: Copy, { body }: StoredAnswer) => actor && copy.note(endpoint, actor, body);
        const answer =
          endpoint.method !== 'GET'
            ? await change()
            : endpoint.inOutage
              ? await orCopy(request, ask, copied, keep)
              : await ask();
        return reply.code(answer.status).headers(answer.headers).send(answer.body);
      },
    });
  };
  return mount;
};

export type Mount = ReturnType<typeof mounting>;

const repeatedBy =
  (db: Db, { actor }: FastifyRequest, isStillOpen: Mounting['isStillOpen']) =>
  async (answer: StoredAnswer): Promise<StoredAnswer> => {
    if (actor && isStillOpen && !(await isStillOpen(db, actor, answer.body as never)))
      throw new RefusalError(refuse(404, 'not_found', 'Document not found'));
    return answer;
  };

function bodyLimitOf({ bytes, maxBodyBytes = bytes?.maxBytes }: Endpoint): { bodyLimit?: number } {
  return maxBodyBytes ? { bodyLimit: maxBodyBytes } : {};
}

/** Validates the parts of the request. An invalid id refers to nothing, so it gives 404 like an unknown one. */
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

/**
 * Validates a long list six times as fast. Compiled at the first response, since compiling all calls at the start would
 * take a third of a second.
 */
function compiled(result: z.ZodMiniType): z.ZodMiniType {
  const known = compiledResults.get(result) ?? z.compile(result);
  compiledResults.set(result, known);
  return known;
}

/** Parses the response, so that a field outside the contract is never sent. */
function finish(endpoint: Endpoint, answer: unknown): StoredAnswer {
  if (answer instanceof Refusal) throw new RefusalError(answer);
  const body = endpoint.result && compiled(endpoint.result).parse(itemsOf(answer));
  return { status: endpoint.status, headers: headersOf(answer), body };
}

const itemsOf = (answer: unknown): unknown => (answer instanceof Page ? answer.items : answer);

function headersOf(answer: unknown): Record<string, string> {
  if (!(answer instanceof Page)) return {};
  return {
    'x-total-count': String(answer.total),
    ...(answer.nextCursor ? { 'x-next-cursor': answer.nextCursor } : {}),
  };
}

/** The response of a call that reads. A list of many portions is sent while it is read. */
async function answerOf(
  endpoint: Endpoint,
  result: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<StoredAnswer> {
  const list = itemsOf(result);
  if (!(list instanceof LongList)) return finish(endpoint, result);
  await takeListTurn(list, request, reply);
  if (!list.isLong) {
    const items = await list.all();
    return finish(
      endpoint,
      result instanceof Page ? new Page(items, result.total, result.nextCursor) : items,
    );
  }
  const { element } = (endpoint.result as z.ZodMiniArray<z.ZodMiniType>)._zod.def;
  const body = await jsonOf(list, (item) => compiled(element).parse(item));
  const headers = { ...headersOf(result), 'content-type': 'application/json; charset=utf-8' };
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
