import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { allowanceOf, budgetOf, type Budget, type Held } from '../work/budget.ts';
import { busy, refuse, RefusalError, sendRefusal } from './errors.ts';
import type { LongList } from './long-list.ts';
import { sourcesOf } from './source.ts';

const MB = 2 ** 20;

/**
 * Bytes of texts in memory: bodies from the first byte on, and responses until the client has read them. A process
 * needs about three times as much while it works on a text, which 1 GB of memory has to hold.
 */
const texts = budgetOf({ person: 48 * MB, all: 192 * MB, waiting: 1_024 * MB, waitMs: 20_000 });

/** Calls that send a long list or a file: they take long, and each keeps one portion of its texts in memory. */
const longAnswers = budgetOf({ person: 2, all: 12, waiting: 16, waitMs: 100_000 });

/** Bytes of other responses, such as a page of servers with long notes. They are read already, so nobody waits. */
const longPages = budgetOf({ person: 24 * MB, all: 96 * MB, waiting: 0, waitMs: 0 });

/** Uploads that go to the disk. One at a time for each person, so that a quota can be checked before the next. */
const uploads = budgetOf({ person: 1, all: 4, waiting: 8, waitMs: 60_000 });

/** Bytes that a person sends in an hour, which may stay on the disk: texts, drafts, versions, images and imports. */
const sentBytes = allowanceOf({ units: 2_048 * MB, seconds: 3_600 });

/** Shorter bodies are not counted. */
const SHORT_BODY = 16 * 1024;
/** Shorter responses are not counted. */
const SHORT_PAGE = 256 * 1024;
/** A body is in memory as bytes and as the text parsed from them. */
const COPIES = 2;
/** Expected bytes of a response that may hold a whole document, until its real size is known. */
const LARGE = 8 * MB;
/** A client that takes nothing of a long response for so long has gone. */
const UNREAD_MS = 60_000;

declare module 'fastify' {
  interface FastifyRequest {
    texts: Held | undefined;
  }
}

/** Signed-in people have a budget each, visitors one for each source. */
const whoOf = (request: FastifyRequest): string => request.actor?.userId ?? sourcesOf(request)[0]?.name ?? '';

/** Waits for units of a budget and keeps them until the client has read the response or has gone. */
async function hold(
  budget: Budget,
  units: number,
  request: FastifyRequest,
  { raw }: FastifyReply,
): Promise<Held> {
  // A closed response does not close again, so nothing would release the units.
  if (raw.destroyed) throw new RefusalError(busy());
  const gone = new AbortController();
  const taken = budget.take(whoOf(request), units, gone.signal);
  raw.once('close', () => {
    gone.abort();
    // A refusal has nothing to release.
    taken.then(
      (held) => held.release(),
      () => undefined,
    );
  });
  return taken;
}

/**
 * Makes calls with large texts wait for their share of the memory before their body is read. Register it after the access
 * check, which knows the person.
 */
export function boundTexts(app: FastifyInstance) {
  app.decorateRequest('texts', undefined);
  app.addHook('onRequest', async (request, reply) => {
    // A refused body is not read: the connection closes after the refusal.
    reply.header('connection', 'close');
    const wait = countSent(request, reply);
    if (wait !== undefined) return sendRefusal(reply, sentTooMuch(wait));
    const isLarge = request.routeOptions.config.endpoint?.isLarge;
    const needed = bytesInMemory(request) * COPIES + (isLarge ? LARGE : 0);
    if (needed > 0) request.texts = await hold(texts, needed, request, reply);
    reply.removeHeader('connection');
    return undefined;
  });
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload === 'string' || Buffer.isBuffer(payload)) {
      const bytes = Buffer.byteLength(payload);
      if (request.texts) request.texts.resize(bytes);
      else if (request.actor && bytes > SHORT_PAGE) await hold(longPages, bytes, request, reply);
    }
    if (request.method !== 'HEAD' || !(payload instanceof Readable)) return payload;
    // Fastify would read all of it, after the turn has ended.
    payload.destroy();
    return Readable.from([]);
  });
}

/** Counts the bytes of a body. One of unknown length counts as the longest, until it has arrived. */
function countSent(request: FastifyRequest, { raw }: FastifyReply): number | undefined {
  const [who, bytes] = [whoOf(request), declaredBytes(request)];
  const wait = sentBytes(who, bytes);
  if (wait !== undefined || !request.headers['transfer-encoding']) return wait;
  const { socket } = request.raw;
  const before = socket.bytesRead;
  raw.once('close', () => sentBytes(who, Math.min(0, socket.bytesRead - before - bytes)));
  return undefined;
}

/** Bytes of a body, or the most that is read of it. */
function declaredBytes({ headers, routeOptions }: FastifyRequest): number {
  const most = routeOptions.config.endpoint?.upload?.maxBytes ?? routeOptions.bodyLimit;
  const declared = headers['transfer-encoding'] ? most : Number(headers['content-length'] ?? 0);
  return Math.min(declared, most);
}

const sentTooMuch = (wait: number) =>
  refuse(
    429,
    'too_much_sent',
    `You sent 2 GB within an hour. Try again in ${Math.ceil(wait / 60)} minutes.`,
    {
      retryAfterSeconds: wait,
    },
  );

/** Bytes of a body that is read into memory. */
function bytesInMemory(request: FastifyRequest): number {
  const { endpoint } = request.routeOptions.config;
  const bytes = endpoint?.upload?.isStored ? 0 : declaredBytes(request);
  return bytes <= SHORT_BODY ? 0 : bytes;
}

/** Waits for a turn to upload a file into the store; the turn ends with the response. */
export const takeUploadTurn = async (request: FastifyRequest, reply: FastifyReply): Promise<void> =>
  void (await hold(uploads, 1, request, reply));

/** A text, its rendered form, and the page. */
const COPIES_OF_PAGE = 3;

/** Waits for the memory of a page with a long text. */
export async function takePageTurn(bytes: number, request: FastifyRequest, reply: FastifyReply) {
  if (bytes > SHORT_PAGE) request.texts ??= await hold(texts, bytes * COPIES_OF_PAGE, request, reply);
}

/** Waits for a turn to send a long response; the turn ends with the response. */
export async function takeLongTurn(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  await hold(longAnswers, 1, request, reply);
  reply.raw.setTimeout(UNREAD_MS, () => reply.raw.destroy());
}

/** Waits for the turn of a list of many portions, or for the memory of one whose texts are read at once. */
export async function takeListTurn(
  { isLong, bytes }: LongList<unknown>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (isLong) await takeLongTurn(request, reply);
  else if (bytes > SHORT_BODY) request.texts ??= await hold(texts, bytes, request, reply);
}
