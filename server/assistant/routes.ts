import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply } from 'fastify';
import { assistant, Question, type AnswerEvent, type Outcome } from '../../contract/calls/assistant.ts';
import type { Actor } from '../actor.ts';
import type { Config } from '../config.ts';
import { readTime } from '../db/clock.ts';
import type { Db } from '../db/open.ts';
import type { Mount } from '../http/endpoint.ts';
import { refuse, sendRefusal, validationFailed } from '../http/errors.ts';
import { hit } from '../http/rate-limit.ts';
import type { Answerer, End } from './answerer.ts';
import { findPreviousQuery, keepExchange, storeFeedback } from './queries.ts';
import pLimit, { type LimitFunction } from 'p-limit';
import { Counter, Histogram, Registry } from 'prom-client';

/** Simultaneous replies per person; further questions queue. */
const AT_ONCE = 2;

/** Running and queued questions of this node. */
function takingTurns() {
  const people = new Map<string, LimitFunction>();
  return async function inTurn<T>(userId: string, answer: () => Promise<T>): Promise<T> {
    const own = people.get(userId) ?? pLimit(AT_ONCE);
    people.set(userId, own);
    try {
      return await own(answer);
    } finally {
      if (own.activeCount + own.pendingCount === 0) people.delete(userId);
    }
  };
}

const QUESTIONS = { name: 'ask', times: 30, seconds: 60 };
/** Maximum duration of a reply. */
const LONGEST_MS = 120_000;
/** Disconnects a reader that does not read for this long. */
const PATIENCE_MS = 30_000;
/** How long running replies may continue after SIGTERM. The process ends after 9 seconds. */
const SHUTDOWN_MS = 7_000;

type Parts = {
  db: Db;
  answerer: Answerer;
  config: Config;
  patienceMs?: number;
  shutdownMs?: number;
  now?: () => Date | Promise<Date>;
  metrics?: QuestionMetrics;
};
type Inquiry = { actor: Actor; question: Question; signal: AbortSignal; log: FastifyBaseLogger };
type Reply = Omit<End, 'text'> & { fullResponse: string; interactionId: string };

export function assistantRoutes(app: FastifyInstance, mount: Mount, parts: Parts) {
  const { db, config, patienceMs = PATIENCE_MS } = parts;
  const reply = replying(parts);
  const readerOf = followingReaders(app, parts.shutdownMs ?? SHUTDOWN_MS);
  const inTurn = takingTurns();
  const tooMany = (userId: string) => hit(db, QUESTIONS, userId, config.RATE_LIMIT_SCALE);

  mount(
    assistant.ask,
    async ({ actor, body: question, reply: raw, request }) => {
      const start = performance.now();
      const refusal = await tooMany(actor.userId);
      if (refusal) return refusal;
      const reader = readerOf(raw);
      const signal = AbortSignal.any([reader, AbortSignal.timeout(LONGEST_MS)]);
      const inquiry = { actor, question, signal, log: request.log };
      const whole = await inTurn(actor.userId, () => reply(inquiry, () => undefined, start)).catch(
        (error: unknown) => {
          if (reader.aborted) return undefined;
          throw error;
        },
      );
      // The reader disconnected, or the server is stopping.
      if (!whole) return refuse(503, 'unavailable', 'The question was taken back');
      const { fullResponse: response, ...rest } = whole;
      return { response, ...rest };
    },
    { transaction: 'own' },
  );

  mount(assistant.feedback, async ({ db: tx, actor, params, body }) => {
    const isStored = await storeFeedback(tx, actor.userId, params.id, body.feedback);
    return isStored ? undefined : refuse(404, 'not_found', 'Interaction not found');
  });

  app.post(assistant.askStream.path, { config: { endpoint: assistant.askStream } }, async (request, raw) => {
    const start = performance.now();
    const question = Question.safeParse(request.body ?? {});
    if (question.error) return sendRefusal(raw, validationFailed(question.error));
    const { actor } = request;
    if (!actor) return sendRefusal(raw, refuse(401, 'signed_out', 'Sign in first'));
    const refusal = await tooMany(actor.userId);
    if (refusal) return sendRefusal(raw, refusal);
    const stream = new PassThrough();
    const signal = AbortSignal.any([readerOf(raw), AbortSignal.timeout(LONGEST_MS)]);
    raw.raw.once('close', () => stream.destroy());
    const inquiry = { actor, question: question.data, signal, log: request.log };
    const send = (event: AnswerEvent) => sendEvent(stream, event, signal, patienceMs);
    void inTurn(actor.userId, async () => {
      try {
        await send({ done: true, ...(await reply(inquiry, (chunk) => send({ chunk }), start)) });
      } catch (error) {
        if (stream.destroyed) return;
        request.log.error({ err: error }, 'the assistant did not reply');
        stream.write(eventText({ error: 'The assistant could not answer. Try again.' }));
      }
      stream.end();
    });
    return raw
      .header('content-type', 'text/event-stream')
      .header('cache-control', 'no-store')
      .header('x-accel-buffering', 'no')
      .send(stream);
  });
}

