import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { assistant, Question } from '../../contract/assistant.ts';
import type { AnswerEvent, Outcome } from '../../contract/assistant.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/open.ts';
import type { Mount } from '../endpoint.ts';
import { refuse, sendRefusal, validationFailed } from '../errors.ts';
import { hit } from '../rate-limit.ts';
import type { Answerer } from './answerer.ts';
import { keepExchange, storeFeedback } from './queries.ts';
import { takingTurns } from './turns.ts';

const QUESTIONS = { name: 'ask', times: 30, seconds: 60 };
/** An answer that takes longer is given up, and so is a reader that does not read for so long. */
const LONGEST_MS = 120_000;
const PATIENCE_MS = 30_000;

type Asked = { db: Db; answerer: Answerer; userId: string; question: Question; signal: AbortSignal };
type Options = { patienceMs?: number };

export function assistantRoutes(
  app: FastifyInstance,
  mount: Mount,
  db: Db,
  answerer: Answerer,
  config: Config,
  { patienceMs = PATIENCE_MS }: Options = {},
) {
  const inTurn = takingTurns();
  const tooMany = (userId: string) => hit(db, QUESTIONS, userId, config.RATE_LIMIT_SCALE);
  const open = new Set<AbortController>();
  app.addHook('preClose', async () => {
    for (const reader of open) reader.abort();
  });
  /** Aborted when nobody reads the answer any more. */
  const readerOf = ({ raw }: FastifyReply): AbortSignal => {
    const reader = new AbortController();
    open.add(reader);
    raw.once('close', () => {
      open.delete(reader);
      reader.abort();
    });
    return reader.signal;
  };

  mount(
    assistant.ask,
    async ({ actor, body, reply }) => {
      const refusal = await tooMany(actor.userId);
      if (refusal) return refusal;
      const reader = readerOf(reply);
      const signal = AbortSignal.any([reader, AbortSignal.timeout(LONGEST_MS)]);
      const asked = { db, answerer, userId: actor.userId, question: body, signal };
      const told = await inTurn(actor.userId, () => answer(asked, () => undefined)).catch(
        (error: unknown) => {
          if (reader.aborted) return undefined;
          throw error;
        },
      );
      // Nobody reads this any more.
      if (!told) return refuse(503, 'unavailable', 'The question was taken back');
      const { fullResponse: response, ...rest } = told;
      return { response, ...rest };
    },
    { ownTransaction: true },
  );

  mount(assistant.feedback, async ({ db: tx, actor, params, body }) => {
    const isStored = await storeFeedback(tx, actor.userId, params.id, body.feedback);
    return isStored ? undefined : refuse(404, 'not_found', 'Interaction not found');
  });

  app.post(
    assistant.askStream.path,
    { config: { endpoint: assistant.askStream } },
    async (request, reply) => {
      const question = Question.safeParse(request.body ?? {});
      if (question.error) return sendRefusal(reply, validationFailed(question.error));
      const userId = request.actor?.userId ?? '';
      const refusal = await tooMany(userId);
      if (refusal) return sendRefusal(reply, refusal);
      const stream = new PassThrough();
      const signal = AbortSignal.any([readerOf(reply), AbortSignal.timeout(LONGEST_MS)]);
      reply.raw.once('close', () => stream.destroy());
      const asked = { db, answerer, userId, question: question.data, signal };
      void inTurn(userId, () => tell(stream, asked, request, patienceMs));
      return reply
        .header('content-type', 'text/event-stream')
        .header('cache-control', 'no-store')
        .header('x-accel-buffering', 'no')
        .send(stream);
    },
  );
}

/** Streams an answer piece by piece; a failure is the last event, without its reason. */
async function tell(
  stream: PassThrough,
  asked: Asked,
  request: FastifyRequest,
  patienceMs: number,
): Promise<void> {
  const send = async (event: AnswerEvent) => {
    if (stream.write(`data: ${JSON.stringify(event)}\n\n`)) return;
    const isPatient = AbortSignal.any([asked.signal, AbortSignal.timeout(patienceMs)]);
    await once(stream, 'drain', { signal: isPatient }).catch((error: unknown) => {
      // Words for a reader that does not read would only be more of what waits.
      stream.destroy();
      throw error;
    });
  };
  try {
    await send({ done: true, ...(await answer(asked, (chunk) => send({ chunk }))) });
  } catch (error) {
    if (stream.destroyed) return;
    request.log.error({ err: error }, 'the assistant did not answer');
    stream.write(`data: ${JSON.stringify({ error: 'The assistant could not answer. Try again.' })}\n\n`);
  }
  stream.end();
}

/** Reads the answer to its end and keeps it with its question; one that nobody waited for is not kept. */
async function answer(
  { db, answerer, userId, question, signal }: Asked,
  onChunk: (chunk: string) => unknown,
) {
  let fullResponse = '';
  let suggestedActions: string[] = [];
  let engine = 'builtin';
  signal.throwIfAborted();
  for await (const piece of answerer({ ...question, db, userId, signal })) {
    signal.throwIfAborted();
    if ('engine' in piece) engine = piece.engine;
    else if ('suggestedActions' in piece) suggestedActions = piece.suggestedActions;
    else if ('instead' in piece) fullResponse = piece.instead;
    else {
      fullResponse += piece.chunk;
      await onChunk(piece.chunk);
    }
  }
  signal.throwIfAborted();
  const context = { history: question.conversationHistory.length, suggestedActions, engine };
  const exchange = { userId, query: question.query, response: fullResponse, context };
  const interactionId = await keepExchange(db, exchange);
  const outcome: Outcome = engine === 'model' ? 'model' : 'query';
  return { fullResponse, suggestedActions, interactionId, outcome, understood: null, sources: [] };
}