/** Creates an abort signal for each reply. It fires when the reader disconnects or the server stops. */
function followingReaders(app: FastifyInstance, shutdownMs: number) {
  const open = new Set<AbortController>();
  app.addHook('preClose', async () => {
    // Running replies may finish first.
    setTimeout(() => open.forEach((reader) => reader.abort()), shutdownMs).unref();
  });
  return ({ raw }: FastifyReply): AbortSignal => {
    const reader = new AbortController();
    open.add(reader);
    raw.once('close', () => {
      open.delete(reader);
      reader.abort();
    });
    return reader.signal;
  };
}

/** Reads a reply to its end and stores it with its question. A reply whose reader left is not stored. */
function replying({ db, answerer, now = () => readTime(db), metrics = questionMetrics() }: Parts) {
  return async (inquiry: Inquiry, onChunk: (chunk: string) => unknown, start: number): Promise<Reply> => {
    const { actor, question, signal, log } = inquiry;
    const { userId, principals } = actor;
    let fullResponse = '';
    let end: End | undefined;
    let firstMs: number | undefined;
    let outcome: Ending = 'failed';
    try {
      signal.throwIfAborted();
      for await (const piece of answerer({ ...question, db, userId, principals, now: await now(), signal })) {
        signal.throwIfAborted();
        if ('end' in piece) {
          end = piece.end;
          continue;
        }
        firstMs ??= performance.now() - start;
        fullResponse += piece.chunk;
        await onChunk(piece.chunk);
      }
      signal.throwIfAborted();
      if (!end) throw new Error('The reply has no end');
      const { text, ...reply } = end;
      outcome = end.outcome;
      fullResponse = text ?? fullResponse;
      // A question that was not understood does not end the conversation: the next one continues the query before it.
      const last = { id: question.previousInteractionId, question: undefined };
      const context = {
        outcome,
        query: end.understood?.query ?? (await findPreviousQuery(db, userId, last)),
        history: question.conversationHistory.length,
        suggestedActions: end.suggestedActions,
      };
      const exchange = { userId, query: question.query, response: fullResponse, context };
      return { ...reply, fullResponse, interactionId: await keepExchange(db, exchange) };
    } finally {
      if (outcome === 'failed' && signal.aborted) outcome = 'left';
      metrics.record(outcome, firstMs);
      const first = firstMs === undefined ? {} : { firstMs: Math.round(firstMs) };
      log.info({ outcome, ms: Math.round(performance.now() - start), ...first }, 'question');
    }
  };
}

const eventText = (event: AnswerEvent): string => `data: ${JSON.stringify(event)}\n\n`;

/** Waits for the reader when its buffer is full. */
async function sendEvent(
  stream: PassThrough,
  event: AnswerEvent,
  signal: AbortSignal,
  patienceMs: number,
): Promise<void> {
  if (stream.write(eventText(event))) return;
  const limit = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
  await once(stream, 'drain', { signal: limit }).catch((error: unknown) => {
    // An error event would only queue behind the unread rest, so the connection is cut.
    stream.destroy();
    throw error;
  });
}

/** How a question ended: with a reply, without one, or because the reader left. */
type Ending = Outcome | 'failed' | 'left';

/** Metrics of questions. Each app has its own registry, so that tests do not share it. */
export function questionMetrics() {
  const registry = new Registry();
  const questions = new Counter({
    name: 'ops_hub_assistant_questions_total',
    help: 'Questions to the assistant, by how they ended',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const firstChunk = new Histogram({
    name: 'ops_hub_assistant_first_chunk_seconds',
    help: 'Time from a question to the first words of its reply, by what replied',
    labelNames: ['engine'],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40],
    registers: [registry],
  });
  return {
    registry,
    /** `firstMs` is undefined when no words came. A failed model counts as the model, since the person waited for it. */
    record(outcome: Ending, firstMs: number | undefined) {
      questions.inc({ outcome });
      if (firstMs === undefined) return;
      const engine = outcome === 'model' || outcome === 'model_failed' ? 'model' : 'builtin';
      firstChunk.observe({ engine }, firstMs / 1_000);
    },
  };
}

type QuestionMetrics = ReturnType<typeof questionMetrics>;
